/** The site in a real browser: every link leads somewhere, and each kind of page can be read at every width. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { packageRoot } from "../../src/base/package-root.js";

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"];

const isMissing = !existsSync(CHROMIUM);
const isCI = process.env["CI"] === "true";

if (isMissing && !isCI) console.warn(`${CHROMIUM} is missing, so the site is not tested in a browser here.`);

test.runIf(isMissing && isCI)("CI has a browser", () => {
  throw new Error(`${CHROMIUM} is missing: install Debian's chromium, or name another one in CHROMIUM`);
});

const inBrowser = test.skipIf(isMissing);

const HTML = join(packageRoot, "site/html");
/** No server listens here: the browser gets the files of the site from this test, and nothing else. */
const SITE = "http://site.test/nexus-core/";

let browser: Browser | undefined;
let complaints: string[] = [];

beforeAll(async () => {
  if (isMissing) return;
  execFileSync("npm", ["run", "--silent", "docs"], { cwd: packageRoot, stdio: ["ignore", "ignore", "inherit"] });
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});

afterAll(() => browser?.close());

/** No page asks for anything that the site does not have, or logs anything. */
afterEach(() => {
  expect(complaints).toEqual([]);
  complaints = [];
});

/** The file that a web server answers with, from the folder of the site. */
function fileAt({ pathname }: URL): string {
  return decodeURI(pathname.slice("/nexus-core/".length)).replace(/(^|\/)$/u, "$1index.html");
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser!.newPage(options);
  page.on("console", (message) => complaints.push(`${path}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${path}: ${error.message}`));
  await page.route("**/*", (route) => {
    const url = route.request().url();
    const file = join(HTML, fileAt(new URL(url)));
    if (url.startsWith(SITE) && existsSync(file)) return route.fulfill({ path: file });
    complaints.push(`${path} asks for ${url}`);
    return route.abort();
  });
  await page.goto(`${SITE}${path}`, { waitUntil: "networkidle" });
  // Keys and clicks that come before Vue has taken over the page are lost.
  await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
  return page;
}

/** One page of each kind. */
const KINDS = [
  "",
  "start.html",
  "use/render.html",
  "roles/agents/engineer.html",
  "roles/skills/nx-plan.html",
  "contracts/core/tools.html",
  "contracts/core/requirements.html",
  "contracts/core/cases/",
  "contracts/core/cases/tools/plan-start.html",
  "reference/errors.html",
  "reference/commands.html",
  "maintain/proof.html",
  "comparison.html",
  "api/",
  "api/nexus-core/functions/runConformance.html",
];

inBrowser("every link leads to a page of the site and to a heading that is there", async () => {
  const files = await fg("**/*.html", { cwd: HTML });
  expect(files.length).toBeGreaterThan(300);
  const page = await open("");
  const found = await page.locator("html").evaluate(async (own, paths) => {
    const parser = new own.ownerDocument.defaultView.DOMParser();
    const read = async (path: string) => {
      const html = parser.parseFromString(await (await fetch(path)).text(), "text/html");
      const links = [...html.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? "");
      return { path, ids: [...html.querySelectorAll("[id]")].map(({ id }) => id), links };
    };
    const pages = [];
    for (const path of paths) pages.push(await read(path));
    return pages;
  }, files);
  const idsOf = new Map(found.map(({ path, ids }) => [path, new Set(ids)]));
  const broken = found.flatMap(({ path, links }) => {
    const inside = links.map((link) => new URL(link, `${SITE}${path}`)).filter(({ href }) => href.startsWith(SITE));
    return inside
      .filter((url) => {
        const ids = idsOf.get(fileAt(url));
        return ids === undefined || (url.hash !== "" && !ids.has(decodeURI(url.hash.slice(1))));
      })
      .map((link) => `${path} → ${link.href.slice(SITE.length)}`);
  });
  expect([...new Set(broken)]).toEqual([]);
});

inBrowser("no kind of page scrolls sideways on a phone, a tablet or a wide screen", async () => {
  const wide: string[] = [];
  for (const path of KINDS) {
    const page = await open(path);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const isWide = await page.locator("html").evaluate((html) => html.scrollWidth > html.clientWidth);
      if (isWide) wide.push(`${path} at ${width}`);
    }
    await page.context().close();
  }
  expect(wide).toEqual([]);
});

inBrowser.each([
  ["I have a harness", "nexus-core"],
  ["I want roles", "The agents and skills"],
  ["I write agents", "Write a role or a skill of your own"],
  ["I maintain this", "Contributing"],
])("the door %s leads to its first page, which the sidebar marks", async (door, title) => {
  const page = await open("");
  await page.locator(".VPFeatures").getByText(door).click();
  await page.locator("h1", { hasText: title }).waitFor();
  const active = page.locator(".VPSidebarItem.is-active .text").first();
  expect(await page.locator(".VPSidebarItem.level-0.has-active").textContent()).toContain(door);
  expect(await active.isVisible()).toBe(true);
});

inBrowser("a phone has the pages in a menu", async () => {
  const page = await open("use/render.html", { viewport: { width: 390, height: 800 } });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.locator(".VPSidebar").getByText("Write a role or a skill of your own").click();
  await page.locator("h1", { hasText: "Write a role or a skill of your own" }).waitFor();
});

inBrowser.each([
  ["core.plan_start.archives-previous", "requirements.html#coreplan_startarchives-previous"],
  ["plan_start_creates_the_first_plan", "cases/tools/plan-start.html#plan_start_creates_the_first_plan"],
  ["NXC_ADAPTER_FORM", "reference/errors.html#error-codes"],
])("the search finds %s", async (words, address) => {
  const page = await open("");
  await page.keyboard.press("Control+k");
  await page.locator(".search-input").fill(words);
  await page.locator(".VPLocalSearchBox .result").first().click();
  await page.waitForURL((url) => url.href.endsWith(address));
});

inBrowser("a reader chooses between light and dark, and the choice stays", async () => {
  const page = await open("start.html", { viewport: { width: 1440, height: 800 }, colorScheme: "light" });
  const isDark = () => page.locator("html").evaluate((html) => html.classList.contains("dark"));
  expect(await isDark()).toBe(false);
  await page.locator(".VPNavBarAppearance .VPSwitchAppearance").click();
  expect(await isDark()).toBe(true);
  await page.reload({ waitUntil: "networkidle" });
  expect(await isDark()).toBe(true);
});

inBrowser("a role is shown as the file of each target", async () => {
  const page = await open("roles/agents/engineer.html");
  const tabs = page.locator(".vp-code-group .tabs label");
  expect(await tabs.allTextContents()).toEqual([
    "claude: .claude/agents/engineer.md",
    "opencode: .opencode/agents/engineer.md",
    "codex: .codex/agents/engineer.toml",
    "agents-md: .agents/roles/engineer.md",
  ]);
  await tabs.nth(2).click();
  expect(await page.locator(".vp-code-group .active code").textContent()).toContain("developer_instructions");
});
