/**
 * Runs inside a Node program, before its own code: copies the folders of a case before each file operation. The kit writes
 * the text of this function into a file, so it uses nothing from outside but its parameters.
 */

import type * as FileSystem from "node:fs";
import type { copyTree } from "./copy-tree.js";

export interface HookSettings {
  /** The folders to copy. */
  readonly roots: readonly string[];
  /** The same folders as the program knows them. */
  readonly given: readonly string[];
  /** Where the copies go. They are taken as long as a file `on` is there. */
  readonly folder: string;
  readonly mostBytes: number;
  readonly mostOperations: number;
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
type Api = Record<string, Call>;
type Node = Pick<NodeJS.Require, never> & ((id: string) => unknown);

export function hookFiles(load: Node, copy: typeof copyTree, settings: HookSettings): void {
  const fs = load("node:fs") as typeof FileSystem;
  const { join, resolve, sep } = load("node:path") as typeof import("node:path");
  const { fileURLToPath } = load("node:url") as typeof import("node:url");
  const { syncBuiltinESMExports } = load("node:module") as typeof import("node:module");
  const { isMainThread } = load("node:worker_threads") as typeof import("node:worker_threads");
  const { roots, given, folder, mostBytes, mostOperations } = settings;
  // Copying must not be recorded itself.
  const own = { ...fs };
  const api = fs as unknown as Api;
  const promises = fs.promises as unknown as Api;
  const { O_CREAT, O_RDWR, O_TRUNC, O_WRONLY, COPYFILE_EXCL } = fs.constants;
  let operations = 0;
  let running = 0;
  let isQuiet = false;

  const mark = (name: string, text = "") => own.writeFileSync(join(folder, name), text);
  const isOn = () => own.existsSync(join(folder, "on"));

  const realPath = (path: string): string => {
    const at = given.findIndex((each) => path === each || path.startsWith(each + sep));
    return at === -1 ? path : roots[at] + path.slice(given[at]?.length);
  };

  /** The real path behind a path of a call or a file descriptor. Programs may also reach files through open folders. */
  const pathOf = (argument: unknown): string | undefined => {
    const { fd } = Object(argument) as { readonly fd?: unknown };
    const descriptor = typeof argument === "number" ? argument : typeof fd === "number" ? fd : undefined;
    const text =
      descriptor !== undefined
        ? `/proc/self/fd/${descriptor}`
        : argument instanceof URL
          ? fileURLToPath(argument)
          : typeof argument === "string" || Buffer.isBuffer(argument)
            ? String(argument)
            : undefined;
    const [, link, rest = ""] = /^(\/(?:proc\/self|dev)\/fd\/\d+)(.*)$/su.exec(text ?? "") ?? [];
    if (link === undefined) return text === undefined ? undefined : realPath(resolve(text));
    try {
      return own.readlinkSync(link) + rest;
    } catch {
      return descriptor === undefined ? undefined : opened.get(descriptor);
    }
  };
  /** Needed where the system does not tell the path of a descriptor. */
  const opened = new Map<number, string>();
  const note = (descriptor: unknown, path: string | undefined) => {
    if (typeof descriptor === "number" && path !== undefined) opened.set(descriptor, path);
  };
  const isInside = (path: string | undefined) =>
    path !== undefined && roots.some((root) => path === root || path.startsWith(root + sep));

  /**
   * Copies the folders, unless another operation is under way, or may be: such a copy might show a state that never was.
   * Never throws into the program.
   */
  const before = (name: string, paths: readonly (string | undefined)[]) => {
    if (isQuiet || !isOn()) return;
    if (running > 0 || !isMainThread) {
      mark("overlap");
      return;
    }
    if (operations >= mostOperations) {
      mark("limit");
      return;
    }
    operations += 1;
    // Orders the operations of several processes, too.
    const id = `${String(process.hrtime.bigint()).padStart(20, "0")}-${process.pid}`;
    const target = join(folder, `before-${id}`);
    try {
      own.mkdirSync(target);
      const isCopied = (root: string, index: number) =>
        copy(own, root, join(target, String(index)), mostBytes) !== undefined;
      if (roots.every(isCopied)) mark(`before-${id}.json`, JSON.stringify({ name, paths }));
      else mark("limit");
    } catch {
      mark("limit");
    }
  };

  /** Replaces a function by a wrapper with the same properties. */
  const wrap = (target: Api, name: string, make: (original: Call) => Call) => {
    const original = target[name];
    if (typeof original !== "function") return;
    const wrapper = make(original);
    Object.defineProperties(wrapper, Object.getOwnPropertyDescriptors(original));
    target[name] = wrapper;
  };

  /** These call other functions of the module, which are operations themselves. */
  const compound = new Set(["rm", "cp", "truncate"]);

  /** Wraps the three forms of an operation. `concerns` returns the paths that it changes, or undefined if it changes nothing. */
  const hook = (name: string, concerns: (args: readonly unknown[]) => readonly unknown[] | undefined) => {
    const pathsIn = (args: readonly unknown[]) => {
      const paths = concerns(args)?.map(pathOf);
      return paths?.some(isInside) === true ? paths : undefined;
    };
    wrap(api, `${name}Sync`, (original) => {
      return function (...args) {
        const paths = pathsIn(args);
        if (paths !== undefined) before(name, paths);
        return original.apply(this, args);
      };
    });
    wrap(api, name, (original) => {
      return function (...args) {
        const paths = pathsIn(args);
        const callback = args.at(-1);
        if (paths === undefined || typeof callback !== "function") return original.apply(this, args);
        before(name, paths);
        if (compound.has(name)) return original.apply(this, args);
        running += 1;
        args[args.length - 1] = function (this: unknown, ...results: unknown[]) {
          running -= 1;
          if (name === "open") note(results[1], paths[0]);
          return Reflect.apply(callback, this, results);
        };
        return original.apply(this, args);
      };
    });
    wrap(promises, name, (original) => promised(name, original, pathsIn));
  };

  const promised = (
    name: string,
    original: Call,
    pathsIn: (args: readonly unknown[]) => readonly (string | undefined)[] | undefined,
  ): Call => {
    return async function (...args) {
      const paths = pathsIn(args);
      if (paths === undefined) return original.apply(this, args);
      before(name, paths);
      if (compound.has(name)) return original.apply(this, args);
      running += 1;
      try {
        const result = await original.apply(this, args);
        if (name === "open") note((result as { readonly fd: number }).fd, paths[0]);
        return result;
      } finally {
        running -= 1;
      }
    };
  };

  const changes = (flags: unknown) =>
    typeof flags === "number"
      ? (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) !== 0
      : /[wa+]/u.test(String(flags ?? "r"));
  const first = ([path]: readonly unknown[]) => [path];
  const both = ([from, to]: readonly unknown[]) => [from, to];
  const second = ([, to]: readonly unknown[]) => [to];

  /** Writing a whole file opens it, which empties it, and then writes. Both are operations. */
  const inTwo = (name: string, usual: string) => {
    const partsOf = (options: unknown) => {
      const { flag = usual, mode = 0o666 } = Object(typeof options === "string" ? {} : options) as {
        flag?: string;
        mode?: number;
      };
      return { flag, mode };
    };
    const isWhole = (file: unknown) => typeof file !== "number" && isInside(pathOf(file)) && !isHandle(file);
    const isHandle = (file: unknown) => typeof (Object(file) as { readonly fd?: unknown }).fd === "number";
    wrap(api, `${name}Sync`, (original) => {
      return function (...args) {
        const [file, data, options] = args;
        const path = pathOf(file);
        if (!isInside(path)) return original.apply(this, args);
        const { flag, mode } = partsOf(options);
        const descriptor = typeof file === "number" ? file : fs.openSync(file as string, flag, mode);
        before("write", [path]);
        isQuiet = true;
        try {
          return original.call(this, descriptor, data, options);
        } finally {
          isQuiet = false;
          if (descriptor !== file) fs.closeSync(descriptor);
        }
      };
    });
    wrap(api, name, (original) => {
      return function (...args) {
        const [file, data] = args;
        const callback = args.at(-1);
        if (!isWhole(file) || typeof callback !== "function") return original.apply(this, args);
        const options = args.length > 3 ? args[2] : undefined;
        const { flag, mode } = partsOf(options);
        fs.open(file as string, flag, mode, (failed, descriptor) => {
          if (failed !== null) return void callback(failed);
          // It writes with `fs.write`, which is an operation.
          original.call(this, descriptor, data, options, (problem: unknown) => {
            fs.close(descriptor, () => callback(problem));
          });
        });
        return undefined;
      };
    });
    wrap(promises, name, (original) => {
      return async function (...args) {
        const [file, data, options] = args;
        if (!isWhole(file)) return original.apply(this, args);
        const { flag, mode } = partsOf(options);
        const handle = await fs.promises.open(file as string, flag, mode);
        try {
          return await (handle as unknown as Api)["writeFile"]?.(data, options);
        } finally {
          await handle.close();
        }
      };
    });
  };
  inTwo("writeFile", "w");
  inTwo("appendFile", "a");

  for (const name of ["write", "writev", "ftruncate", "truncate", "unlink", "rm", "rmdir", "mkdir", "mkdtemp"])
    hook(name, first);
  for (const name of ["rename", "link"]) hook(name, both);
  for (const name of ["symlink", "cp"]) hook(name, second);
  // A copy over a file is not in place at once, so the kill point in the middle of it is an empty file.
  hook("copyFile", second);
  wrap(api, "copyFileSync", (original) => {
    return function (...args) {
      const [, target, mode = 0] = args;
      if (isInside(pathOf(target)) && isOn() && (Number(mode) & COPYFILE_EXCL) === 0) {
        fs.closeSync(fs.openSync(target as string, "w"));
      }
      return original.apply(this, args);
    };
  });
  hook("open", ([path, flags]) => (changes(flags) ? [path] : undefined));
  wrap(api, "openSync", (original) => {
    return function (...args) {
      const descriptor = original.apply(this, args) as number;
      const path = pathOf(args[0]);
      if (isInside(path)) note(descriptor, path);
      return descriptor;
    };
  });
  let isHandleHooked = false;
  wrap(promises, "open", (original) => {
    return async function (...args) {
      const handle = (await original.apply(this, args)) as object;
      if (!isHandleHooked) {
        isHandleHooked = true;
        const methods = Object.getPrototypeOf(handle) as Api;
        const pathsIn = (paths: readonly unknown[]) => (isInside(pathOf(paths[0])) ? [pathOf(paths[0])] : undefined);
        for (const name of ["write", "writev", "truncate", "writeFile", "appendFile"]) {
          wrap(methods, name, (method) => {
            return function (...values) {
              return promised(name, method, () => pathsIn([this])).apply(this, values);
            };
          });
        }
      }
      return handle;
    };
  });
  syncBuiltinESMExports();
  mark(`ready-${process.pid}`);
}
