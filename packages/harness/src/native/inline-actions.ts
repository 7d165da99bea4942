import { manifest } from "../events/manifest.js";
import type { Activation } from "../generated/contract.js";

/**
 * What tells the agent to do what a tag such as `[m]` asks for: the operation, the parameters that the message gives, and
 * the guidance of the tag. Empty for a skill, and for a `[d]` that decides no issue, of which a warning speaks.
 */
export function inlineAction(activation: Activation): string {
  const { tag, handler, issue_id, decision, argument, variant } = activation;
  const entry = manifest.vocabulary.tags.find(({ id }) => id === tag);
  if (handler === undefined || entry === undefined) return "";
  if (handler === "plan_decide" && issue_id === undefined) return "";
  const given =
    issue_id === undefined
      ? { ...(argument && { text: argument }), ...(variant && { topic: variant }) }
      : { issue_id, decision };
  const params = Object.keys(given).length === 0 ? "" : ` with ${JSON.stringify(given)}`;
  const call = `The user asks by ${entry.trigger} for ${handler} of the server nexus${params}.`;
  return `${call} ${entry.prose_guidance ?? ""}`.trim();
}
