import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { METHOD_NAMES } from "../generated/register.js";
import { EXTENSION_NAMES } from "../team/extensions.js";
import { BIN, environment, run } from "../testing/program.js";
import { main } from "./nexus-thread.js";

const folder = mkdtempSync(join(process.env["NEXUS_TEST_ROOT"] ?? tmpdir(), "nexus-thread-"));
const KEY = join(folder, "keys/k1.private.json");
const KEYS = ["--keys", join(folder, "keys/keys.jwks.json")];
const SERVICE = fileURLToPath(new URL("../../../service/src", import.meta.url));

/** Runs a command within this process, where starting one would take longest. */
async function runHere(words: readonly string[], env: Record<string, string> = {}) {
  const written = { stdout: "", stderr: "" };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((piece) => {
      written[stream] += String(piece);
      return true;
    }),
  );
  try {
    await main(words);
    return { status: process.exitCode as number, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    process.exitCode = 0;
  }
}

/** A refusal is one line on standard error, and nothing else. */
async function refused(words: readonly string[], env: Record<string, string> = {}): Promise<readonly [number, string]> {
  const { status, stdout, stderr } = await runHere(words, env);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^nexus-thread: [^\n]+\n$/);
  return [status, stderr.slice("nexus-thread: ".length, -1)];
}

async function token(agent: string, ...more: readonly string[]): Promise<string> {
  const words = ["--key", KEY, "--agent", agent, "--workspace", "ws", "--role", "worker", "--session", "s1", ...more];
  const { status, stdout, stderr } = await runHere(["token", ...words]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  return stdout.trim();
}

const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());

async function connect(env: Record<string, string>): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "serve", "--stdio", ...KEYS],
    cwd: folder,
    env: environment(env),
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

beforeAll(() => {
  expect(run(["keygen", "--out", "keys", "--kid", "k1"], folder)).toEqual({
    status: 0,
    stdout: "keys/k1.private.json\nkeys/keys.jwks.json\n",
    stderr: "",
  });
});

test("a private key is for its owner alone, is never replaced, and its public half joins the others", async () => {
  const out = join(folder, "keys");
  const file = (name: string) => join(out, name);
  expect(statSync(KEY).mode & 0o777).toBe(0o600);
  const before = readFileSync(KEY, "utf8");
  expect(await refused(["keygen", "--out", out, "--kid", "k1"])).toEqual([
    2,
    `${file("keys.jwks.json")} has a key "k1" already. Choose another name with --kid.`,
  ]);
  writeFileSync(file("k2.private.json"), "mine");
  expect(await refused(["keygen", "--out", out, "--kid", "k2"])).toEqual([
    2,
    `${file("k2.private.json")} exists already. Choose another name with --kid.`,
  ]);
  expect(readFileSync(file("k2.private.json"), "utf8")).toBe("mine");
  expect((await runHere(["keygen", "--out", out, "--alg", "ES256", "--kid", "k3"])).status).toBe(0);
  expect(readFileSync(KEY, "utf8")).toBe(before);
  const { keys } = JSON.parse(readFileSync(file("keys.jwks.json"), "utf8")) as { keys: object[] };
  expect(keys).toEqual([
    { kty: "OKP", crv: "Ed25519", x: expect.any(String), kid: "k1", use: "sig", alg: "EdDSA" },
    { kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String), kid: "k3", use: "sig", alg: "ES256" },
  ]);
  writeFileSync(join(folder, "keys.jwks.json"), "[]");
  expect(await refused(["keygen", "--out", folder])).toEqual([
    2,
    `${join(folder, "keys.jwks.json")} is no JWK set, so no key was added. Repair the file or move it away.`,
  ]);
  expect((await refused(["keygen", "--out", out, "--kid", "../k"]))[1]).toContain('not "../k"');
  expect((await refused(["keygen", "--out", `${KEY}/below`]))[0]).toBe(3);
});

