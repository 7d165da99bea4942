/** Implementations that are broken in different ways. None may pass a single case. */

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

/** Returns the parameters. */
const echo = fake("echo", (_, params) => params);

/** Always reports success. */
const alwaysOk = fake("always ok", () => ({
  ok: true,
  success: true,
  created: true,
  decided: true,
  closed: true,
}));

/** Returns a different random value each time, but the same sequence in every run. */
const random = fake("random", () => anyValue(3));

let state = 1;

/** A whole number from 0 to limit - 1, from a linear congruential generator. */
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
