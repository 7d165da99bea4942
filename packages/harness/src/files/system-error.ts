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

/** The error that the file system would give for a path which was judged before the system saw it. */
export function systemError(code: keyof typeof TEXTS): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${TEXTS[code]}`), { code });
}

/**
 * Why the file system refused, without the path that it was asked for: that may be a descriptor of this process, which
 * tells nobody anything.
 */
export function systemReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n", 1);
  return codeOf(error) === "" ? line : (line.split(", ", 1)[0] ?? line);
}
