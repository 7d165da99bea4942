import { expect, test } from "vitest";
import { counterContract } from "../conformance/testing/counter-contract.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { program } from "./nexus-conformance.js";
import { runHere } from "./testing/run-here.js";

const contract = counterContract();
const ask = (command: string, ...words: string[]) =>
  runHere(program, [command, "--contract", contract, ...words], temporaryFolder());

test("list shows the cases that run would judge with the same flags", async () => {
  expect(await ask("list", "--profile", "small", "--run", "read*", "--skip", "read_starts*")).toEqual({
    code: 0,
    stdout: "counter/tools/counter/read_returns_the_total  Reading returns what the file holds\n",
    stderr: "",
  });
});

test("list requirements shows how many cases verify each one", async () => {
  const { stdout } = await ask("list", "requirements", "--profile", "small");
  expect(stdout.split("\n")).toHaveLength(9);
  expect(stdout).toContain(
    "SHOULD  ours    counter.read.zero  Before the first addition the total is zero.  (1 case)\n",
  );
  expect(stdout).toContain(
    "MUST    ours    counter.add.atomic  A crash leaves the old or the new total.  (untested)\n",
  );
});

test("list --json prints JSON", async () => {
  const cases = JSON.parse((await ask("list", "cases", "--json")).stdout) as { id: string; verifies: string[] }[];
  expect(cases.at(-1)).toMatchObject({ id: "reset_returns_to_zero", verifies: ["counter.reset.zero"] });
  const requirements = JSON.parse((await ask("list", "requirements", "--json", "--level", "must")).stdout) as {
    id: string;
  }[];
  expect(requirements[0]).toEqual({
    id: "counter.add.sums",
    level: "MUST",
    profile: "small",
    text: "Adding raises the total by the number given.",
    source: "page of the counter",
    origin: "source",
    cases: ["add_twice"],
  });
});

test("list shows what the source demands or what the contract adds, with the cases of it", async () => {
  const ids = async (...words: string[]) =>
    (JSON.parse((await ask("list", ...words, "--json")).stdout) as { id: string }[]).map(({ id }) => id);
  expect(await ids("requirements", "--origin", "ours")).toEqual([
    "counter.read.zero",
    "counter.files.named",
    "counter.add.atomic",
  ]);
  expect(await ids("cases", "--origin", "ours")).toEqual(["add_twice", "read_starts_at_zero"]);
});

test("explain shows a requirement with its cases", async () => {
  const { code, stdout } = await ask("explain", "counter.read.zero");
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^counter\.read\.zero {2}SHOULD, profile small\n {2}Before the first addition the total is zero\.\n\nOurs: the page does not say it\n\nVerified by\n {2}counter\/tools\/counter\/read_starts_at_zero {2}\S+counter\.json:\d+\n {4}Reading without a file returns zero\n\nAlone: npx nexus-conformance run --contract \S+ --requirement counter\.read\.zero\n$/,
  );
  expect((await ask("explain", "counter.add.atomic")).stdout).toContain("Untested: no fixture can crash it yet");
});

test("explain shows an error code with its remedy", async () => {
  expect((await ask("explain", "NXC_ADAPTER_NOT_FOUND")).stdout).toMatch(
    /^NXC_ADAPTER_NOT_FOUND {2}error, exit code 2\n {2}message: .+\n {2}remedy: Check the path .+\n$/,
  );
});

test("explain shows a case with its steps, by its id or its whole name", async () => {
  const { stdout } = await ask("explain", "add_nothing_is_refused");
  expect(stdout).toContain("  MUST  counter.add.positive\n    A number below one is refused and changes nothing.\n");
  expect(stdout).toContain("\nNeeds the tool add\n");
  expect(stdout).toContain("  .state/counter.json exists\n");
  expect(stdout).toMatch(/^ {2}1\. calls add with \{"by":0\}\n {5}→ it is refused/mu);
  expect(stdout).toContain("--run add_nothing_is_refused\n");
  expect((await ask("explain", "counter/tools/counter/add_nothing_is_refused")).stdout).toBe(stdout);
});

test.each([
  [
    ["explain", "counter.read.zer"],
    'no requirement and no case "counter.read.zer", and no error has that code. Did you mean "counter.read.zero"?',
  ],
  [["explain", "NXC_CASE_STAT"], 'Did you mean "NXC_CASE_STATE"?'],
  [["explain", "add_twise"], 'Did you mean "add_twice"?'],
  [["explain"], "NXC_USAGE_MISSING_ARGUMENT  ID is missing. Run nexus-conformance explain --help for the form."],
  [["list", "case"], '"case" is not one of cases, requirements. Did you mean "cases"?'],
  [["list", "--run", "nobody"], '--run "nobody" matches no case.'],
])("%j gives exit code 2 and an error of one line", async ([command = "", ...words], line) => {
  const { code, stdout, stderr } = await ask(command, ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
  expect(stderr.trimEnd()).not.toContain("\n");
});
