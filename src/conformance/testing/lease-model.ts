/** A model of the lease contract in plain JavaScript, as an author of a contract would write it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "../../testing/temporary-folder.js";
import { leaseContract } from "./lease-contract.js";

const MODEL = `
const anyone = ["ada", "bob"];

const tools = {
  put(state, { key, value }) {
    const rev = state.rev + 1;
    const entries = [...state.entries.filter((entry) => entry.key !== key), { key, value, rev }];
    const log = [...state.log, { rev, key }];
    return { next: { ...state, isWritten: true, rev, entries, log }, assert_return: { "$.key": key, "$.rev": rev, "$.value": value } };
  },
  get(state, { key }) {
    const entry = state.entries.find((each) => each.key === key);
    if (entry === undefined) return { next: state, assert_error: { code: "NOT_FOUND", contains: key } };
    return { next: state, assert_return: { "$.rev": entry.rev, "$.value": entry.value } };
  },
  lease(state, { key }, by, name) {
    const held = state.leases.find((each) => each.key === key);
    if (held !== undefined) return { next: state, assert_error: { code: "HELD", contains: held.by } };
    const token = state.rev + 1;
    const leases = [...state.leases, { key, by, token }];
    return {
      next: { ...state, isWritten: true, rev: token, leases },
      assert_return: { "$.by": by, "$.token": token },
      capture: { ["until_" + name]: "$.until" },
    };
  },
  release(state, { token }) {
    const leases = state.leases.filter((held) => held.token !== token);
    return { next: { ...state, isWritten: true, leases }, assert_return: { "$.released": true } };
  },
};

export default {
  initial: { isWritten: false, rev: 0, entries: [], leases: [], log: [] },
  calls(fc) {
    const as = fc.constantFrom(...anyone);
    const key = fc.constantFrom("door", "{{key}}", "gate");
    const call = (tool, members) =>
      fc.tuple(as, fc.record(members, { noNullPrototype: true })).map(([by, params]) => ({ tool, params, as: by }));
    return fc.oneof(
      call("put", { key, value: fc.integer({ min: 0, max: 9 }) }),
      call("get", { key }),
      { weight: 2, arbitrary: call("lease", { key }) },
      call("release", { token: fc.integer({ min: 1, max: 4 }) }),
    );
  },
  predict: (state, { tool, params, as }, name) => tools[tool](state, params, as, name),
  files: ({ isWritten, rev, entries, leases, log }) =>
    !isWritten
      ? { "store.json": null, "log.jsonl": null }
      : {
          "store.json": {
            "$.rev": rev,
            "$.entries": entries,
            "$.leases.length": leases.length,
            ...Object.fromEntries(leases.map(({ by }, index) => ["$.leases[" + index + "].by", by])),
          },
          "log.jsonl": log.length === 0 ? null : { $: log },
        },
  requirementOf(state, { tool }, { kind, place }) {
    if (kind === "at-once") return "kv.put.concurrent";
    if (tool === "get") return kind === "answer" ? "kv.put.keeps" : undefined;
    return tool === "put" && place[0] === "rev" ? "kv.put.rev" : undefined;
  },
};
`;

/** The lease contract with a model. */
export function leaseContractWithModel(model = MODEL): string {
  const folder = leaseContract();
  const contract = readFileSync(join(folder, "contract.yml"), "utf8");
  writeFiles(folder, { "contract.yml": `${contract}model: ./model.mjs\n`, "model.mjs": model });
  return folder;
}

/** A contract with a model of one call, in which some members are replaced. */
export function modelOfOneCall(members: string): string {
  return leaseContractWithModel(`export default {
  initial: 0,
  calls: (fc) => fc.constant({ tool: "get", params: { key: "door" } }),
  predict: (state) => ({ next: state, assert_error: { code: "NOT_FOUND" } }),
  files: () => ({}),
  ${members}
};`);
}
