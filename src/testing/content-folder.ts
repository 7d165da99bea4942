import type { ContentFiles } from "../content/read/content-files.js";
import { temporaryFolder, writeFiles } from "./temporary-folder.js";

/** Writes these files into a real folder. */
export function contentFolder(files: ContentFiles): string {
  const dir = temporaryFolder();
  writeFiles(dir, Object.fromEntries(files.texts));
  return dir;
}
