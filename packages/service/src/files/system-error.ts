/** The code of an error of the file system, such as ENOENT; empty for any other error. */
export function codeOf(error: unknown): string {
  return (error as Partial<NodeJS.ErrnoException> | null)?.code ?? "";
}

const TEXTS = {
  ENOENT: "no such file or directory",
  ENOTDIR: "not a directory",
  EISDIR: "illegal operation on a directory",
  ENAMETOOLONG: "name too long",
  ELOOP: "too many symbolic links encountered",
} as const;

/** The error that the file system would report for a path that was refused before reaching it. */
export function systemError(code: keyof typeof TEXTS): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${TEXTS[code]}`), { code });
}

/** The reason of the file system without the path, which may be a descriptor that means nothing to a reader. */
export function systemReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n", 1);
  return codeOf(error) === "" ? line : (line.split(", ", 1)[0] ?? line);
}
