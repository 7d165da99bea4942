import { randomBytes } from "node:crypto";

/** Crockford's base 32: digits and letters that are hard to confuse, in ascending order. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const DIGITS_OF_AN_ID = 16;

/** Random bytes are fetched in bulk, because fetching a few takes as long as fetching many. */
const POOL_BYTES = 256 * DIGITS_OF_AN_ID;
let pool: Uint8Array = new Uint8Array();
let used = 0;

/**
 * A unique id that cannot be guessed: the time, then 80 random bits. Ids that rise with time keep inserts into a large
 * index on few pages.
 */
export function newId(prefix: string, now: number): string {
  let id = "";
  for (let rest = Math.floor(now), digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    id = DIGITS.charAt(rest % 32) + id;
  }
  if (used === pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  for (const end = used + DIGITS_OF_AN_ID; used < end; used++) id += DIGITS.charAt((pool[used] ?? 0) % 32);
  return `${prefix}_${id}`;
}
