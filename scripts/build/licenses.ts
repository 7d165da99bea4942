/** The licences of the packages that are bundled: whoever passes code on passes its licence on too. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The text of all licences, by package; empty where nothing is bundled.
 * @param inputs the files that a bundle is made of, relative to the folder
 * @throws Error when a bundled package ships no licence file
 */
export function bundledLicenses(folder: string, inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  return [...packages]
    .sort()
    .map((path) => licenseOf(join(folder, path)))
    .join("\n");
}

/** `../node_modules/a/node_modules/@b/c/lib/d.js` lies in `../node_modules/a/node_modules/@b/c`. */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, and ${dirname(folder)} holds no licence of it`);
  const title = `${name} ${version} (${license ?? "see below"})`;
  return `${title}\n${"-".repeat(title.length)}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
