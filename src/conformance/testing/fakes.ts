/** Implementations that keep no contract at all, each in its own way. None may ever score a pass. */

import type { Adapter, Params } from "../adapter.js";

function fake(name: string, answer: (operation: string, params: Params) => unknown): Adapter {
  return { name, surfaces: ["tools", "events"], open: () => ({ call: answer, emit: answer }) };
}

/** Refuses everything: a server that is down. */
export const refusing = fake("refusing", () => {
  throw new Error("connection refused");
});

/** Returns nothing. */
export const silent = fake("silent", () => undefined);

/** Never answers. */
export const hanging = fake("hanging", () => new Promise(() => undefined));

/** Cannot even be opened. */
export const unreachable: Adapter = {
  ...fake("unreachable", () => undefined),
  open: () => {
    throw new Error("no such server");
  },
};

/** Gives back what it got. */
export const echo = fake("echo", (_, params) => params);

/** Says that all is well. */
export const alwaysOk = fake("always ok", () => ({
  ok: true,
  success: true,
  created: true,
  decided: true,
  closed: true,
}));

export const FAKES: readonly Adapter[] = [refusing, silent, hanging, unreachable, echo, alwaysOk];
