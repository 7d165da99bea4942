import { expect, test } from "vitest";
import { NexusError } from "../../base/errors.js";
import { inspectContract, loadContractFrom } from "../contract/contract.js";
import { contractFixtures, readCases } from "../fixture/find-fixtures.js";
import { COUNTER_CONTRACT, counterContract } from "../testing/counter-contract.js";
import { type Selection, select } from "./select.js";

const contract = loadContractFrom(counterContract());
const cases = readCases(contractFixtures(contract), contract);

function ids(selection: Selection) {
  return select(cases, contract, selection).cases.map(({ id }) => id);
}

function line(selection: Selection): string {
  try {
    return ids(selection).join(" ");
  } catch (thrown) {
    return NexusError.from(thrown).line;
  }
}

test("a profile includes the smaller profiles", () => {
  expect(ids({ profile: "small" })).toEqual([
    "add_twice",
    "add_nothing_is_refused",
    "read_returns_the_total",
    "read_starts_at_zero",
  ]);
  expect(ids({})).toHaveLength(6);
  expect(select(cases, contract, { profile: "small" }).requirements).toHaveLength(8);
});

test("a profile beside the chain has what it includes, its own requirements and the events that it accepts", () => {
  const own =
    "profiles: [small, large]\nown_profiles:\n  ticking: { includes: small, events: [tick], requirements: [counter.tick.adds] }";
  const withOwn = loadContractFrom(
    counterContract({ "contract.yml": COUNTER_CONTRACT.replace("profiles: [small, large]", own) }),
  );
  const chosen = select(readCases(contractFixtures(withOwn), withOwn), withOwn, { profile: "ticking" });
  expect(chosen.cases.map(({ id }) => id)).toEqual([...ids({ profile: "small" }), "tick_adds_one"]);
  expect(chosen.requirements.map(({ id }) => id)).toContain("counter.tick.adds");
  expect(chosen.requirements.map(({ id }) => id)).not.toContain("counter.reset.zero");
});

test("profile all also holds what belongs only to a profile beside the chain", () => {
  const own = "profiles: [small]\nown_profiles: { large: { includes: small } }";
  const withOwn = loadContractFrom(
    counterContract({ "contract.yml": COUNTER_CONTRACT.replace("profiles: [small, large]", own) }),
  );
  const chosen = (selection: Selection) =>
    select(readCases(contractFixtures(withOwn), withOwn), withOwn, selection).cases.map(({ id }) => id);
  expect(chosen({})).toEqual(ids({ profile: "small" }));
  expect(chosen({ profile: "large" })).toEqual(ids({}));
  expect(chosen({ profile: "all" })).toEqual(ids({}));
});

test("a profile beside the chain names only what the contract has", () => {
  const own = `profiles: [small, large]
own_profiles:
  small: { includes: tiny, events: [tock], requirements: [counter.tick.ads] }`;
  const text = COUNTER_CONTRACT.replace("profiles: [small, large]", own);
  const messages = inspectContract(counterContract({ "contract.yml": text })).map(({ message }) => message);
  expect(messages).toEqual([
    'profile "small" is listed twice',
    '"tiny" is not a profile of this contract',
    '"counter.tick.ads" is not a requirement of this contract',
    '"tock" is not an event of this contract',
  ]);
});

test("a level leaves out weaker levels", () => {
  expect(ids({ profile: "small", level: "MUST" })).not.toContain("read_starts_at_zero");
  expect(select(cases, contract, { level: "MUST" }).requirements.map(({ level }) => level)).not.toContain("SHOULD");
});

test("globs match ids, or whole names if they contain a slash", () => {
  expect(ids({ run: ["read_*"] })).toEqual(["read_returns_the_total", "read_starts_at_zero"]);
  expect(ids({ run: ["counter/**/add_twice"] })).toEqual(["add_twice"]);
  expect(ids({ run: ["counter/tools/*/*"], skip: ["read_*", "tick*"] })).toEqual([
    "add_twice",
    "add_nothing_is_refused",
    "reset_returns_to_zero",
  ]);
});

test("selecting cases limits the requirements of the run, skipping cases does not", () => {
  expect(select(cases, contract, { run: ["read_returns*"] }).requirements.map(({ id }) => id)).toEqual([
    "counter.read.total",
  ]);
  expect(select(cases, contract, { skip: ["read_*"] }).requirements.map(({ id }) => id)).toContain(
    "counter.read.total",
  );
});

test("a requirement selects the cases that verify it", () => {
  const selected = select(cases, contract, { requirements: ["counter.add.positive"] });
  expect(selected.cases.map(({ id }) => id)).toEqual(["add_nothing_is_refused"]);
  expect(selected.requirements.map(({ id }) => id)).toEqual(["counter.add.positive"]);
});

test.each([
  [{ run: ["red_*"] }, 'NXC_SELECT_NO_MATCH  --run "red_*" matches no case.'],
  [{ run: ["add_twise"] }, 'Did you mean "add_twice"?'],
  [{ skip: ["x"] }, 'NXC_SELECT_NO_MATCH  --skip "x" matches no case.'],
  [
    { profile: "smal" },
    'NXC_PROFILE_UNKNOWN  contract counter has no profile "smal". Did you mean "small"? Its profiles: small, large, all.',
  ],
  [
    { requirements: ["counter.add.sum"] },
    'NXC_SELECT_UNKNOWN_REQUIREMENT  contract counter has no requirement "counter.add.sum". Did you mean "counter.add.sums"?',
  ],
  [
    { profile: "small", run: ["tick_adds_one"] },
    'NXC_SELECT_NOTHING  the selection leaves no case to judge. Case "tick_adds_one" needs --profile',
  ],
])("%j is refused in one line", (selection, expected) => {
  expect(line(selection)).toContain(expected);
});
