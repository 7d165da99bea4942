import { randomBytes } from "node:crypto";

/** Crockford's base 32: digits and letters that nobody takes for others, in the order of their values. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * An id that nobody can guess and no other call is given: the time, then 80 random bits. Ids that rise with time keep
 * the index of a large table in few pages.
 */
export function newId(prefix: string, now: number): string {
  let time = "";
  for (let rest = Math.floor(now), digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    time = DIGITS.charAt(rest % 32) + time;
  }
  const random = Array.from(randomBytes(16), (byte) => DIGITS.charAt(byte % 32)).join("");
  return `${prefix}_${time}${random}`;
}
