import { NexusError } from "../../base/errors.js";

/**
 * An adapter that knows why its implementation says nothing gives up in time and says so; it must come first. Less than
 * anybody notices, and more than starting a process takes.
 */
const ADAPTER_FIRST_MS = 100;

/** @throws NexusError NXC_CALL_TIMEOUT */
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
