/** The licences of the bundled packages. Most of them require that a copy of the code includes the licence. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The text of all licences, each below the names of its packages; empty when nothing is bundled.
 * @param inputs the source files of a bundle, relative to the folder
 * @throws Error when a bundled package ships no licence file
 */
export function bundledLicenses(folder: string, inputs: readonly string[]): string {
  const packages = [...new Set(inputs.flatMap((input) => packageFolder(input) ?? []))].sort();
  const titles = new Map<string, string[]>();
  for (const { title, text } of packages.map((path) => licenseOf(join(folder, path)))) {
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  return [...titles].map(([text, named]) => `${named.join("\n")}\n\n${text}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

/** `../node_modules/a/node_modules/@b/c/lib/d.js` is in `../node_modules/a/node_modules/@b/c`. */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function licenseOf(folder: string): { readonly title: string; readonly text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} is bundled, and ${folder} holds no licence`);
  return {
    title: `${name} ${version} (${license ?? "see below"})`,
    text: readFileSync(join(folder, file), "utf8").trim(),
  };
}
