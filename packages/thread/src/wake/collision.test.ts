import { expect, test } from "vitest";
import { isTyping, judgeWaiting, LONGEST_DEFERRAL_MS, QUIET_MS, quietIn } from "./collision.js";

const START = 5_000_000;
const at = (seconds: number) => START + seconds * 1_000;
const waiting = (typedAt: number | undefined) => ({ deferredUntil: START + LONGEST_DEFERRAL_MS, typedAt });

test("a prompt waits until the keyboard has been quiet for twenty seconds", () => {
  expect(judgeWaiting(waiting(at(0)), at(20) - 1)).toBe("later");
  expect(judgeWaiting(waiting(at(0)), at(20))).toBe("deliver");
  expect(judgeWaiting(waiting(at(35)), at(50))).toBe("later");
  expect(judgeWaiting(waiting(at(35)), at(55))).toBe("deliver");
  expect(judgeWaiting(waiting(undefined), at(5))).toBe("deliver");
});

test("after a minute the prompt is given up, even if the keyboard is quiet by then", () => {
  expect(judgeWaiting(waiting(at(40)), at(60))).toBe("deliver");
  expect(judgeWaiting(waiting(at(41)), at(60))).toBe("give-up");
  expect(judgeWaiting(waiting(at(0)), at(60) + 1)).toBe("give-up");
});

test("a refusal tells when the keyboard may be quiet", () => {
  expect([isTyping(at(0), at(19)), isTyping(at(0), at(20)), isTyping(undefined, at(0))]).toEqual([true, false, false]);
  expect([quietIn(at(0), at(0)), quietIn(at(0), at(15)), quietIn(at(9), at(0))]).toEqual([QUIET_MS, 5_000, QUIET_MS]);
});
