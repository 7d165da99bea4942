import { expect, test } from "vitest";
import { type Reach, sameSite } from "./same-site.js";

const LOCAL = { host: "127.0.0.1", port: 8201 };
const PROXIED = { ...LOCAL, names: ["Thread.example"] };
const EVERYWHERE = { host: "0.0.0.0", port: 8201 };
const page = (origin: string) => ({ host: "127.0.0.1:8201", origin });

test.each<[string, Reach, { host?: string; origin?: string }, boolean]>([
  ["no page", LOCAL, { host: "127.0.0.1:8201" }, true],
  ["another name of the same machine", LOCAL, { host: "localhost:8201" }, true],
  ["a port that was forwarded", LOCAL, { host: "localhost:9000" }, true],
  ["the address in brackets", { host: "::1", port: 8201 }, { host: "[::1]:8201" }, true],
  ["a name that was rebound", LOCAL, { host: "evil.example:8201" }, false],
  ["a name that begins like its own", LOCAL, { host: "127.0.0.1.evil.example:8201" }, false],
  ["no name", LOCAL, {}, false],

  ["the server's own origin", LOCAL, page("http://127.0.0.1:8201"), true],
  ["its origin under another name of the machine", LOCAL, page("http://localhost:8201"), true],
  ["its origin in IPv6", LOCAL, page("http://[::1]:8201"), true],
  ["its origin on the default port", { ...LOCAL, port: 80 }, page("http://localhost"), true],
  ["another server of the machine", LOCAL, page("http://localhost:3000"), false],
  ["a server on the default port", LOCAL, page("http://localhost"), false],
  ["its address with another scheme", LOCAL, page("https://localhost:8201"), false],
  ["another site", LOCAL, page("https://evil.example"), false],
  ["another site on the same port", LOCAL, page("http://evil.example:8201"), false],
  ["a page without an origin", LOCAL, page("null"), false],
  ["an empty origin", LOCAL, page(""), false],
  ["two origins", LOCAL, page("http://localhost:8201, https://evil.example"), false],
  ["its address in the place of a user name", LOCAL, page("http://127.0.0.1:8201@evil.example"), false],

  ["a page that is named", { ...LOCAL, origins: ["http://localhost:6274/"] }, page("http://localhost:6274"), true],
  [
    "a page beside the named one",
    { ...LOCAL, origins: ["http://localhost:6274"] },
    page("http://localhost:627"),
    false,
  ],
  [
    "an extension that is named",
    { ...LOCAL, origins: ["chrome-extension://abc"] },
    page("chrome-extension://abc"),
    true,
  ],
  ["another extension", { ...LOCAL, origins: ["chrome-extension://abc"] }, page("chrome-extension://abd"), false],

  ["a proxy", PROXIED, { host: "thread.example" }, true],
  ["a page behind the proxy", PROXIED, { host: "thread.example", origin: "https://thread.example" }, true],
  ["its own port under the name of the proxy", PROXIED, page("http://thread.example:8201"), true],
  ["the name of the proxy without TLS", PROXIED, page("http://thread.example"), false],
  ["another port of the proxy", PROXIED, page("https://thread.example:8443"), false],

  ["any name where every address is served", EVERYWHERE, { host: "192.168.1.5:8201" }, true],
  ["a page under such a name", EVERYWHERE, { host: "evil.example:8201", origin: "http://evil.example:8201" }, false],
  ["only the names that are given", { ...EVERYWHERE, names: ["box.lan"] }, { host: "192.168.1.5:8201" }, false],
  ["names that are impossible", { ...LOCAL, names: ["", "a b"], origins: ["", "null"] }, page("null"), false],
])("who may call: %s", (_, reach, headers, isAllowed) => {
  expect(sameSite(reach).allows(headers)).toBe(isAllowed);
});
