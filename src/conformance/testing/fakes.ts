/** Implementations that keep no contract at all, each in its own way. None may ever score a pass. */

import type { Adapter } from "../adapters/adapter.js";
import type { Params } from "../fixture/case.js";

function fake(name: string, answer: (operation: string, params: Params) => unknown): Adapter {
  return { name, surfaces: ["tools", "events"], open: () => ({ call: answer, emit: answer }) };
}

/** Refuses everything: a server that is down. */
const refusing = fake("refusing", () => {
  throw new Error("connection refused");
});

/** Returns nothing. */
const silent = fake("silent", () => undefined);

/** Never answers. */
const hanging = fake("hanging", () => new Promise(() => undefined));

/** Cannot even be opened. */
const unreachable: Adapter = {
  ...fake("unreachable", () => undefined),
  open: () => {
    throw new Error("no such server");
  },
};

/** Gives back what it got. */
const echo = fake("echo", (_, params) => params);

/** Says that all is well. */
const alwaysOk = fake("always ok", () => ({
  ok: true,
  success: true,
  created: true,
  decided: true,
  closed: true,
}));

/** Says anything, another thing every time: the same in every run, so that a test of it is one. */
const random = fake("random", () => anyValue(3));

let state = 1;

/** A whole number from 0 to below the limit, by a linear congruence. */
function below(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * limit);
}

const WORDS = ["id", "total", "status", "created", "pending", "plan", "tasks", "ok", "key", "value", "1", ""];

function anyValue(depth: number): unknown {
  const word = () => WORDS[below(WORDS.length)] ?? "";
  const several = <Value>(make: () => Value) => Array.from({ length: below(4) }, make);
  const simple = [() => null, () => below(2) === 1, () => below(9), word];
  const nested = [
    () => several(() => anyValue(depth - 1)),
    () => Object.fromEntries(several(() => [word(), anyValue(depth - 1)])),
  ];
  const makers = depth === 0 ? simple : [...simple, ...nested, ...nested];
  return makers[below(makers.length)]?.();
}

export const FAKES: readonly Adapter[] = [refusing, silent, hanging, unreachable, echo, alwaysOk, random];
