import type { ServedTool } from "@nexus-core/service/mcp/served-tool";
import { membersOf, noParameters, paramsProblem } from "@nexus-core/service/params/params-problem";
import { paramsSchema, schemaFamily, schemaIn } from "@nexus-core/service/params/schemas";
import { isoTime } from "../base/clock.js";
import type { MovableClock } from "../base/movable-clock.js";
import { ThreadError } from "../contract/thread-error.js";
import type { ThreadService } from "../thread-service.js";
import { passTime } from "../wake/pass-time.js";

const NAME = "move_clock";

/** Tokens and ISO times reach further, but no trial does. */
const HUNDRED_YEARS = 100 * 366 * 24 * 60 * 60 * 1000;

const INPUT = {
  type: "object",
  additionalProperties: false,
  required: ["milliseconds"],
  properties: { milliseconds: { type: "integer", minimum: 0, maximum: HUNDRED_YEARS } },
};

const OUTPUT = {
  type: "object",
  additionalProperties: false,
  required: ["now"],
  properties: { now: { type: "string", format: "date-time" } },
};

/** The tool that moves the clock of a server for trials. Whoever reaches the server may call it, without a token. */
export function moveClock(service: ThreadService, clock: MovableClock): ServedTool {
  const schema = paramsSchema(schemaIn(schemaFamily([{ $id: NAME, ...INPUT }]), NAME));
  return {
    name: NAME,
    description:
      "Moves the clock of this server forward and does what is due by then. For trials and conformance runs; agents have no use for it.",
    input: INPUT,
    output: OUTPUT,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: async (given) => {
      const params = membersOf(given);
      if (params === undefined) throw ThreadError.ofParameters(noParameters(NAME));
      if (!schema.check(params)) throw ThreadError.ofParameters(paramsProblem(NAME, schema, params));
      await passTime(service, clock, Number(params["milliseconds"]));
      return { now: isoTime(clock.now()) };
    },
  };
}
