/** The flags that choose what is judged, the same for every command that runs or lists cases. */

import { DEFAULT_CONTRACT } from "../../base/default-contract.js";
import { definedOnly } from "../../base/defined-only.js";
import type { RunOptions } from "../../conformance/run/plan.js";
import type { OptionTable } from "../frame/command.js";

const LEVELS = { must: "MUST", should: "SHOULD", may: "MAY", info: "INFO" } as const;

type Origin = NonNullable<RunOptions["origin"]>;

const ORIGINS: readonly Origin[] = ["source", "ours"];

export const CONTRACT_OPTIONS = {
  config: {
    type: "text",
    value: "FILE",
    description: "configuration file; the nearest nexus-conformance.config.* by default",
  },
  contract: { type: "text", value: "ID", description: `the contract to judge by; ${DEFAULT_CONTRACT} by default` },
  fixtures: {
    type: "text",
    value: "PATH",
    description: "judge by these fixture files, folders or globs instead of the contract's own",
    multiple: true,
  },
} as const satisfies OptionTable;

export const SELECTION_OPTIONS = {
  config: CONTRACT_OPTIONS.config,
  contract: CONTRACT_OPTIONS.contract,
  profile: { type: "text", value: "NAME", description: "the largest profile to judge; the contract's last by default" },
  level: { type: "text", value: "LEVEL", description: "the weakest level to judge", choices: Object.keys(LEVELS) },
  origin: {
    type: "text",
    value: "ORIGIN",
    description: "only requirements of the contract's source, or only those that the contract adds",
    choices: ORIGINS,
  },
  run: { type: "text", value: "GLOB", description: "only cases whose id or name matches", multiple: true },
  skip: {
    type: "text",
    value: "GLOB",
    description: "leave these cases out; they count as not observed",
    multiple: true,
  },
  requirement: { type: "text", value: "ID", description: "only cases that verify this requirement", multiple: true },
  fixtures: CONTRACT_OPTIONS.fixtures,
} as const satisfies OptionTable;

interface SelectionFlags {
  readonly contract?: string | undefined;
  readonly profile?: string | undefined;
  readonly level?: string | undefined;
  readonly origin?: string | undefined;
  readonly run?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly requirement?: readonly string[] | undefined;
  readonly fixtures?: readonly string[] | undefined;
}

/** The options of the kit, from the flags of a command line and its configuration. */
export function selectionOf(flags: SelectionFlags, cwd: string): RunOptions {
  const { contract, profile, level, origin, run, skip, requirement, fixtures } = flags;
  return definedOnly({
    cwd,
    contract,
    profile,
    level: level === undefined ? undefined : LEVELS[level as keyof typeof LEVELS],
    origin: origin as Origin | undefined,
    run,
    skip,
    requirements: requirement,
    fixtures,
  });
}
