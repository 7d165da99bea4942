/** The HTML report in a real browser: what it shows, how to use it, and what it must never do. */

import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { html } from "../../src/conformance/reporters/html/html.js";
import type { Report } from "../../src/conformance/run/report.js";
import { counterAdapter } from "../../src/conformance/testing/counter-contract.js";
import { everyStatus, HOSTILE, reportOf } from "../../src/conformance/testing/reports.js";
import { temporaryFolder } from "../../src/testing/temporary-folder.js";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

const isMissing = !existsSync(CHROMIUM);
const isCI = process.env["CI"] === "true";

if (isMissing && !isCI) console.warn(`${CHROMIUM} is missing, so the HTML report is not tested in a browser here.`);

test.runIf(isMissing && isCI)("CI has a browser", () => {
  throw new Error(`${CHROMIUM} is missing: install Debian's chromium, or name another one in CHROMIUM`);
});

const inBrowser = test.skipIf(isMissing);

let browser: Browser | undefined;
let requests: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  if (!isMissing) browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});

afterAll(() => browser?.close());

/** In every test, the page loads nothing else and logs nothing. */
afterEach(() => {
  expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
  requests = [];
  complaints = [];
});

async function open(report: Report, options: BrowserContextOptions = {}, hash = ""): Promise<Page> {
  const file = join(temporaryFolder(), "report.html");
  writeFileSync(file, html(report));
  const address = `${pathToFileURL(file).href}${hash}`;
  const page = await browser!.newPage(options);
  page.on("request", (request) => {
    if (request.url() !== address.replace(/#.*/, "")) requests.push(request.url());
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address);
  return page;
}

function visibleCases(page: Page): Promise<readonly string[]> {
  return page.locator("details.case:visible .name").allTextContents();
}

inBrowser("the report shows the verdict, and then the cases that did not pass", async () => {
  const page = await open(await everyStatus());
  expect(await page.locator(".verdict").textContent()).toBe("Does not conform.");
  expect(await page.locator("h2").allTextContents()).toEqual([
    "Fix first",
    "What did not pass",
    "tools/counter",
    "Requirements",
  ]);
  await page.getByText("add_twice").first().click();
  const failure = page.locator(".failure").first();
  expect(await failure.locator("pre").allTextContents()).toEqual(["5", "6"]);
  expect(await page.locator(".diff:visible .removed").allTextContents()).toEqual(['-   "total": 2']);
});

inBrowser("search and filters narrow cases and requirements, and announce the number of results", async () => {
  const page = await open(await everyStatus());
  const all = await visibleCases(page);
  expect(all).toHaveLength(8);
  await page.locator("#search").fill("reading TOTAL");
  expect(await visibleCases(page)).toEqual(["read_returns_the_total"]);
  expect(await page.locator("#shown").textContent()).toBe("1 case, 1 requirement");
  await page.locator("#search").fill("");
  await page.locator("#status").selectOption("finding");
  expect(await visibleCases(page)).toHaveLength(4);
  await page.locator("#status").selectOption("skipped");
  expect(await visibleCases(page)).toEqual(["tick_adds_one"]);
  expect(await page.locator("#requirements").isVisible()).toBe(false);
  await page.locator("#status").selectOption("");
  await page.locator("#level").selectOption("SHOULD");
  expect(await visibleCases(page)).toEqual(["read_starts_at_zero"]);
});

inBrowser("the keyboard reaches everything", async () => {
  const page = await open(await everyStatus());
  await page.keyboard.press("/");
  await page.keyboard.type("reset_returns");
  expect(await visibleCases(page)).toEqual(["reset_returns_to_zero"]);
  for (const id of ["status", "level"]) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement?.id")).toBe(id);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.locator("details.case[open] .name").allTextContents()).toEqual(["reset_returns_to_zero"]);
});

inBrowser("a link opens its case, even when a filter hides it", async () => {
  const page = await open(await everyStatus(), {}, "#case-counter.2Ftools.2Fcounter.2Fadd_twice");
  expect(await page.locator("details.case[open] .name").allTextContents()).toEqual(["add_twice"]);
  await page.locator("#status").selectOption("violated");
  await page.locator("#requirements ~ table").getByRole("link", { name: "read_returns_the_total" }).click();
  await page.waitForFunction('document.querySelectorAll("details.case[open]").length === 2');
  expect(await page.locator("#status").inputValue()).toBe("");
});

inBrowser("output of an implementation is never markup", async () => {
  const attack = '</script><script>document.title="owned"</script><img src=x onerror="document.title=1">';
  const report = await everyStatus();
  const cases = report.cases.map((record) => ({
    ...record,
    description: attack,
    notes: [attack, HOSTILE],
    repro: attack,
  }));
  const page = await open({ ...report, adapter: attack, implementation: { name: attack }, cases });
  expect(await page.locator("h1").textContent()).toBe(attack);
  expect(await page.locator("img, main script").count()).toBe(0);
  expect(await page.title()).toBe(`counter 1 / large: ${attack}`);
});

inBrowser("on a phone, the page does not scroll sideways", async () => {
  const text = JSON.stringify(await everyStatus());
  const wordy = JSON.parse(text.replaceAll("add_twice", `add_twice_${"and_once_more_".repeat(8)}`)) as Report;
  const page = await open(wordy, { viewport: { width: 390, height: 844 } });
  for (const each of await page.locator("details.case > summary").all()) await each.click();
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
});

/** Runs in the page. It has no types, because this package is not compiled for browsers. */
const COLORS_OF_WORDS = `(() => {
  const backOf = (element) => {
    if (element === null) return "rgb(255, 255, 255)";
    const { backgroundColor } = getComputedStyle(element);
    return backgroundColor === "rgba(0, 0, 0, 0)" ? backOf(element.parentElement) : backgroundColor;
  };
  return [...document.querySelectorAll("main *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== ""))
    .map((element) => [getComputedStyle(element).color, backOf(element)]);
})()`;

/** https://www.w3.org/TR/WCAG22/#contrast-minimum */
function contrast([front, back]: readonly [string, string]): number {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

inBrowser.each(["light", "dark"] as const)("in the %s scheme every word can be read", async (colorScheme) => {
  const page = await open(await everyStatus(), { colorScheme });
  for (const each of await page.locator("details.case > summary").all()) await each.click();
  const pairs = await page.evaluate<(readonly [string, string])[]>(COLORS_OF_WORDS);
  expect(pairs.length).toBeGreaterThan(100);
  expect(pairs.filter((pair) => contrast(pair) < 4.5)).toEqual([]);
  const back = await page.evaluate("getComputedStyle(document.body).backgroundColor");
  expect(back).toBe(colorScheme === "dark" ? "rgb(20, 23, 27)" : "rgb(255, 255, 255)");
});

inBrowser("without scripts, the page is complete and shows no filters", async () => {
  const page = await open(await reportOf(counterAdapter()), { javaScriptEnabled: false });
  expect(await page.locator(".verdict").textContent()).toBe("Conforms.");
  expect(await page.locator(".filters").isVisible()).toBe(false);
  expect(await visibleCases(page)).toHaveLength(6);
});