test("a token has all seven claims, and those that a strict service asks for", async () => {
  const now = Date.now() / 1000;
  const claims = claimsOf(await token("builder", "--expires", "30m", "--jti", "j1"));
  expect(claims).toEqual({
    agent_id: "builder",
    workspace_id: "ws",
    role: "worker",
    session_id: "s1",
    iat: expect.any(Number),
    exp: claims.iat + 1800,
    jti: "j1",
  });
  expect(Math.abs(claims.iat - now)).toBeLessThan(30);
  expect(claimsOf(await token("builder", "--audience", "threads", "--issuer", "me"))).toMatchObject({
    aud: "threads",
    iss: "me",
  });
  expect(claimsOf(await token("builder")).jti).not.toBe(claimsOf(await token("builder")).jti);
  const words = ["token", "--key", KEY, "--workspace", "ws", "--role", "admin", "--session", "s1", "--agent", "a"];
  expect(await runHere(words)).toMatchObject({
    status: 0,
    stderr: "nexus-thread: the role admin has the rights of a worker.\n",
  });
  expect(await runHere([...words.with(6, "worker"), "--expires", "8d"])).toMatchObject({
    status: 0,
    stderr:
      "nexus-thread: a service refuses a token that is valid for more than 7d, unless its --token-lifetime allows it.\n",
  });
});

test.each([
  [
    ["token", "--key", "no.json"],
    /^the key no\.json cannot be read \(ENOENT\)\. nexus-thread keygen --out DIR makes one\.$/,
  ],
  [["token", ...KEYS.with(0, "--key")], /is no private key of Ed25519 or P-256 with a kid/],
  [["token", "--key", KEY, "--agent", "a b"], /^--agent takes letters/],
  [["token", "--key", KEY, "--expires", "soon"], /^--expires: "soon" is no time/],
  [["token", "--key", KEY, "--jti", ""], /^--jti must not be empty/],
  [["token", "--key", KEY, "--audience", " "], /^--audience must not be empty/],
])("%j is refused in one line", async (words, message) => {
  const others = ["--agent", "a", "--workspace", "w", "--role", "worker", "--session", "s"];
  const [status, line] = await refused([words[0]!, ...others, ...words.slice(1)]);
  expect(line).toMatch(message);
  expect(status).toBe(2);
});

test.each([
  [["serve"], {}, /^no keys are named.*Run nexus-thread keygen --out keys/],
  [["serve", "--stdio", "--http"], {}, /^--stdio and --http are two ways/],
  [["serve", "--keys", "no.json"], {}, /no\.json cannot be read/],
  [["serve", "--keys", ""], {}, /^--keys must not be empty/],
  [["serve", ...KEYS, "--issuer", " "], {}, /^--issuer must not be empty/],
  [["serve", ...KEYS, "--token-lifetime", "0d"], {}, /^--token-lifetime: "0d" is no time/],
  [["serve", ...KEYS, "--quota", "many"], {}, /^--quota: "many" is no quota/],
  [["serve", ...KEYS, "--workspace", "a b"], {}, /^--workspace: "a b" is no workspace id/],
  [["serve", ...KEYS, "--database", "mysql://x"], {}, /^--database is a URL of an unknown kind/],
  [["serve", ...KEYS, "--runtime", KEY], {}, /^the runtime file .* cannot be used: its top has the member/],
  [["serve", ...KEYS, "--runtime", "a", "--runtime-script", "b"], {}, /both named/],
  [["serve", ...KEYS, "--http", "localhost"], {}, /It takes a port/],
  [["serve", ...KEYS, "--allow-host", "x"], {}, /^--allow-host is for --http/],
  [["serve", ...KEYS, "--allow-origin", "http://x"], {}, /^--allow-origin is for --http/],
  [["serve", ...KEYS, "--max-connections", "9"], {}, /^--max-connections is for --http/],
  [["serve", ...KEYS, "--http", "0", "--max-connections", "0"], {}, /It takes a whole number from 1/],
  [["serve", ...KEYS, "--http", "0", "--allow-host", "x:1"], {}, /^--allow-host takes a name.* not "x:1"\.$/],
  [["serve", ...KEYS, "--http", "0", "--allow-host", ""], {}, /^--allow-host takes a name.* not ""\.$/],
  [["serve", ...KEYS, "--http", "0", "--allow-origin", "null"], {}, /^--allow-origin takes a scheme.* not "null"\.$/],
  [["serve", ...KEYS, "--http", "0", "--allow-origin", "http://x/y"], {}, /^--allow-origin takes a scheme/],
  [["serve", ...KEYS], { THREAD_POST_QUOTA: "0/1s" }, /^THREAD_POST_QUOTA: /],
  [["serve", "--prot", "1"], {}, /unknown option "--prot"\..*See nexus-thread serve --help\.$/],
  [["tail", "th_1", "--database", "no.db"], {}, /^there is no database .*no\.db/],
  [["completion", "tcsh"], {}, /^"tcsh" is not a valid shell\. Allowed choices are bash, zsh, fish\./],
])("%j with %j is refused in one line", async (words, env, message) => {
  const [status, line] = await refused(words, env as Record<string, string>);
  expect(line).toMatch(message);
  expect(status).toBe(2);
});

