/** The form in which paths are compared: from the project root, forward slashes, without `./` and a slash at the end. */
export function projectPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/+)+/, "")
    .replace(/\/+$/, "");
}

/** Whether a path is the other, or a folder above it. Both in the form of {@link projectPath}. */
export function covers(path: string, other: string): boolean {
  return path === other || other.startsWith(`${path}/`);
}
