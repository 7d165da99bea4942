// The counter of the tests, stored in a folder.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

export function counterIn(folder) {
  const file = join(folder, ".state/counter.json");
  const total = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).total : 0);
  const write = (value) => {
    mkdirSync(dirname(file), { recursive: true });
    // Write elsewhere first, so that the first visible change in the folder is the complete file. A test that kills the
    // process at that change then always finds the new total.
    const next = join(tmpdir(), `${basename(folder)}.next`);
    writeFileSync(next, JSON.stringify({ total: value }));
    renameSync(next, file);
    return { total: value };
  };
  return {
    add: ({ by }) => {
      if (!(by >= 1)) throw new Error("by must be 1 or more");
      return write(total() + by);
    },
    read: () => ({ total: total() }),
    reset: () => write(0),
    tick: () => write(total() + 1),
  };
}
