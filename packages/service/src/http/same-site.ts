/**
 * Protection against pages that make a browser talk to a server of the same machine. A browser names the page that asks
 * in Origin, and after DNS rebinding the name of the page's own site in Host.
 */

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export interface SameSite {
  /** Whether a request with these headers may be answered. */
  allows(headers: { readonly host?: string | undefined; readonly origin?: string | undefined }): boolean;
}

export interface Reach {
  /** The host name or address that the server listens on. */
  readonly host: string;
  readonly port: number;
  /** Further names that the server is reached by, without a port. A page at https://NAME may talk to it, too. */
  readonly names?: readonly string[];
  /** Origins of further pages that may talk to it, such as `http://localhost:6274`. */
  readonly origins?: readonly string[];
}

/**
 * Compares Host by its name alone: a forwarded port has another number on the other side, and no page can choose the
 * name. Origin is compared as a whole, because another port of this machine is another program.
 */
export function sameSite({ host, port, names = [], origins = [] }: Reach): SameSite {
  const address = host.includes(":") ? `[${host}]` : host;
  const own = LOOPBACK.includes(address) ? LOOPBACK : [address];
  const reachedBy = [...own, ...names];
  const hosts = new Set(reachedBy.map((name) => hostIn(`http://${name}`)));
  const pages = new Set([
    ...reachedBy.map((name) => originIn(`http://${name}:${port}`)),
    // A server that has a name of its own stands behind a proxy with TLS.
    ...names.map((name) => originIn(`https://${name}`)),
    ...origins.map(originIn),
  ]);
  // Who serves every address of a machine and names none of its names takes whatever name it is called by.
  const takesAnyHost = (host === "0.0.0.0" || host === "::") && names.length === 0;
  const has = (known: ReadonlySet<string | undefined>, value: string | undefined) =>
    value !== undefined && known.has(value);
  return {
    allows: ({ host, origin }) =>
      (takesAnyHost || has(hosts, hostIn(`http://${host ?? ""}`))) &&
      (origin === undefined || has(pages, originIn(origin))),
  };
}

function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/**
 * The scheme, host and port of an address, without a port that goes without saying.
 * @returns undefined where it names no host, as `null` does, which browsers send for pages without an origin
 */
export function originIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return host === "" ? undefined : `${protocol}//${host}`;
}
