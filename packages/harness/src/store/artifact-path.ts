import { join, resolve } from "node:path";
import { atPlace } from "@nexus-core/service/files/place";
import { codeOf } from "@nexus-core/service/files/system-error";
import { UnsafePath } from "@nexus-core/service/files/unsafe-path";
import { ToolError } from "../contract/tool-error.js";
import { hasHiddenCharacter } from "./hidden-characters.js";
import { writing } from "./state-file.js";

export const ARTIFACTS = ".nexus/state/artifacts";

/** Device names of Windows, with any extension. They are refused everywhere, so that projects work on every system. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** Most bytes of one name that every common file system accepts. */
const LONGEST_NAME = 255;

/**
 * The path of an artifact. A valid name is a relative path with forward slashes that means the same on every system and
 * stays inside the artifact folder, even through links.
 * @returns the absolute path
 * @throws ToolError ARTIFACT_NAME for any other name, ARTIFACT_LEAVES for a link that leads out of the folder,
 * UNSAFE_FILE if something other than a file is in the way, STATE_UNWRITABLE if the file system denies access
 */
export function artifactPath(root: string, filename: string): string {
  const refuse = (problem: string) => ToolError.of("ARTIFACT_NAME", { filename: JSON.stringify(filename), problem });
  const problem = problemWith(filename);
  if (problem !== undefined) throw refuse(problem);
  const file = `${ARTIFACTS}/${filename}`;
  writing(file, () => {
    if (isFolder(root, file, filename)) throw refuse("a folder of this name is there");
  });
  return join(resolve(root), file);
}

function isFolder(root: string, file: string, filename: string): boolean {
  const look = (follow: boolean) =>
    atPlace(root, file, { within: ARTIFACTS, follow }, ({ folder, name }) => folder.look(name));
  try {
    const found = look(false);
    const target = found?.isSymbolicLink() === true ? look(true) : found;
    if (found !== undefined && target === undefined) throw new UnsafePath("link", "leads to nothing");
    return target?.isDirectory() ?? false;
  } catch (thrown) {
    const isLink = (thrown instanceof UnsafePath && thrown.kind === "link") || codeOf(thrown) === "ELOOP";
    throw isLink ? ToolError.of("ARTIFACT_LEAVES", { filename }, thrown) : thrown;
  }
}

function problemWith(filename: string): string | undefined {
  if (filename === "") return "it is empty";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/u.test(filename)) return "it holds a control character";
  if (/\p{Surrogate}/u.test(filename)) return "it holds half a character";
  if (hasHiddenCharacter(filename)) return "it holds an invisible character, such as a direction mark";
  if (filename.includes("\\")) return "it holds a backslash; folders are divided by /";
  if (/^(?:\/|~(?:\/|$)|[a-z]:)/iu.test(filename)) return "it is not relative to the folder of artifacts";
  if (/[<>:"|?*]/u.test(filename)) return 'it holds one of < > : " | ? *';
  return filename
    .split("/")
    .map(fileNameProblem)
    .find((problem) => problem !== undefined);
}

/** Why a name is no good file name on every system, as the end of a sentence; undefined for a good one. */
export function fileNameProblem(part: string): string | undefined {
  if (part === "") return "one of its parts is empty";
  if (part === "." || part === "..") return `it goes through "${part}"`;
  if (/[. ]$/u.test(part)) return "one of its parts ends in a dot or a space";
  if (/^ /u.test(part)) return "one of its parts begins with a space";
  if (RESERVED.test(part)) return `"${part}" is the name of a device on some systems`;
  if (Buffer.byteLength(part) > LONGEST_NAME) return `one of its parts is longer than ${LONGEST_NAME} bytes`;
  return undefined;
}
