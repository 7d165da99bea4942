/**
 * Protection against pages that make a browser talk to a server of the same machine. A browser names the page that asks
 * in Origin, and after DNS rebinding the name of the page's own site in Host.
 */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface SameSite {
  /** Whether a request with these headers may be answered. */
  allows(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): boolean;
}

/**
 * @param bound the address that the server listens on
 * @param names further names that it is reached by, as a browser would write them in Host, without a port
 */
export function sameSite(bound: string, names: readonly string[] = []): SameSite {
  const address = bound.includes(":") ? `[${bound}]` : bound;
  const isLoopback = LOOPBACK.has(address);
  const isEverywhere = bound === "0.0.0.0" || bound === "::";
  const known = new Set([...names.map((name) => name.toLowerCase()), address, ...(isLoopback ? LOOPBACK : [])]);
  return {
    allows({ host, origin }) {
      // Who serves every address of a machine and names none of its names takes whatever name it is called by.
      if (!(isEverywhere && names.length === 0) && !known.has(hostIn(`http://${host ?? ""}`))) return false;
      return origin === undefined || known.has(hostIn(origin));
    },
  };
}

function hostIn(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return "";
  }
}
