import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostileCall } from "./calls.js";

export interface Plant {
  readonly title: string;
  /** Puts the plant into a project. */
  readonly put: (project: string) => void;
  /** Path of something that must survive, under this or another name; undefined if it may be removed. */
  readonly stays?: string;
  /** Selects calls to skip. A comment at the plant gives the reason. */
  readonly without?: (call: HostileCall) => boolean;
}

export function sized(path: string, bytes: number): void {
  const file = openSync(path, "w");
  ftruncateSync(file, bytes);
  closeSync(file);
}

/** Puts something at a path of the project and replaces what was there. */
export function making(place: string, put: (path: string, project: string) => void): Plant["put"] {
  return (project) => {
    const path = join(project, place);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    put(path, project);
  };
}
