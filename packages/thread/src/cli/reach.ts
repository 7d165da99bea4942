import { Refused } from "@nexus-core/service/command-line/refused";
import { originIn, type Reach } from "@nexus-core/service/http/same-site";
import { visibleLine } from "nexus-core/visible-text";
import { type Address, DEFAULT_ADDRESS } from "./address.js";

/** The flags that say where HTTP is served, and who may call it from a browser. */
export interface ReachFlags {
  /** true where no address was given with it. */
  readonly http?: Address | true;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

/**
 * How the server is reached over HTTP; undefined where it serves over stdio.
 * @throws Refused for a name or an origin that no browser would send
 */
export function reachIn({ http, allowHost, allowOrigin }: ReachFlags): Reach | undefined {
  if (http === undefined) {
    if (allowHost !== undefined) throw new Refused(2, "--allow-host is for --http. Leave it out.");
    if (allowOrigin !== undefined) throw new Refused(2, "--allow-origin is for --http. Leave it out.");
    return undefined;
  }
  const name = allowHost?.find((text) => !isName(text));
  if (name !== undefined) {
    throw new Refused(
      2,
      `--allow-host takes a name without scheme and port, such as thread.example, not "${visibleLine(name)}".`,
    );
  }
  const origin = allowOrigin?.find((text) => !isOrigin(text));
  if (origin !== undefined) {
    throw new Refused(
      2,
      `--allow-origin takes a scheme, a host and perhaps a port, such as https://app.example, not "${visibleLine(origin)}".`,
    );
  }
  return { ...(http === true ? DEFAULT_ADDRESS : http), names: allowHost ?? [], origins: allowOrigin ?? [] };
}

function isName(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[^\s:/\\@?#*[\]]+)$/iu.test(text) && URL.canParse(`http://${text}`);
}

function isOrigin(text: string): boolean {
  if (originIn(text) === undefined || /[\s@?#*]/u.test(text)) return false;
  const { pathname } = new URL(text);
  return pathname === "" || pathname === "/";
}
