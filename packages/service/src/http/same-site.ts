/**
 * Protects a server of this machine against web pages that make a browser call it. A browser names the page in Origin.
 * After DNS rebinding, Host holds the name of the page's own site.
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
  /** Further names that the server is reached by, without a port. A page at https://NAME may call it, too. */
  readonly names?: readonly string[];
  /** Origins of further pages that may call it, such as `http://localhost:6274`. */
  readonly origins?: readonly string[];
}

/**
 * Compares the name in Host alone: a forwarded port has another number on the other side, and a page cannot choose the
 * name. Origin is compared as a whole, because another port of this machine is another program.
 */
export function sameSite({ host, port, names = [], origins = [] }: Reach): SameSite {
  const address = host.includes(":") ? `[${host}]` : host;
  const own = LOOPBACK.includes(address) ? LOOPBACK : [address];
  const reachedBy = [...own, ...names];
  const hosts = new Set(reachedBy.map((name) => hostIn(`http://${name}`)));
  const pages = new Set([
    ...reachedBy.map((name) => originIn(`http://${name}:${port}`)),
    // A server with a name of its own is behind a proxy with TLS.
    ...names.map((name) => originIn(`https://${name}`)),
    ...origins.map(originIn),
  ]);
  // A server on every address of a machine that names no name accepts any.
  const acceptsAnyHost = (host === "0.0.0.0" || host === "::") && names.length === 0;
  const has = (known: ReadonlySet<string | undefined>, value: string | undefined) =>
    value !== undefined && known.has(value);
  return {
    allows: ({ host, origin }) =>
      (acceptsAnyHost || has(hosts, hostIn(`http://${host ?? ""}`))) &&
      (origin === undefined || has(pages, originIn(origin))),
  };
}

function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

/**
 * The scheme, host and port of an address, without the default port of the scheme.
 * @returns undefined if it names no host, such as `null`, which browsers send for pages without an origin
 */
export function originIn(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  return host === "" ? undefined : `${protocol}//${host}`;
}
