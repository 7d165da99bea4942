// A counter behind the adapter protocol that writes its file in the way that its argument names: node writers.mjs HOW [CACHE]
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { appendFile, open, rename, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

const viaNext = async (file, write) => {
  await write(`${file}.next`);
  await rename(`${file}.next`, file);
};

const WAYS = {
  atomic: (file, text) => viaNext(file, (next) => writeFile(next, text)),
  "or ends": async (file, text) => {
    try {
      await viaNext(file, (next) => writeFile(next, text));
    } catch {
      process.exit(1);
    }
  },
  "two at once": (file, text) =>
    viaNext(file, async (next) => {
      await Promise.all([writeFile(next, text), writeFile(`${file}.other`, text)]);
      fs.unlinkSync(`${file}.other`);
    }),
  sync: (file, text) => fs.writeFileSync(file, text),
  descriptor: (file, text) => {
    const descriptor = fs.openSync(file, "w");
    fs.writeSync(descriptor, text.slice(0, 4));
    fs.writeSync(descriptor, text.slice(4));
    fs.closeSync(descriptor);
  },
  callback: (file, text) => promisify(fs.writeFile)(file, text),
  promise: (file, text) => writeFile(file, text),
  handle: async (file, text) => {
    const handle = await open(file, "r+");
    await handle.truncate();
    await handle.write(text);
    await handle.close();
  },
  stream: (file, text) => pipeline([text], fs.createWriteStream(file)),
  append: async (file, text) => {
    await truncate(file);
    await appendFile(file, text);
  },
  copy: (file, text) => {
    fs.writeFileSync(`${file}.next`, text);
    fs.copyFileSync(`${file}.next`, file);
    fs.unlinkSync(`${file}.next`);
  },
  "another program": (file, text) => spawnSync("sh", ["-c", `printf %s '${text}' > "${file}"`]),
};

const [how, cache] = process.argv.slice(2);
const write = WAYS[how];
if (cache !== undefined) fs.writeFileSync(cache, "written when it starts");
let file;
createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, cmd, tool, params, workspace } = JSON.parse(line);
  const say = (answer) => process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`);
  if (cmd === "hello") return say({ result: { name: "writers" } });
  if (cmd === "open") file = join(workspace, ".state/counter.json");
  if (cmd !== "call") return say({ result: null });
  try {
    const total = JSON.parse(fs.readFileSync(file, "utf8")).total + (params.by ?? 0);
    if (tool === "add") await write(file, JSON.stringify({ total }));
    say({ result: { total } });
  } catch (thrown) {
    say({ refusal: { message: thrown.message } });
  }
});
