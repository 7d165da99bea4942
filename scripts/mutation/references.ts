/** The implementation of each contract that faults are put into, and how the kit reaches it. */

/** Paths are taken from the root of the repository. */
export interface Reference {
  /** Where its catalogue of mutants stands. */
  readonly mutants: string;
  /** Its adapter for this process. */
  readonly adapter: string;
  /**
   * The adapter that starts it as a program, for what only one shows.
   * @param node how Node is called, with what it loads first
   */
  readonly process: (node: string) => string;
}

export const REFERENCES: Readonly<Record<string, Reference>> = {
  core: {
    mutants: "packages/harness/mutants",
    adapter: "packages/harness/dist/adapter.js",
    process: (node) => `lines:${node} test/servers/lines.mjs`,
  },
  thread: {
    mutants: "packages/thread/mutants",
    adapter: "packages/thread/dist/adapter.js",
    process: (node) => `mcp-stdio:${node} packages/thread/bin/nexus-thread.js serve --stdio`,
  },
};

/** @throws Error for a contract that has none */
export function referenceOf(contract: string): Reference {
  const reference = Object.hasOwn(REFERENCES, contract) ? REFERENCES[contract] : undefined;
  if (reference === undefined) throw new Error(`there is no catalogue of mutants for the contract ${contract}`);
  return reference;
}
