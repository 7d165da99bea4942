import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { staysInside } from "./stays-inside.js";
import { reasonOf, ToolError } from "./tool-error.js";

export const ARTIFACTS = ".nexus/state/artifacts";

/** Names of devices, with any ending, on Windows; a project is worked on there as well. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/** Bytes of one name that every common file system takes. */
const LONGEST_NAME = 255;

/**
 * Where an artifact stands. A name is a relative path with forward slashes that means the same on every system and
 * stays inside the folder, also when links stand in its way.
 * @returns the absolute path
 * @throws ToolError ARTIFACT_NAME for any other name, ARTIFACT_LEAVES for a link that leads out of the folder,
 * STATE_UNWRITABLE where the file system does not let anybody look
 */
export function artifactPath(root: string, filename: string): string {
  const problem = problemWith(filename);
  if (problem !== undefined) throw ToolError.of("ARTIFACT_NAME", { filename: JSON.stringify(filename), problem });
  const path = join(resolve(root), ARTIFACTS, filename);
  try {
    if (!staysInside(root, ARTIFACTS, filename)) throw ToolError.of("ARTIFACT_LEAVES", { filename });
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      const folderIsThere = "a folder of this name is there";
      throw ToolError.of("ARTIFACT_NAME", { filename: JSON.stringify(filename), problem: folderIsThere });
    }
  } catch (thrown) {
    if (thrown instanceof ToolError) throw thrown;
    throw ToolError.of("STATE_UNWRITABLE", { file: `${ARTIFACTS}/${filename}`, reason: reasonOf(thrown) }, thrown);
  }
  return path;
}

function problemWith(filename: string): string | undefined {
  if (filename === "") return "it is empty";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/u.test(filename)) return "it holds a control character";
  if (/\p{Surrogate}/u.test(filename)) return "it holds half a character";
  if (filename.includes("\\")) return "it holds a backslash; folders are divided by /";
  if (/^(?:\/|~(?:\/|$)|[a-z]:)/iu.test(filename)) return "it is not relative to the folder of artifacts";
  if (/[<>:"|?*]/u.test(filename)) return 'it holds one of < > : " | ? *';
  return filename
    .split("/")
    .map(problemWithPart)
    .find((problem) => problem !== undefined);
}

function problemWithPart(part: string): string | undefined {
  if (part === "") return "one of its parts is empty";
  if (part === "." || part === "..") return `it goes through "${part}"`;
  if (/[. ]$/u.test(part)) return "one of its parts ends in a dot or a space";
  if (/^ /u.test(part)) return "one of its parts begins with a space";
  if (RESERVED.test(part)) return `"${part}" is the name of a device on some systems`;
  if (Buffer.byteLength(part) > LONGEST_NAME) return `one of its parts is longer than ${LONGEST_NAME} bytes`;
  return undefined;
}
