/** What `init` can tell about a folder without running anything in it. */

import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { MCP_CLIENT, MCP_SERVER_LIBRARIES } from "../../conformance/adapters/mcp-sdk.js";
import { textAt } from "../../render/project.js";

/** How a harness is reached: a module of JavaScript or TypeScript, a program in Python, or an MCP server. */
export type Kind = "module" | "python" | "mcp";

export const KINDS: readonly Kind[] = ["module", "python", "mcp"];

export interface Detected {
  readonly kind: Kind;
  /** Why, as the end of a sentence. */
  readonly reason: string;
  /** What starts an MCP server, where package.json names it. */
  readonly command?: string;
  /** Whether the kit can load TypeScript here. */
  readonly loadsTypeScript: boolean;
  readonly testRunner: "vitest" | "node:test";
  readonly hasPackageJson: boolean;
  readonly hasLockFile: boolean;
  /** Whether package.json names this package. */
  readonly isInstalled: boolean;
  /** Whether package.json names the library with which the kit calls MCP servers. */
  readonly hasMcpClient: boolean;
  /** The path of the folder below the root of its repository; undefined for the root itself and outside a repository. */
  readonly withinRepository?: string;
}

const PYTHON_FILES = ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"];

export function detect(root: string): Detected {
  const text = textAt(root, "package.json");
  const described = parsed(text);
  const depends = (name: string) =>
    ["dependencies", "devDependencies", "peerDependencies"].some((member) => name in objectIn(described[member]));
  const others = {
    loadsTypeScript: depends("tsx") && (depends("typescript") || existsSync(join(root, "tsconfig.json"))),
    testRunner: depends("vitest") ? ("vitest" as const) : ("node:test" as const),
    hasPackageJson: text !== undefined,
    hasLockFile: existsSync(join(root, "package-lock.json")),
    isInstalled: depends("nexus-core"),
    hasMcpClient: depends(MCP_CLIENT),
    ...withinRepository(root),
  };
  const python = PYTHON_FILES.find((name) => existsSync(join(root, name)));
  // npm makes a package.json for what it installs, also in a project of another language.
  if (python !== undefined && isForTools(described))
    return { kind: "python", reason: `there is a ${python}, and package.json describes no program`, ...others };
  const library = MCP_SERVER_LIBRARIES.find(depends);
  if (library !== undefined) {
    const program = programOf(described);
    const command = program === undefined ? {} : { command: `node ${program}` };
    return { kind: "mcp", reason: `package.json depends on ${library}`, ...command, ...others };
  }
  return {
    kind: "module",
    reason: text === undefined ? "there is no package.json and no Python project" : "there is a package.json",
    ...others,
  };
}

function parsed(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    return objectIn(JSON.parse(text ?? "{}"));
  } catch {
    // npm will complain about it. The other files can still be judged.
    return {};
  }
}

function withinRepository(root: string): Pick<Detected, "withinRepository"> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) {
      return folder === root ? {} : { withinRepository: relative(folder, root).split(sep).join("/") };
    }
    if (folder === dirname(folder)) return {};
  }
}

/** Whether a package.json, or none, only holds what was installed to judge or build with. */
function isForTools({ bin, main, exports: exported, type, dependencies }: Readonly<Record<string, unknown>>): boolean {
  const own = Object.keys(objectIn(dependencies)).filter((name) => name !== "nexus-core" && name !== MCP_CLIENT);
  return bin === undefined && exported === undefined && type !== "module" && own.length === 0 && isUsualMain(main);
}

/** `npm init -y` writes it into every package.json. */
function isUsualMain(main: unknown): boolean {
  return main === undefined || main === "index.js";
}

/** The first program that the package installs, else its main file. A name of several words is left to the user. */
function programOf({ bin, main }: Readonly<Record<string, unknown>>): string | undefined {
  const programs = typeof bin === "string" ? [bin] : Object.values(objectIn(bin));
  const [program] = [...programs, main].filter((path) => typeof path === "string" && /^(?!-)[\w./@-]+$/u.test(path));
  return program as string | undefined;
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
