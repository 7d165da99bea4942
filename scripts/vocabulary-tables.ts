/** The vocabulary and the roles as tables. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { packageRoot } from "../src/base/package-root.js";
import type { Manifest } from "../src/generated/manifest.js";
import { table } from "./markdown-table.js";

type Vocabulary = Manifest["vocabulary"];
interface ResponsibilitiesFile {
  readonly decisions: readonly {
    readonly id: string;
    readonly decision: string;
    readonly owner: string;
    readonly in_auto_mode?: string;
  }[];
  readonly handoffs: readonly {
    readonly from: string;
    readonly to: string;
    readonly gives: readonly string[];
    readonly withholds?: readonly string[];
  }[];
}
type Agent = Manifest["agents"][number];

export const VOCABULARY_TABLES: Readonly<Record<string, () => string>> = {
  tags: () =>
    table(
      ["tag", "variants", "starts", "what it does"],
      read<Pick<Vocabulary, "tags">>("vocabulary/tags.yml").tags.map((tag) => [
        `\`${tag.trigger}\``,
        (tag.variants ?? []).map((variant) => `\`${variant}\``).join(", "),
        "skill" in tag && tag.skill !== undefined ? `skill \`${tag.skill}\`` : `\`${tag.handler ?? ""}\``,
        tag.description,
      ]),
    ),
  capabilities: () =>
    table(
      ["capability", "what it means", "semantic classes that it blocks"],
      read<Pick<Vocabulary, "capabilities">>("vocabulary/capabilities.yml").capabilities.map((capability) => [
        `\`${capability.id}\``,
        capability.description,
        capability.blocks_semantic_classes.map((name) => `\`${name}\``).join(", "),
      ]),
    ),
  agents: () =>
    table(
      ["agent", "category", "resume tier", "capabilities"],
      readdirSync(join(packageRoot, "agents"))
        .sort()
        .map((id) => read<Agent>(`agents/${id}/meta.yml`))
        .map((agent) => [
          `\`${agent.id}\``,
          agent.category,
          agent.resume_tier,
          agent.capabilities.map((name) => `\`${name}\``).join(", "),
        ]),
    ),
  decisions: () =>
    table(
      ["decision", "who decides", "what it is"],
      responsibilities().decisions.map(({ id, owner, in_auto_mode: auto, decision }) => [
        `\`${id}\``,
        auto === undefined ? owner : `${owner}; ${auto} in auto mode`,
        decision,
      ]),
    ),
  handoffs: () =>
    table(
      ["from", "to", "what is given", "what is withheld"],
      responsibilities().handoffs.map(({ from, to, gives, withholds = [] }) => [
        from,
        to,
        gives.join(", "),
        withholds.join(", "),
      ]),
    ),
  "memory-categories": () =>
    table(
      ["category", "prefix", "what belongs there"],
      memoryPolicy().categories.map(({ id, prefix, description }) => [id, `\`${prefix}\``, description]),
    ),
};

function responsibilities(): ResponsibilitiesFile {
  return read("vocabulary/responsibilities.yml");
}

function memoryPolicy(): NonNullable<Vocabulary["memory_policy"]> {
  return read("vocabulary/memory_policy.yml");
}

function read<Value>(path: string): Value {
  return load(readFileSync(join(packageRoot, path), "utf8")) as Value;
}
