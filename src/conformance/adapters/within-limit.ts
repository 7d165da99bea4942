import { NexusError } from "../../base/errors.js";

/**
 * Extra time, so that the limit of an adapter acts first: it can say more about the cause. Long enough to start a process.
 */
const ADAPTER_FIRST_MS = 100;

/** @param limit milliseconds @throws NexusError NXC_CALL_TIMEOUT */
export async function withinLimit<T>(work: () => Promise<T> | T, call: string, limit: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(NexusError.of("NXC_CALL_TIMEOUT", { call, limit })), limit + ADAPTER_FIRST_MS);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } finally {
    clearTimeout(timer);
  }
}
