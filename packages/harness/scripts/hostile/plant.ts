import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostileCall } from "./calls.js";

export interface Plant {
  readonly title: string;
  /** Puts it into a project. */
  readonly put: (project: string) => void;
  /** From the project, where it must still be afterwards, under this or another name; absent where it may go. */
  readonly stays?: string;
  /** Calls that are not made, with the reason beside the plant. */
  readonly without?: (call: HostileCall) => boolean;
}

export function sized(path: string, bytes: number): void {
  const file = openSync(path, "w");
  ftruncateSync(file, bytes);
  closeSync(file);
}

/** Puts something at a place of the project, whatever stands there. */
export function making(place: string, put: (path: string, project: string) => void): Plant["put"] {
  return (project) => {
    const path = join(project, place);
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { recursive: true, force: true });
    put(path, project);
  };
}
