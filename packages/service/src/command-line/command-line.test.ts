import { Argument } from "commander";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandLine } from "./command-line.js";
import { addCompletion } from "./completion.js";
import { type ExitCode, Refused } from "./refused.js";

const written = { stdout: "", stderr: "" };

beforeEach(() => {
  for (const stream of ["stdout", "stderr"] as const) {
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
  }
});

afterEach(() => vi.restoreAllMocks());

async function run(...words: readonly string[]) {
  Object.assign(written, { stdout: "", stderr: "" });
  const program = new CommandLine("shop").version("1.2.3", "--version", "print the version");
  program
    .command("sell")
    .addArgument(new Argument("<thing>"))
    .option("--price <EURO>", "what it costs")
    .option("--gift", "wrap it")
    .runs((thing: string, { price }: { readonly price?: string }): ExitCode => {
      if (thing === "nothing") throw new Refused(3, "the shop is empty.\nOrder more.");
      if (thing === "bug") throw new Error("out of luck\n    at line 3");
      process.stdout.write(`${thing} for ${price}\n`);
      return 1;
    });
  addCompletion(program);
  return { code: await program.run(words), ...written };
}

test("a command gets its argument and its options, and decides the exit code", async () => {
  expect(await run("sell", "tea", "--price=3")).toEqual({ code: 1, stdout: "tea for 3\n", stderr: "" });
});

test.each([
  [["sell", "tea", "--prise", "3"], 'unknown option "--prise". Did you mean "--price"? See shop sell --help.'],
  [["sell", "tea", "--prise=3"], 'unknown option "--prise". Did you mean "--price"? See shop sell --help.'],
  [["sell", "tea", "--weight"], 'unknown option "--weight". See shop sell --help.'],
  [["sell", "tea", "--gift=yes"], 'option "--gift" takes no value. See shop sell --help.'],
  [["sell", "tea", "--price"], 'option "--price EURO" argument missing. See shop sell --help.'],
  [["sell"], "missing required argument 'thing'. See shop sell --help."],
  [["sell", "tea", "milk"], "too many arguments for 'sell'. Expected 1 argument but got 2. See shop sell --help."],
  [["sel"], 'unknown command "sel". Did you mean "sell"? See shop --help.'],
  [["--versoin"], 'unknown option "--versoin". Did you mean "--version"? See shop --help.'],
  [["\u001b[2J\u202e\n"], String.raw`unknown command "\u{1b}[2J\u{202e}\n". See shop --help.`],
])("%j is refused in one line, with code 2", async (words, line) => {
  expect(await run(...words)).toEqual({ code: 2, stdout: "", stderr: `shop: ${line}\n` });
});

test("what a command refuses keeps its code and all its text, and an error is one line with code 3", async () => {
  expect(await run("sell", "nothing")).toEqual({
    code: 3,
    stdout: "",
    stderr: "shop: the shop is empty.\\nOrder more.\n",
  });
  expect(await run("sell", "bug")).toEqual({ code: 3, stdout: "", stderr: "shop: out of luck\n" });
});

test("help, version and completion are printed, and help for no command is an error", async () => {
  expect(await run("--version")).toEqual({ code: 0, stdout: "1.2.3\n", stderr: "" });
  const help = await run("sell", "--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toContain("Usage: shop sell [options] <thing>");
  expect(help.stdout).toContain("--price EURO  what it costs");
  expect(await run()).toEqual({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(/^Usage: shop \[options\] \[command\]/),
  });
  expect((await run("completion", "bash")).stdout).toContain('"sell --price") return ;;');
  expect((await run("completion", "bahs")).stderr).toContain("Allowed choices are bash, zsh, fish.");
});
