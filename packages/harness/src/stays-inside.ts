import { lstatSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";

/**
 * Whether a file of a folder of the project stays in it, also when links stand in its way. The folders above may be
 * reached over a link within the project, as all tools reach them; the folder itself is none. A link that leads to
 * nothing leads out: nobody can say yet where a file behind it would be.
 * @param folder from the root of the project, with forward slashes
 * @param file from that folder
 */
export function staysInside(root: string, folder: string, file: string): boolean {
  const above = folder.split("/");
  const parts = [...above, ...file.split("/")];
  let allowed = realpathSync(root);
  let at = allowed;
  for (const [index, part] of parts.entries()) {
    at = join(at, part);
    const found = lstatSync(at, { throwIfNoEntry: false });
    // What is not there yet will be made as a plain folder or file.
    if (found === undefined) return true;
    const isFolder = index === above.length - 1;
    if (found.isSymbolicLink()) {
      const target = isFolder ? undefined : targetOf(at);
      if (target === undefined || !isWithin(target, allowed)) return false;
      at = target;
    }
    if (isFolder) allowed = at;
  }
  return true;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Where a link leads in the end; nowhere when that is not there, or the link itself. */
function targetOf(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}
