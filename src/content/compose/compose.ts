import { withLf } from "../../base/hash-text.js";
import type { ManifestVocabulary } from "../../generated/manifest.js";
import { parseMacros } from "../macros/macros.js";
import type { ReadOnly } from "../read/read-only.js";
import { expandMacros, type InvocationMap } from "./expand-macros.js";
import { PLAIN_INVOCATIONS } from "./plain-invocations.js";
import { type Reporter, reportForm } from "./report-form.js";

/** How a harness wants a body. What is absent is taken from the vocabulary and the schema of the report. */
export interface ComposeOptions {
  /** The harness's own words for macros; plain English for those that it leaves out. */
  readonly invocationMap?: InvocationMap;
  /** The harness's own names of operations, such as `{ plan_start: "mcp__nexus__plan_start" }`. */
  readonly operations?: Readonly<Record<string, string>>;
  /**
   * The id of a variant of vocabulary/ground-rules.yml, or rules of your own in Markdown; an empty text leaves them out.
   * By default `nexus` for agents and `lead` for skills.
   */
  readonly groundRules?: string;
  /** A form of your own in Markdown; an empty text leaves it out. */
  readonly reportForm?: string;
}

/** A composed body and the texts that it was put together from. */
export interface ComposedBody {
  readonly text: string;
  /** The body with its macros expanded, and without the other two. */
  readonly craft: string;
  readonly groundRules: string;
  readonly reportForm: string;
}

type Vocabulary = ReadOnly<Pick<ManifestVocabulary, "invocations" | "ground_rules">>;

/**
 * Puts a body together with ground rules and report form: where it says {{ground_rules}} and {{report_form}}, else
 * before it and behind it.
 * @param file names the body in errors
 * @throws NexusError as `expandMacros` does
 */
export function compose(
  body: string,
  reporter: Reporter,
  vocabulary: Vocabulary,
  options: ComposeOptions = {},
  file?: string,
): ComposedBody {
  const text = withLf(body);
  const groundRules = rulesOf(options.groundRules, reporter.kind === "agent" ? "nexus" : "lead", vocabulary);
  const form = options.reportForm ?? reportForm(reporter);
  const placed = placedIn(text);
  const expanded = (rules: string, ending: string) => {
    const map: InvocationMap = {
      ...PLAIN_INVOCATIONS,
      operation: (args, entry) => {
        const name = options.operations?.[String(args["name"])];
        return name === undefined ? (PLAIN_INVOCATIONS["operation"]?.(args, entry) ?? "") : `\`${name}\``;
      },
      ...options.invocationMap,
      ground_rules: () => rules,
      report_form: () => ending,
    };
    const parts = [
      placed.has("ground_rules") ? "" : rules,
      expandMacros(text, vocabulary, map, file),
      placed.has("report_form") ? "" : ending,
    ];
    return `${parts
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .join("\n\n")
      .replaceAll(/\n{3,}/g, "\n\n")}\n`;
  };
  return {
    text: expanded(groundRules, form),
    // Whoever renders thousands of bodies does not ask for it.
    get craft() {
      return expanded("", "");
    },
    groundRules,
    reportForm: form,
  };
}

/** Which of the two the body places itself. Few do, so that most are not searched for macros. */
function placedIn(text: string): ReadonlySet<string> {
  if (!text.includes("{{ground_rules") && !text.includes("{{report_form")) return new Set();
  return new Set(parseMacros(text).macros.map(({ primitive }) => primitive));
}

/** A variant under its heading, or a text of the harness as it is. A vocabulary without the usual variant has no rules. */
function rulesOf(given: string | undefined, usual: string, { ground_rules }: Vocabulary): string {
  const variant = ground_rules.find(({ id }) => id === (given ?? usual));
  return variant === undefined ? (given ?? "").trim() : `## Ground rules\n\n${variant.text.trim()}`;
}
