import { join } from "node:path";
import { NexusError } from "../../base/errors.js";
import { type Finding, isFailure } from "../../base/finding.js";
import { packageRoot } from "../../base/package-root.js";
import { readText } from "../../base/read-text.js";
import { reasonOf } from "../../base/reason-of.js";
import { writeText } from "../../base/write-text.js";
import type { Manifest } from "../../generated/manifest.js";
import { countFindings } from "../findings/format-findings.js";
import type { ContentFiles } from "../read/content-files.js";
import { readContent } from "../read/read-content.js";
import { type Style, validateContent } from "../rules/validate-content.js";
import { buildManifest, renderManifest } from "./build-manifest.js";
import { type Drift, diffManifest } from "./diff-manifest.js";
import { MANIFEST_FILE, readManifestText } from "./load-manifest.js";

/** What a build came to. `findings` holds all findings; where anything was built they are warnings. */
export type BuildResult =
  | { readonly outcome: "invalid"; readonly findings: readonly Finding[]; readonly error: NexusError }
  | { readonly outcome: "current"; readonly findings: readonly Finding[]; readonly manifest: Manifest }
  | {
      /** The manifest on disk is not what the content yields: to be written, or to be reported by a check. */
      readonly outcome: "outdated";
      readonly findings: readonly Finding[];
      readonly manifest: Manifest;
      readonly text: string;
      readonly drift: readonly Drift[];
    };

/**
 * Validates content, compiles it and compares the result with the existing manifest.
 * @param recorded the text of that manifest, or undefined without one
 */
function planBuild(
  files: ContentFiles,
  version: string,
  recorded: string | undefined,
  style: Style | undefined,
): BuildResult {
  const findings = validateContent(files, style);
  const errors = findings.filter(isFailure);
  if (errors.length > 0) {
    return {
      outcome: "invalid",
      findings,
      error: NexusError.of("NXC_CONTENT_INVALID", { count: countFindings(errors) }),
    };
  }
  const manifest = buildManifest(files, version);
  const text = renderManifest(manifest);
  if (recorded === text) return { outcome: "current", findings, manifest };
  return { outcome: "outdated", findings, manifest, text, drift: driftOf(recorded, manifest) };
}

/**
 * The build of a folder: plans it, and writes the manifest whole or not at all, unless it is only to be checked.
 * @throws NexusError for a folder without content, and for a manifest that cannot be read or written
 */
export function buildFolder(
  dir: string,
  { check = false, style }: { readonly check?: boolean; readonly style?: Style } = {},
): BuildResult {
  const files = readContent(dir);
  const result = planBuild(files, versionOf(files), readManifestText(dir), style);
  if (result.outcome === "outdated" && !check) writeText(join(dir, MANIFEST_FILE), result.text, "manifest");
  return result;
}

/** One line on a build that found no error: `manifest.json written: 9 agents, 5 skills, 120 files, content sha256:…`. */
export function summarizeBuild(result: Exclude<BuildResult, { outcome: "invalid" }>, { check = false } = {}): string {
  if (result.outcome === "current") return `${MANIFEST_FILE} is up to date`;
  if (check)
    return `${MANIFEST_FILE} is out of date: ${counted(result.drift.length, "entry differs", "entries differ")}`;
  const { agents, skills, files, content_hash } = result.manifest;
  const parts = [
    counted(agents.length, "agent"),
    counted(skills.length, "skill"),
    counted(Object.keys(files).length, "file"),
    `content ${content_hash}`,
  ];
  return `${MANIFEST_FILE} written: ${parts.join(", ")}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function driftOf(recorded: string | undefined, manifest: Manifest): readonly Drift[] {
  if (recorded === undefined) return [{ entry: MANIFEST_FILE, change: "missing", text: `${MANIFEST_FILE}: missing` }];
  let value: unknown;
  try {
    value = JSON.parse(recorded);
  } catch (thrown) {
    return [changed(`not valid JSON: ${reasonOf(thrown)}`)];
  }
  const drift = diffManifest(value, manifest);
  return drift.length > 0
    ? drift
    : [changed("the same content in other bytes (blanks, line ends or order of members)")];
}

function changed(how: string): Drift {
  return { entry: MANIFEST_FILE, change: "changed", text: `${MANIFEST_FILE}: ${how}` };
}

/** The version of the folder's own package. Outside a package, report our own version. */
function versionOf(files: ContentFiles): string {
  const own = files.texts.get("package.json");
  for (const text of [own, readText(join(packageRoot, "package.json"), "package")]) {
    const version = text === undefined ? undefined : versionIn(text);
    if (version !== undefined) return version;
  }
  throw NexusError.of("NXC_INTERNAL", { reason: "no version was found" });
}

function versionIn(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { readonly version?: unknown };
    return typeof version === "string" && /^[0-9]+\.[0-9]+\.[0-9]+(-[a-z0-9.-]+)?$/.test(version) ? version : undefined;
  } catch {
    return undefined;
  }
}
