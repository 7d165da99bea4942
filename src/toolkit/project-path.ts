import { posix } from "node:path";

/** The form in which paths are compared: from the project root, forward slashes, no `./` or `..` inside, no slash at the end. */
export function projectPath(path: string): string {
  return path === "" ? "" : posix.normalize(path.replaceAll("\\", "/")).replace(/(?<=.)\/$/, "");
}

/** Whether a path is the other, or a folder above it; `.` is the project root. Both in the form of {@link projectPath}. */
export function covers(path: string, other: string): boolean {
  return path === "." || path === other || other.startsWith(`${path}/`);
}
