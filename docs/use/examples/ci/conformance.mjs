// Judges the harness of a folder in CI. It writes annotations, a summary, JUnit, JSON, a page and a badge, and excuses the
// cases of a baseline. Settings are environment variables; a program gets them as they are, and no shell reads them:
// CONFORMANCE_PROFILE=tools node node_modules/nexus-core/docs/use/examples/ci/conformance.mjs
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import process from "node:process";

const setting = (name) => process.env[`CONFORMANCE_${name}`] ?? "";
const folder = resolve(setting("FOLDER") || ".");
const reports = resolve(folder, setting("REPORTS") || "conformance-report");

/** The kit that the project has installed. */
function kitOf(project) {
  try {
    return dirname(createRequire(join(project, "package.json")).resolve("nexus-core/package.json"));
  } catch {
    return undefined;
  }
}

const kit = kitOf(folder);
if (kit === undefined) {
  process.stderr.write(`nexus-core is not installed in ${folder}. Run npm install --save-dev nexus-core.\n`);
  process.exit(2);
}
const usual = "conformance/baseline.json";
const baseline = setting("BASELINE") || (existsSync(join(folder, usual)) ? usual : "");
const chosen = { adapter: setting("ADAPTER"), config: setting("CONFIG"), contract: setting("CONTRACT") };
const limits = { profile: setting("PROFILE"), level: setting("LEVEL"), baseline };
// As one word, a value that begins with a hyphen cannot become an option.
const options = Object.entries({ ...chosen, ...limits }).flatMap(([name, value]) =>
  value === "" ? [] : [`--${name}=${value}`],
);
const files = { json: "report.json", junit: "junit.xml", html: "report.html", badge: "badge.json" };
const written = Object.entries(files).map(([format, file]) => `--reporter=${format}:${join(reports, file)}`);
const notes = join(reports, "annotations.txt");
const isGitHub = process.env.GITHUB_ACTIONS === "true";
const printed = ["--reporter=pretty", ...(isGitHub ? [`--reporter=github:${notes}`] : [])];
const strict = setting("STRICT") === "true" ? ["--strict"] : [];

try {
  mkdirSync(reports, { recursive: true });
} catch (error) {
  process.stderr.write(`The folder for the reports cannot be made: ${error.message}. Set CONFORMANCE_REPORTS.\n`);
  process.exit(2);
}
const words = [join(kit, "bin/nexus-conformance.js"), "run", ...options, ...strict, ...printed, ...written];
const { status } = spawnSync(process.execPath, words, { cwd: folder, stdio: "inherit" });
// Lines of this form on standard output become annotations.
if (isGitHub && existsSync(notes)) process.stdout.write(readFileSync(notes, "utf8"));
const report = join(reports, files.json);
if (process.env.GITHUB_OUTPUT && existsSync(report)) {
  const { verdict } = JSON.parse(readFileSync(report, "utf8"));
  appendFileSync(process.env.GITHUB_OUTPUT, `verdict=${verdict}\n`);
}
process.exit(status ?? 3);
