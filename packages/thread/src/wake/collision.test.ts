import { expect, test } from "vitest";
import { isTyping, judgeWaiting, nextLookAt, quietIn } from "./collision.js";
import { DEFAULT_TIMES as TIMES } from "./times.js";

const START = 5_000_000;
const at = (seconds: number) => START + seconds * 1_000;
const waiting = (typedAt: number | undefined) => ({ deferredUntil: START + 60_000, typedAt });

test("a prompt waits until the keyboard has been quiet for twenty seconds", () => {
  expect(judgeWaiting(waiting(at(0)), at(20) - 1, TIMES)).toBe("later");
  expect(judgeWaiting(waiting(at(0)), at(20), TIMES)).toBe("deliver");
  expect(judgeWaiting(waiting(at(35)), at(50), TIMES)).toBe("later");
  expect(judgeWaiting(waiting(at(35)), at(55), TIMES)).toBe("deliver");
  expect(judgeWaiting(waiting(undefined), at(5), TIMES)).toBe("deliver");
});

test("after a minute the prompt is given up, even if the keyboard is quiet by then", () => {
  expect(judgeWaiting(waiting(at(40)), at(60), TIMES)).toBe("deliver");
  expect(judgeWaiting(waiting(at(41)), at(60), TIMES)).toBe("give-up");
  expect(judgeWaiting(waiting(at(0)), at(60) + 1, TIMES)).toBe("give-up");
});

test("a refusal tells when the keyboard may be quiet", () => {
  expect([isTyping(at(0), at(19), TIMES), isTyping(at(0), at(20), TIMES), isTyping(undefined, at(0), TIMES)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([quietIn(at(0), at(0), TIMES), quietIn(at(0), at(15), TIMES), quietIn(at(9), at(0), TIMES)]).toEqual([
    20_000, 5_000, 20_000,
  ]);
});

test("a waiting prompt is checked every five seconds, and at the moment when it may be delivered or is given up", () => {
  const next = (typed: number, now: number) => (nextLookAt(at(typed), at(60), at(now), TIMES) - START) / 1_000;
  expect([next(0, 0), next(0, 15), next(0, 17), next(5, 24), next(58, 58)]).toEqual([5, 20, 20, 25, 60]);
});
