import { Refused } from "@nexus-core/service/command-line/refused";
import { originIn } from "@nexus-core/service/http/same-site";
import type { HttpOptions } from "@nexus-core/service/http/serve-http";
import { definedOnly } from "nexus-core/base";
import { visibleLine } from "nexus-core/visible-text";
import { type Address, DEFAULT_ADDRESS } from "./address.js";

/** Where HTTP is served, and to whom. */
export interface Reach extends HttpOptions, Address {
  readonly host: string;
  readonly port: number;
}

/** The flags for the address of HTTP, for browsers that may call it, and for the number of connections. */
export interface ReachFlags {
  /** true if no address was given with it. */
  readonly http?: Address | true;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly maxConnections?: number;
}

/** The flags that make no sense over stdio. */
const HTTP_ONLY = { allowHost: "--allow-host", allowOrigin: "--allow-origin", maxConnections: "--max-connections" };

/**
 * How the server is reached over HTTP; undefined if it serves over stdio.
 * @throws Refused for a name or an origin that no browser would send
 */
export function reachIn(flags: ReachFlags): Reach | undefined {
  const { http, allowHost, allowOrigin, maxConnections } = flags;
  if (http === undefined) {
    for (const [name, flag] of Object.entries(HTTP_ONLY)) {
      if (flags[name as keyof typeof HTTP_ONLY] !== undefined) {
        throw new Refused(2, `${flag} is for --http. Leave it out.`);
      }
    }
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
  return {
    ...(http === true ? DEFAULT_ADDRESS : http),
    names: allowHost ?? [],
    origins: allowOrigin ?? [],
    ...definedOnly({ maxConnections }),
  };
}

function isName(text: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[^\s:/\\@?#*[\]]+)$/iu.test(text) && URL.canParse(`http://${text}`);
}

function isOrigin(text: string): boolean {
  if (originIn(text) === undefined || /[\s@?#*]/u.test(text)) return false;
  const { pathname } = new URL(text);
  return pathname === "" || pathname === "/";
}
