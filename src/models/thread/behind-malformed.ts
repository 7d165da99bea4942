import type { Params } from "../../conformance/fixture/case.js";
import { onlyOne } from "../../conformance/fuzz/only-one.js";
import { formOf, type MethodName } from "./params.js";

/** Requirements about values of the right type that are refused, by parameter. */
const VALUES: Readonly<Record<string, string>> = {
  schema_version: "post_message.schema-version",
  limit: "read_messages.limit-bounds",
};

const METHODS_OF_WAKE_UPS: readonly MethodName[] = ["heartbeat_session", "trigger_participant"];

/** The requirement behind the refusal of malformed parameters. Undefined if nothing is wrong with them, or several things. */
export function behindMalformed(method: MethodName, params: Params): string | undefined {
  const { required, optional } = formOf(method);
  const checks = { ...required, ...optional };
  const missing = Object.keys(required).filter((name) => !Object.hasOwn(params, name));
  const found = [
    ...missing.map(() => (METHODS_OF_WAKE_UPS.includes(method) ? "params.required-of-wake-ups" : "params.required")),
    ...Object.entries(params).flatMap(([name, value]) => {
      const check = checks[name];
      if (check === undefined) return ["params.unknown"];
      return check(value) ? [] : [behindValue(name, value)];
    }),
  ];
  if (found.length === 0 && params["force"] === true) return "trigger_participant.force-audit";
  if (found.length === 0 && params["kind"] === "event") return "events.unknown-type";
  return onlyOne(found);
}

function behindValue(name: string, value: unknown): string | undefined {
  if (name === "participants" && Array.isArray(value)) {
    if (value.length === 0) return "create_thread.participants-some";
    return new Set(value).size < value.length ? "create_thread.participants-unique" : "params.identifiers";
  }
  if (typeof value === "number" && !["title", "body", "kind", "status", "agent_id"].includes(name)) {
    return VALUES[name] ?? (Number.isInteger(value) ? "params.bounds" : undefined);
  }
  if (name === "schema_version") return VALUES[name];
  if (typeof value !== "string") return "params.types";
  if (/\p{Cc}/u.test(value)) return "params.control-characters";
  if (name === "title" && value.length > 200) return "params.bounds";
  return ["type", "kind", "status"].includes(name) ? "params.types" : undefined;
}
