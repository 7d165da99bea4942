/**
 * Whether the state reserves a name, so that no harness may use it for its folder below `.nexus/state`. Ignores case,
 * because some file systems do.
 */
export function isReservedId(id: string): boolean {
  return /^artifacts$|\.json$/iu.test(id);
}
