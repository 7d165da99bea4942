import { prepareText, syncFolderOf } from "@nexus-core/service/files/write-file";
import { writing } from "../store/state-file.js";
import type { MemoryPlace } from "./memory-tool.js";

/** What a call adds to a folder of knowledge. */
export interface Entry<Answer> {
  /** Path relative to the project root. */
  readonly file: string;
  /** The new text; undefined if nothing changes. */
  readonly text: string | undefined;
  readonly answer: Answer;
}

/**
 * Writes an entry under the lock of the project.
 * @param entryOf reads the existing file; throws if the call is refused
 */
export async function storeKnowledge<Answer>(
  { store, root }: MemoryPlace,
  folder: string,
  entryOf: () => Entry<Answer>,
): Promise<Answer> {
  // A refused call creates nothing, not even the lock folder.
  entryOf();
  const release = await store.lock();
  try {
    const { file, text, answer } = entryOf();
    if (text !== undefined) {
      writing(file, () => {
        prepareText(root, file, text, { within: folder }).commit();
        syncFolderOf(root, file);
      });
    }
    return answer;
  } finally {
    release();
  }
}