test("the nine tools answer an official client over stdio, as the agent of the process or of the call", async () => {
  const client = await connect({ THREAD_TOKEN: await token("builder") });
  const reviewer = await token("reviewer");
  const database = join(folder, ".thread/thread.db");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...METHOD_NAMES, ...EXTENSION_NAMES]);
  const ask = async (name: string, params: object, credential?: unknown) => {
    const meta = credential === undefined ? {} : { _meta: { "nexus-core/credential": credential } };
    const result = await client.callTool({ name, arguments: { ...params }, ...meta });
    const [content] = result.content as { text: string }[];
    return (result.structuredContent ?? JSON.parse(content?.text ?? "")) as Record<string, never>;
  };
  const opened = { title: "t\u{202e}", type: "workflow", participants: ["builder", "reviewer"] };
  const { thread_id } = await ask("create_thread", opened);
  const message = { thread_id, schema_version: 1, kind: "chat", body: "Hello\u{202e}\t👋" };
  await ask("post_message", message);
  await ask("post_message", message, reviewer);
  const { messages } = await ask("read_messages", { thread_id });
  expect(messages).toMatchObject([{ sender_agent_id: "builder" }, { sender_agent_id: "reviewer" }]);
  for (const credential of ["", 42, null]) {
    expect(await ask("get_thread", { thread_id }, credential)).toMatchObject({ error: { code: "UNAUTHORIZED" } });
  }
  const reason = "ready\u00e9";
  await ask("update_thread_status", { thread_id, status: "closed", reason });

  const printed = await runHere(["tail", String(thread_id), "--audit", "--since", "1", "--database", database]);
  const lines = printed.stdout.split("\n");
  expect({ ...printed, stdout: lines.map((line) => line.replace(/\d{4}-\S+Z/, "TIME")) }).toEqual({
    status: 0,
    stderr: "",
    stdout: [
      "t\\u{202e}  [closed]",
      "#2  TIME  reviewer  chat",
      "    Hello\\u{202e}\t👋",
      expect.stringMatching(/^! {3}TIME {2}builder \(worker\) {2}update_thread_status: readyé {2}\{/),
      "",
    ],
  });
  expect(await refused(["tail", "th_\u001b[2J", "--database", database])).toEqual([
    2,
    `there is no thread th_\\u{1b}[2J in ${database}.`,
  ]);
});

