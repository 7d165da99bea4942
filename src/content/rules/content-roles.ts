import { textMember, textsMember } from "../../base/members.js";
import type { ExpectedReport } from "../../report/form/expected-report.js";
import { agentsOfPackage } from "../../report/form/package-agents.js";
import type { ReportAgent } from "../../report/form/roles.js";
import { type Content, idOf } from "../read/content.js";

/** The roles that can report: the agents and skills of this content, and the agents of this package. */
export function rolesOf({ agents = [], skills = [] }: Content): Required<Pick<ExpectedReport, "agents" | "skills">> {
  const own = agents.map(
    (agent): ReportAgent => ({
      id: idOf(agent),
      category: textMember(agent.meta?.document.value, "category") ?? "",
      capabilities: textsMember(agent.meta?.document.value, "capabilities").map(({ text }) => text),
    }),
  );
  const others = agentsOfPackage().filter(({ id }) => !own.some((agent) => agent.id === id));
  return { agents: [...own, ...others], skills: skills.map(idOf) };
}
