import { createRemoteJWKSet } from "jose";
import { reasonOf } from "nexus-core/base";
import { StartError } from "../start-error.js";
import { type KeySet, type KeySource, keySet } from "./keys.js";

export interface UrlTimes {
  /** How long keys are used before the URL is read again. */
  readonly rereadMs: number;
  /** The shortest time between two reads, so that tokens with invented names of keys cannot cause any number of them. */
  readonly pauseMs: number;
}

const TIMES: UrlTimes = { rereadMs: 10 * 60_000, pauseMs: 30_000 };

/**
 * Keys from a URL. It is read again after a while, and when a token names a key that is not known. While it cannot be read
 * or holds no usable set, the keys stay as they were.
 * @throws StartError if it is unusable from the start
 */
export async function keysFromUrl(url: URL, { rereadMs, pauseMs }: UrlTimes = TIMES): Promise<KeySource> {
  if (url.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)) {
    throw new StartError(`${url} is not encrypted, so others could put their keys in between. Use https.`);
  }
  // It shares one request among all who wait. When to read is decided here: on its own it fails where the URL is down.
  const remote = createRemoteJWKSet(url);
  let keys = await read();
  let readAt = performance.now();
  let triedAt = readAt;
  let problem: unknown;
  let reading: Promise<void> | undefined;

  async function read(): Promise<KeySet> {
    try {
      await remote.reload();
    } catch (cause) {
      // Node's fetch says "fetch failed", and gives the reason as its cause.
      const reason = reasonOf(cause instanceof TypeError && cause.cause !== undefined ? cause.cause : cause);
      throw new StartError(`${url} cannot be read: ${reason}. Name the URL of a JWK set.`, { cause });
    }
    return keySet(remote.jwks(), url.href);
  }

  async function reread(): Promise<void> {
    triedAt = performance.now();
    try {
      keys = await read();
      readAt = performance.now();
      problem = undefined;
    } catch (thrown) {
      problem = thrown;
    }
  }

  /** Reads the URL if the last attempt is long enough ago. Whoever comes meanwhile waits for the same answer. */
  async function refresh(): Promise<void> {
    if (reading === undefined && performance.now() - triedAt < pauseMs) return;
    reading ??= reread().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  async function current(): Promise<KeySet> {
    if (performance.now() - readAt > rereadMs) await refresh();
    return keys;
  }

  return {
    find: async (name) => {
      const known = await (await current()).find(name);
      if (known !== undefined) return known;
      await refresh();
      const found = await keys.find(name);
      // The key may be one that was added since. Its caller must not be told that its token is wrong.
      if (found === undefined && problem !== undefined) throw problem;
      return found;
    },
    list: async () => (await current()).names,
  };
}
