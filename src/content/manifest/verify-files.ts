import { definedOnly } from "../../base/defined-only.js";
import { compareFindings, type Finding } from "../../base/finding.js";
import { hashBody, hashText } from "../../base/hash-text.js";
import type { Manifest } from "../../generated/manifest.js";
import { type ContentFiles, isListed } from "../read/content-files.js";
import { readFiles } from "../read/read-content.js";
import type { VerifyRule } from "../rules/verify-rules.js";
import { contentHash } from "./build-manifest.js";
import { verifyCode } from "./code-integrity.js";
import { loadManifest, MANIFEST_FILE } from "./load-manifest.js";

const REINSTALL = "Install the package anew; in its sources, run nexus-core build.";

/**
 * Compares an installed copy with its manifest, and its code with the record of its build, and names every file that is
 * missing, changed or extra.
 * @throws NexusError NXC_MANIFEST_MISSING or NXC_MANIFEST_INVALID
 */
export function verifyFiles(dir: string): readonly Finding[] {
  const manifest = loadManifest(dir);
  return [...compareFiles(readFiles(dir), manifest), ...verifyCode(dir)];
}

/** Like `verifyFiles`, for files in memory. */
function compareFiles(files: ContentFiles, manifest: Manifest): readonly Finding[] {
  const recorded = new Map(Object.entries(manifest.files));
  const findings: Finding[] = [];
  for (const [file, hash] of recorded) {
    const text = files.texts.get(file);
    const obstacle = files.unreadable.get(file) ?? obstacleAbove(file, files);
    if (obstacle !== undefined)
      findings.push(finding(file, "verify/changed", `this ${obstacle}, so it is not the file that was shipped`));
    else if (text === undefined)
      findings.push(finding(file, "verify/missing", "the manifest lists this file, and it is not there"));
    else if (hashText(text) !== hash)
      findings.push(finding(file, "verify/changed", "the content is not what the manifest records"));
  }
  for (const file of [...files.texts.keys(), ...files.unreadable.keys()]) {
    if (isListed(file) && !recorded.has(file))
      findings.push(finding(file, "verify/extra", "the manifest does not know this file"));
  }
  findings.push(...manifestFindings(files, manifest));
  return findings.sort(compareFindings);
}

/** A link or a file in place of a folder above this file. */
function obstacleAbove(file: string, { unreadable }: ContentFiles): string | undefined {
  const parts = file.split("/");
  for (let length = 1; length < parts.length; length += 1) {
    const folder = parts.slice(0, length).join("/");
    const reason = unreadable.get(folder);
    if (reason !== undefined) return `lies below ${folder}, which ${reason}`;
  }
  return undefined;
}

/** Hashes that the manifest holds besides its list of files: they contradict it only when the manifest was edited. */
function manifestFindings(files: ContentFiles, manifest: Manifest): readonly Finding[] {
  const findings: Finding[] = [];
  if (contentHash(manifest.files) !== manifest.content_hash) {
    findings.push(
      finding(
        MANIFEST_FILE,
        "verify/content-hash",
        "content_hash is not the hash of the list of files",
        "/content_hash",
      ),
    );
  }
  for (const kind of ["agents", "skills"] as const) {
    manifest[kind].forEach(({ id, body_hash }, index) => {
      const path = `${kind}/${id}/body.md`;
      const pointer = `/${kind}/${index}/body_hash`;
      const text = files.texts.get(path);
      if (manifest.files[path] === undefined) {
        findings.push(
          finding(
            MANIFEST_FILE,
            "verify/missing",
            `the manifest has ${id}, and its list of files lacks ${path}`,
            pointer,
          ),
        );
      } else if (text !== undefined && hashText(text) === manifest.files[path] && hashBody(text) !== body_hash) {
        findings.push(
          finding(MANIFEST_FILE, "verify/body-hash", `the body_hash of ${id} is not the hash of ${path}`, pointer),
        );
      }
    });
  }
  return findings;
}

function finding(file: string, rule: VerifyRule, message: string, pointer?: string): Finding {
  return { file, ...definedOnly({ pointer }), rule, level: "error", message, remedy: REINSTALL };
}
