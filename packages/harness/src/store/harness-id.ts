/**
 * Whether the state has a use of its own for a name, so that no harness may have a folder of that name below
 * `.nexus/state`. Some file systems know no capitals.
 */
export function isReservedId(id: string): boolean {
  return /^artifacts$|\.json$/iu.test(id);
}
