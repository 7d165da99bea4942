import type { Settings } from "./settings.js";

/** One line that says which claims of tokens are not checked, and what to do; undefined if both are. */
export function uncheckedClaims({ audience, issuer }: Settings): string | undefined {
  const unchecked = [
    ...(audience === undefined ? [{ claim: "any aud", origin: "for another service", flag: "--audience" }] : []),
    ...(issuer === undefined ? [{ claim: "any iss", origin: "by another issuer", flag: "--issuer" }] : []),
  ];
  if (unchecked.length === 0) return undefined;
  const all = (member: "claim" | "origin" | "flag", word: string) =>
    unchecked.map((each) => each[member]).join(` ${word} `);
  return `tokens are accepted with ${all("claim", "and")}, so also those made ${all("origin", "or")}. Set ${all("flag", "and")}.`;
}
