import { compareText } from "../../base/finding.js";
import { hashBody, hashText } from "../../base/hash-text.js";
import { member } from "../../base/members.js";
import type { Agent, Manifest, ManifestVocabulary, Skill } from "../../generated/manifest.js";
import { composeDefinition } from "../compose/compose-definition.js";
import { type Content, type Definition, idOf, parseContent } from "../read/content.js";
import { type ContentFiles, isListed } from "../read/content-files.js";
import { VOCABULARY } from "../read/vocabulary.js";
import { orderBySchema } from "./order-by-schema.js";

/** Version of the form of the manifest; it changes apart from the version of the package. */
const SCHEMA_CONTRACT_VERSION = "3.0";

/**
 * Compiles content into its manifest. Neither the order of the files nor their line ends, nor the order in which an
 * author wrote the members of an entry, make a difference.
 * @param files content in which `validateContent` finds no error: what does not parse is left out here
 * @param version the version of the package that the content belongs to
 */
export function buildManifest(files: ContentFiles, version: string): Manifest {
  const content = parseContent(files);
  const hashes = Object.fromEntries(
    [...files.texts]
      .filter(([path]) => isListed(path))
      .sort(([a], [b]) => compareText(a, b))
      .map(([path, text]) => [path, hashText(text)]),
  );
  return {
    nexus_core_version: version,
    schema_contract_version: SCHEMA_CONTRACT_VERSION,
    content_hash: contentHash(hashes),
    agents: compileDefinitions(content, content.agents ?? []) as Agent[],
    skills: compileDefinitions(content, content.skills ?? []) as Skill[],
    vocabulary: compileVocabulary(content),
    files: hashes,
  };
}

/** One hash over all files: that of the lines `path<TAB>hash`, by path. */
export function contentHash(files: Readonly<Record<string, string>>): string {
  const lines = Object.entries(files).sort(([a], [b]) => compareText(a, b));
  return hashText(lines.map(([path, hash]) => `${path}\t${hash}\n`).join(""));
}

/** The manifest as text: the same bytes on every machine. */
export function renderManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The meta.yml of each definition with the hashes of its body and of the default composition, by id. */
function compileDefinitions(content: Content, definitions: readonly Definition[]): readonly object[] {
  return definitions
    .filter(({ meta, body }) => meta !== undefined && body !== undefined)
    .sort((a, b) => compareText(idOf(a), idOf(b)))
    .map((definition) => {
      const composed = composeDefinition(content, definition);
      return {
        ...(orderBySchema(definition.meta?.document.value, `${definition.kind}.schema.json`) as object),
        body_hash: hashBody(definition.body?.text ?? ""),
        ground_rules_hash: hashBody(composed?.groundRules ?? ""),
        report_form_hash: hashBody(composed?.reportForm ?? ""),
        composed_hash: hashBody(composed?.text ?? ""),
      };
    });
}

/** The lists keep the order of their files: the order of tags and of fallbacks is the author's to choose. */
function compileVocabulary({ vocabulary }: Content): ManifestVocabulary {
  const entries = VOCABULARY.map(({ key, schema }): [string, unknown] => {
    const value = orderBySchema(vocabulary.get(key)?.document.value, schema);
    return key === "memory_policy" ? [key, value ?? null] : [key, member(value, key) ?? []];
  });
  return Object.fromEntries(entries) as unknown as ManifestVocabulary;
}
