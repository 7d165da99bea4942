/** The tables of docs/scenarios.md: what is tried, and which rule of a body is tried by what. */

import { cell, table, tableOfMarkup } from "./markdown-table.js";
import { BODIES, bodyText } from "./scenarios/body.js";
import { loadScenarios } from "./scenarios/load.js";
import { BINDING_SECTIONS, type Rule, rulesOf } from "./scenarios/rules.js";
import { checksOf, type Scenario } from "./scenarios/scenario.js";

export const SCENARIO_TABLES: Readonly<Record<string, () => string>> = {
  scenarios: () => {
    const rows = byBody().map((scenario) => [
      scenario.id,
      scenario.body,
      scenario.title,
      (scenario.pressures ?? []).join(", "),
      checksOf(scenario)
        .map(({ check, wanted }) => `${wanted ? "" : "not: "}${check.name}${check.check === "judge" ? " (judge)" : ""}`)
        .join("; "),
    ]);
    return table(["id", "body", "given", "pressure", "what is checked"], rows);
  },
  "scenario counts": () => {
    const scenarios = byBody();
    const rows = BODIES.map((body) => {
      const rules = rulesAtStake(body);
      const tried = rules.filter((rule) => triersOf(body, rule, scenarios).length > 0);
      const own = scenarios.filter((scenario) => scenario.body === body);
      return [body, String(own.length), `${tried.length} of ${rules.length}`];
    });
    return table(["body", "scenarios", "rules tried"], rows);
  },
  "scenario rules": () => {
    const scenarios = byBody();
    const rows = BODIES.flatMap((body) =>
      rulesAtStake(body).map((rule) => {
        const triers = triersOf(body, rule, scenarios);
        return [body, rule.section, cell(opening(rule.text)), triers.length === 0 ? "none yet" : triers.join(", ")];
      }),
    );
    return tableOfMarkup(["body", "section", "rule", "scenarios"], rows);
  },
};

/** In the order of the team, and by id within a body, whichever of its files it stands in. */
function byBody(): readonly Scenario[] {
  return loadScenarios()
    .map(({ scenario }) => scenario)
    .toSorted(
      (a, b) => BODIES.indexOf(a.body) - BODIES.indexOf(b.body) || a.id.localeCompare(b.id, "en", { numeric: true }),
    );
}

/** Whatever binds, and what a scenario names beyond that. */
function rulesAtStake(body: string): readonly Rule[] {
  const named = byBody()
    .filter((scenario) => scenario.body === body)
    .flatMap(({ rules }) => rules);
  return rulesOf(bodyText(body)).filter(
    ({ section, text }) => BINDING_SECTIONS.includes(section) || named.some((words) => text.includes(words)),
  );
}

function triersOf(body: string, { text }: Rule, scenarios: readonly Scenario[]): readonly string[] {
  return scenarios
    .filter((scenario) => scenario.body === body && scenario.rules.some((words) => text.includes(words)))
    .map(({ id }) => id);
}

/** Enough of a rule to find it by. */
function opening(text: string): string {
  const plain = text.replaceAll(/[`*]/gu, "").replaceAll("{{", "{ {");
  return plain.length <= 90 ? plain : `${plain.slice(0, plain.lastIndexOf(" ", 90))} …`;
}
