import { ToolError } from "../contract/tool-error.js";
import type { RuleStoreAnswer, RuleStoreParams } from "../generated/contract.js";
import { fileNameProblem } from "../store/artifact-path.js";
import { reading } from "../store/state-file.js";
import { knowledgeText } from "./knowledge-text.js";
import type { MemoryTool } from "./memory-tool.js";
import { type Entry, storeKnowledge } from "./store-knowledge.js";

const RULES = ".nexus/rules";

/** The file of rules that are about the whole project. */
const WITHOUT_TOPIC = "project";

/** Stores a rule in the file on its topic. */
export const ruleStore: MemoryTool<"rule_store"> = (place, params) =>
  storeKnowledge(place, RULES, () => ruleOf(place.root, params));

function ruleOf(root: string, { text: rule, topic }: RuleStoreParams): Entry<RuleStoreAnswer> {
  if (rule.trim() === "") {
    const problem = "there is no rule in it";
    throw ToolError.of("INVALID_PARAMETER", { tool: "rule_store", parameter: "text", problem });
  }
  const file = `${RULES}/${fileNameOf(topic)}`;
  return reading(file, () => {
    const existing = knowledgeText(root, RULES, file);
    const added = existing === undefined || !holdsRule(existing, rule);
    const answer = { path: file, created: existing === undefined, added };
    return { file, text: added ? withRule(existing ?? "", rule) : undefined, answer };
  });
}

/** Any suffix of `[rule]` is valid, so what no file name should hold is replaced and not refused. */
function fileNameOf(topic: string | undefined): string {
  const words =
    (topic ?? WITHOUT_TOPIC)
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = `${words.join("-")}.md`;
  const problem = words.length === 0 ? "it has no letter and no digit" : fileNameProblem(name);
  if (problem !== undefined) throw ToolError.of("RULE_TOPIC", { topic: JSON.stringify(topic), problem });
  return name;
}

/** Whether a text contains a rule as lines of their own. */
function holdsRule(text: string, rule: string): boolean {
  return framed(text).includes(framed(rule.trim()));
}

function framed(text: string): string {
  return `\n${text.replaceAll("\r\n", "\n")}\n`;
}

/** A text with a rule below it, after an empty line and with the line ends of the text. */
function withRule(text: string, rule: string): string {
  const end = /\r?\n/u.exec(text)?.[0] ?? "\n";
  const lines = `${rule.trimEnd().replaceAll(/\r?\n/gu, end)}${end}`;
  if (text.trim() === "") return text + lines;
  return `${text}${text.endsWith("\n") ? "" : end}${end}${lines}`;
}
