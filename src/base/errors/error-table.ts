/**
 * All error codes. A person reads the message and the remedy, a program the code, a shell the exit code. `{name}` in a
 * template is a parameter, and its type follows from the template.
 */

import type { ErrorEntry } from "./error-entry.js";
import { ADAPTER_ERRORS } from "./error-table-adapters.js";
import { CASE_ERRORS } from "./error-table-cases.js";
import { COVERAGE_ERRORS } from "./error-table-coverage.js";
import { RENDER_ERRORS } from "./error-table-render.js";
import { TOOLKIT_ERRORS } from "./error-table-toolkit.js";

export const ERRORS = {
  // Invocation
  NXC_USAGE_UNKNOWN_COMMAND: {
    exit: 2,
    message: 'unknown command "{command}"',
    remedy: "{hint}Run {program} --help for the list.",
  },
  NXC_USAGE_UNKNOWN_FLAG: {
    exit: 2,
    message: 'unknown flag "{flag}"',
    remedy: "{hint}Run {program} --help for the list.",
  },
  NXC_USAGE_FLAG_VALUE: {
    exit: 2,
    message: "{flag} {problem}",
    remedy: "Give it as {expected}.",
  },
  NXC_USAGE_EXTRA_ARGUMENT: {
    exit: 2,
    message: 'unexpected argument "{argument}"',
    remedy: "Quote patterns that contain * or blanks. Run {program} --help for the form.",
  },
  NXC_USAGE_MISSING_ARGUMENT: {
    exit: 2,
    message: "{argument} is missing",
    remedy: "Run {program} --help for the form.",
  },
  NXC_USAGE_NO_ADAPTER: {
    exit: 2,
    message: "no adapter is given, so there is nothing to judge",
    remedy:
      "Name yours with --adapter module:./adapter.mjs, or in nexus-conformance.config.yml. conformance/README.md shows one in ten lines.",
  },

  NXC_USAGE_ARGUMENT: {
    exit: 2,
    message: "{problem}",
    remedy: "{hint}Run {program} --help for the form.",
  },
  NXC_USAGE_NO_BASELINE: {
    exit: 2,
    message: "--update-baseline needs a file to write",
    remedy: "Name it with --baseline FILE, or in the configuration file.",
  },

  NXC_CONFIG_INVALID: {
    exit: 2,
    message: "{reason}",
    remedy: "Correct the configuration. Its schema is conformance/schema/config.schema.json.",
  },
  NXC_CONFIG_LOAD: {
    exit: 2,
    message: "loading the configuration file failed: {reason}",
    remedy: "Run the file alone to see the failure. TypeScript needs a loader such as tsx.",
  },

  // Files
  NXC_FILE_NOT_FOUND: {
    exit: 2,
    message: "there is no such {kind}",
    remedy: "Check the path.",
  },
  NXC_FILE_IS_FOLDER: { exit: 2, message: "this {kind} is a folder", remedy: "Name a file." },
  NXC_FILE_TOO_LARGE: {
    exit: 2,
    message: "this {kind} is too large to read",
    remedy: "Name a file of less than 500 MB.",
  },
  NXC_FILE_UTF16: { exit: 2, message: "this {kind} is UTF-16", remedy: "Write it as UTF-8." },
  NXC_FILE_UNREADABLE: { exit: 2, message: "cannot read this {kind}: {reason}", remedy: "Check its permissions." },
  NXC_FILE_UNWRITABLE: {
    exit: 2,
    message: "cannot write this {kind}: {reason}",
    remedy: "Check that the folder exists and is writable.",
  },
  NXC_YAML_SYNTAX: { exit: 2, message: "not valid YAML: {reason}", remedy: "Correct the YAML at this place." },
  NXC_JSON_SYNTAX: { exit: 2, message: "not valid JSON: {reason}", remedy: "Correct the JSON at this place." },

  // Reports
  NXC_DELEGATION_INVALID: {
    exit: 2,
    message: "{reason}",
    remedy: "Pass what the delegation said in the form of docs/use/report-form.md, and leave out what you do not know.",
  },
  NXC_REPORT_INVALID: {
    exit: 2,
    message: "this is not the report of a run: {reason}",
    remedy: "Name a file that nexus-conformance run --reporter json:FILE wrote.",
  },

  // Content and manifest
  NXC_CONTENT_NONE: {
    exit: 2,
    message: "this folder has no content: agents/, skills/ and vocabulary/ are all missing",
    remedy: "Name a folder with the same layout as this package.",
  },
  NXC_CONTENT_INVALID: {
    exit: 1,
    message: "the content has {count}, so no manifest was written",
    remedy: "Run nexus-core validate, correct the findings, then build again.",
  },
  NXC_MANIFEST_MISSING: {
    exit: 2,
    message: "manifest.json does not exist here",
    remedy: "Run nexus-core build, or name the folder of an installed copy.",
  },
  NXC_MANIFEST_INVALID: {
    exit: 2,
    message: "this manifest does not have the form of schema/manifest.schema.json: {reason}",
    remedy: "Build it again with nexus-core build.",
  },

  // Projects
  NXC_INSPECT_NOTHING: {
    exit: 2,
    message: "this folder holds no {folder}, so there is nothing to inspect",
    remedy: "Name the root of a project in which a harness has worked.",
  },
  NXC_INIT_EXISTS: {
    exit: 2,
    message: "these files exist already: {files}",
    remedy: "Nothing was written. Move them away, or overwrite them with --force.",
  },
  NXC_INSPECT_NONE: {
    exit: 2,
    message: "contract {contract} does not say what its implementations leave in a project",
    remedy: "Inspect by another contract with --contract ID.",
  },
  NXC_INSPECT_MANY: {
    exit: 2,
    message: "this folder holds more than {most} files and folders",
    remedy: "No harness needs so many. Look at what made them.",
  },

  ...RENDER_ERRORS,
  ...TOOLKIT_ERRORS,

  // Contracts and fixtures
  NXC_CONTRACT_UNKNOWN: {
    exit: 2,
    message: 'there is no contract "{id}"',
    remedy: "{hint}Known contracts: {known}.",
  },
  NXC_CONTRACT_INVALID: { exit: 2, message: "{reason}", remedy: "Correct the contract." },
  NXC_PROFILE_UNKNOWN: {
    exit: 2,
    message: 'contract {contract} has no profile "{profile}"',
    remedy: "{hint}Its profiles: {known}.",
  },
  NXC_FIXTURE_INVALID: {
    exit: 2,
    message: "{reason}",
    remedy: "{hint}Correct the fixture. conformance/README.md describes the format.",
  },
  NXC_FIXTURE_UNKNOWN_TOOL: {
    exit: 2,
    message: '"{tool}" is not a tool of contract {contract}',
    remedy: "{hint}Tools: {known}.",
  },
  NXC_FIXTURE_UNKNOWN_EVENT: {
    exit: 2,
    message: '"{event}" is not an event of contract {contract}',
    remedy: "{hint}Events: {known}.",
  },
  NXC_FIXTURE_UNKNOWN_ACTOR: {
    exit: 2,
    message: '"{actor}" has no credential in contract {contract}',
    remedy: "{hint}Add the actor to the file that credentials of contract.yml names.",
  },
  NXC_FIXTURE_UNKNOWN_REQUIREMENT: {
    exit: 2,
    message: '"{requirement}" is not a requirement of contract {contract}',
    remedy: "{hint}contract.yml lists the requirements.",
  },
  NXC_FIXTURE_BAD_PATH: {
    exit: 2,
    message: '"{path}" is not a path of the fixture dialect: {reason}',
    remedy: "A path is $ followed by .name, ['name'], [0] or [-1]; .length counts an array.",
  },
  NXC_FIXTURE_BAD_FILE_PATH: {
    exit: 2,
    message: '"{path}" {reason}',
    remedy:
      "Write a relative path inside the workspace; a link may also lead to a file of precondition/guarded_files, as {HOME}/NAME or by a relative path. Tokens of this contract: {tokens}.",
  },
  NXC_FIXTURE_BAD_PATTERN: {
    exit: 2,
    message: '"{pattern}" is not a regular expression: {reason}',
    remedy: "Correct the pattern.",
  },
  NXC_FIXTURE_UNKNOWN_CAPTURE: {
    exit: 2,
    message: 'no earlier step captures "{name}"',
    remedy: "{hint}Capture the value in an earlier step.",
  },
  NXC_FIXTURE_UNKNOWN_OPENING: {
    exit: 2,
    message: '"{name}" is not an opening of contract {contract}',
    remedy: "{hint}openings.json, next to contract.yml, lists the openings.",
  },
  NXC_FIXTURE_UNKNOWN_SCHEMA: {
    exit: 2,
    message: '"{schema}" is not a schema of contract {contract}',
    remedy: "{hint}Name a file below tool-schemas/, event-schemas/ or state-schemas/.",
  },
  NXC_FIXTURE_UNKNOWN_SURFACE: {
    exit: 2,
    message: '"{surface}" is not a surface of contract {contract}',
    remedy: "{hint}Surfaces: {known}.",
  },
  NXC_FIXTURE_DUPLICATE_ID: {
    exit: 2,
    message: '{other} already has the test_id "{id}"',
    remedy: "Give each case its own id. The ids of published cases never change.",
  },
  NXC_FIXTURE_ASSERTS_NOTHING: {
    exit: 2,
    message: 'case "{id}" asserts nothing, so it could never fail',
    remedy: "Add an assertion to its steps or its postcondition.",
  },

  NXC_FIXTURE_CALLS_NOTHING: {
    exit: 2,
    message: 'case "{id}" calls nothing, so it says nothing about the implementation',
    remedy: "Add an action or an event.",
  },

  // Selection
  NXC_SELECT_NO_MATCH: {
    exit: 2,
    message: '{flag} "{pattern}" matches no case',
    remedy: "{hint}Patterns match ids such as core/tools/plan-start/ID: * matches one part, ** any number.",
  },
  NXC_SELECT_UNKNOWN_REQUIREMENT: {
    exit: 2,
    message: 'contract {contract} has no requirement "{requirement}"',
    remedy: "{hint}Run nexus-conformance list requirements for the ids.",
  },
  NXC_EXPLAIN_UNKNOWN: {
    exit: 2,
    message: 'contract {contract} has no requirement and no case "{id}", and no error has that code',
    remedy: "{hint}Run nexus-conformance list cases, or list requirements, for the ids.",
  },
  NXC_SELECT_NOTHING: {
    exit: 2,
    message: "the selection leaves no case to judge",
    remedy: "{hint}Loosen --profile, --level, --run, --skip or --requirement.",
  },

  NXC_OPTION_INVALID: {
    exit: 2,
    message: "the option {option} {problem}",
    remedy: "Correct it. npx nexus-conformance run --help describes the options.",
  },

  // The baseline; all but the first are findings of a run
  NXC_BASELINE_INVALID: {
    exit: 2,
    message: "{reason}",
    remedy: "Correct the baseline. Its schema is conformance/schema/baseline.schema.json.",
  },
  NXC_BASELINE_STALE: {
    exit: 1,
    message: 'case "{id}" passes, so this entry is stale',
    remedy: "Remove the entry, or run once with --update-baseline.",
  },
  NXC_BASELINE_STEP: {
    exit: 1,
    message: 'case "{id}" fails in step {actual}, but this entry expects step {expected}',
    remedy: "Look at the new failure, then correct the entry.",
  },
  NXC_BASELINE_EXPIRED: {
    exit: 1,
    message: 'this entry for case "{id}" expired on {date}',
    remedy: "Make the case pass, or agree on a new date. An expired entry excuses nothing.",
  },
  NXC_BASELINE_UNKNOWN_CASE: {
    exit: 1,
    message: 'there is no case "{id}"',
    remedy: "{hint}Run nexus-conformance list for the ids.",
  },

  // Stored failures and copies
  NXC_STORE_UNKNOWN: {
    exit: 2,
    message: 'no failing case "{id}" is stored here',
    remedy: "{hint}A run with --store DIR writes them.",
  },
  NXC_STORE_INVALID: {
    exit: 2,
    message: "this is not the record of a failing case",
    remedy: "Run again with --store.",
  },
  NXC_COPY_NOT_EMPTY: {
    exit: 2,
    message: "this folder is not empty, so nothing was copied",
    remedy: "Name a folder that is empty or does not exist yet.",
  },

  ...COVERAGE_ERRORS,

  // Adapters and what they reach
  ...ADAPTER_ERRORS,

  NXC_WORKSPACE: {
    exit: 3,
    message: "preparing or reading the folder of a case failed: {reason}",
    remedy: "Check the files of the fixture, and that the temporary folder of the system is writable.",
  },

  ...CASE_ERRORS,

  // The kit itself
  NXC_ENDED_EARLY: {
    exit: 3,
    message: "the process ended before the command did, with exit code {code}",
    remedy:
      "Look for process.exit in the adapter or the implementation, or for a top-level await in the adapter module that never ends.",
  },
  NXC_STDOUT: {
    exit: 3,
    message: "writing to standard output failed: {reason}",
    remedy: "Check that its destination is open and has room, or write the report to a file.",
  },
  NXC_STRAY_ERROR: {
    exit: 3,
    message: "an error was thrown outside of any call: {reason}",
    remedy: "Look for a timer or a promise in the adapter or the implementation that is not awaited.",
  },
  NXC_INTERNAL: {
    exit: 3,
    message: "nexus-core itself failed: {reason}",
    remedy: "Please report this with the command and its input.",
  },
} as const satisfies Record<string, ErrorEntry>;
