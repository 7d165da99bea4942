import { performance } from "node:perf_hooks";

/** How long one side of a comparison posts before it is the turn of the other. */
export const SLICE_MS = 600;

/** Each client makes its next post when the last one returns. */
export async function perSecond(clients: number, post: (client: number) => Promise<void>): Promise<number> {
  let posts = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (; performance.now() - began < SLICE_MS; posts++) await post(client);
    }),
  );
  return (posts * 1000) / (performance.now() - began);
}