test("doctor says of each thing that serve needs whether it is well, and what to do", async () => {
  const well = run(["doctor", "--http", "0", ...KEYS, "--audience", "threads"], folder, {
    THREAD_TOKEN: await token("builder", "--audience", "threads"),
  });
  expect({ ...well, stdout: well.stdout.split("\n").map((line) => line.slice(0, 15).trim()) }).toEqual({
    status: 0,
    stderr: "",
    stdout: [
      ...["node", "clock", "database", "keys"].map((name) => `ok     ${name}`),
      "warn   claims",
      ...["token", "runtime", "port"].map((name) => `ok     ${name}`),
      "",
    ],
  });
  const busy = createServer().listen(0, "127.0.0.1");
  await once(busy, "listening");
  onTestFinished(() => void busy.close());
  const { port } = busy.address() as { port: number };
  const sick = mkdtempSync(join(folder, "sick-"));
  await runHere(["keygen", "--out", sick]);
  await runHere(["keygen", "--out", sick, "--kid", "open"]);
  chmodSync(join(sick, "open.private.json"), 0o644);
  writeFileSync(join(sick, "runtime.json"), '{"runtimes":{"mine":{"trigger":["no-such-program","{prompt}"]}}}');
  writeFileSync(join(sick, "thread.db"), "this is no database, only some text that is long enough to be looked at");
  const words = ["--http", String(port), "--keys", "keys.jwks.json", "--runtime", "runtime.json"];
  const found = run(["doctor", ...words, "--database", "thread.db"], sick, { THREAD_TOKEN: "forged" });
  expect({ ...found, stdout: found.stdout.replaceAll(`${sick}/`, "") }).toEqual({
    status: 1,
    stderr: "",
    stdout: expect.stringMatching(
      new RegExp(
        [
          "^ok     node      v[\\d.]+",
          "ok     clock     [^\\n]+",
          "wrong  database  thread.db cannot be opened: [^\\n]+",
          "wrong  keys      open.private.json can be read by others, who could sign tokens with it. Run chmod 600 on it.",
          "warn   claims    tokens are accepted with any aud and any iss, [^\\n]+ Set --audience and --issuer.",
          "wrong  token     The token [^\\n]+",
          "wrong  runtime   no-such-program was not found. Install it, or write its whole path into runtime.json.",
          `wrong  port      127.0.0.1:${port} is taken by another program. Choose another port with --http.\\n$`,
        ].join("\\n"),
      ),
    ),
  });
  expect(existsSync(join(sick, ".thread"))).toBe(false);
  const strict = await runHere(["doctor", ...KEYS, "--audience", "threads", "--issuer", "me"], {
    THREAD_TOKEN: await token("builder", "--audience", "builds", "--issuer", "me"),
  });
  expect(strict).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /^ok {5}claims {4}a token needs the aud threads and the iss me\nwrong {2}token {5}.*\(aud\)/m,
    ),
  });
  const bare = await runHere(["doctor", "--database", join(sick, "none/thread.db")]);
  expect(bare).toMatchObject({ status: 1, stdout: expect.stringContaining("wrong  keys      none are named.") });
});

/** Static imports, direct and indirect: of this package, of the shared room, and of npm packages. */
function loadedBy(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, target = ""] of text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from "([^"]+)"/gm)) {
    const shared = /^@nexus-core\/service\/(.+)$/.exec(target)?.[1];
    if (shared !== undefined) loadedBy(join(SERVICE, `${shared}.ts`), seen);
    else if (target.startsWith(".")) loadedBy(join(dirname(file), target.replace(/\.js$/, ".ts")), seen);
    else seen.add(target);
  }
  return seen;
}

test("help loads the parser of command lines and no other package", async () => {
  const loaded = [...loadedBy(fileURLToPath(new URL("nexus-thread.ts", import.meta.url)))];
  const packages = loaded.filter((target) => !target.startsWith("/") && !target.startsWith("node:"));
  expect(packages.sort()).toEqual(["commander", "nexus-core/base", "nexus-core/visible-text"]);
  for (const words of [["--help"], ["serve", "--help"]]) {
    expect(await runHere(words)).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/^Usage: nexus-thread/),
    });
  }
});
