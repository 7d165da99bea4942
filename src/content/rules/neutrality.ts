import { positionsIn } from "../../base/markdown/text-position.js";
import type { Content } from "../read/content.js";
import { isAuthored } from "../read/content-files.js";
import { commandIn, neutralHits, type TermHit } from "../read/neutral-terms.js";
import { NEUTRAL_TERMS_FILE } from "../read/vocabulary.js";
import { type BodyText, bodyTexts, breachIn } from "./body-text.js";
import { agentBody } from "./example-bodies.js";
import type { Breach, Rule } from "./rule.js";

export const neutrality: Rule = {
  id: "neutrality/product",
  level: "error",
  title: `Nothing is named that ${NEUTRAL_TERMS_FILE} lists: no harness, tool, model, vendor, product, toolchain, code host or instruction file.`,
  reason:
    "The sentence would be wrong, or an advertisement, in every other place. A folder without that file is held to the list of this package.",
  remedy: "Content serves every harness alike: name the act, not the means.",
  bad: { "agents/helper/body.md": agentBody("Works best in Codex. Run `make test`.") },
  good: { "agents/helper/body.md": agentBody("Works in every harness. Run its tests, and make them pass.") },
  check: (content) => [...namesIn(content), ...bodyTexts(content).flatMap((body) => commandsIn(body, content))],
};

/** Bodies whole, code and heredocs too: an agent reads every word of them. Comments in YAML ship as well. */
function namesIn({ files, neutralTerms }: Content): readonly Breach[] {
  return [...files.texts]
    .filter(([file]) => isAuthored(file) && file !== NEUTRAL_TERMS_FILE)
    .flatMap(([file, text]) => {
      const positionOf = positionsIn(text);
      return neutralHits(text, neutralTerms).map((hit) => ({ file, line: positionOf(hit.offset).line, ...said(hit) }));
    });
}

function commandsIn(body: BodyText, { neutralTerms }: Content): readonly Breach[] {
  return body.nodes.flatMap(({ node, start }) => {
    if (node.type !== "inlineCode" && node.type !== "code") return [];
    // Code without a language may be a form of any kind.
    if (node.type === "code" && (node.lang ?? "") === "") return [];
    return node.value.split("\n").flatMap((line) => {
      const hit = commandIn(line, neutralTerms);
      if (hit === undefined) return [];
      const { message, hint } = said(hit);
      return [breachIn(body, start, message, hint)];
    });
  });
}

function said({ word, terms }: Omit<TermHit, "offset">): { readonly message: string; readonly hint: string } {
  return { message: `"${word}" ${terms.reason}`, hint: terms.instead };
}
