/** The implementation of each contract that faults are put into, and how the kit reaches it. */

/** Paths are taken from the root of the repository. */
export interface Reference {
  /** Its package. */
  readonly folder: string;
  /** The source of its adapter. */
  readonly adapter: string;
  /** The program that answers for it, for faults that only a process of its own shows. */
  readonly program: string;
  /** The adapter that starts such a program. */
  readonly started: (script: string) => string;
}

const REFERENCES: Readonly<Record<string, Reference>> = {
  core: {
    folder: "packages/harness",
    adapter: "packages/harness/src/adapter.ts",
    program: "test/adapters/servers/lines.mjs",
    started: (script) => `lines:node ${script}`,
  },
  thread: {
    folder: "packages/thread",
    adapter: "packages/thread/src/adapter.ts",
    program: "packages/thread/bin/nexus-thread.js",
    started: (script) => `mcp-stdio:node ${script} serve --stdio`,
  },
};

/** Ids of the contracts that have a catalogue of mutants. */
export const CONTRACTS: readonly string[] = Object.keys(REFERENCES);

/** @throws Error for a contract that has none */
export function referenceOf(contract: string): Reference {
  const reference = Object.hasOwn(REFERENCES, contract) ? REFERENCES[contract] : undefined;
  if (reference === undefined) throw new Error(`there is no catalogue of mutants for the contract ${contract}`);
  return reference;
}
