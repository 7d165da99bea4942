// A desk where agents leave notes after they prove their identity. DESK_KEYS names the file of trusted public keys. The
// desk checks the signature of a token before it uses the claims; with LIE=trusts it does not check.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const ALGORITHMS = { Ed25519: "EdDSA", "P-256": "ES256" };
const CLAIMS = ["sub", "workspace", "role", "exp", "jti"];

class Refusal extends Error {
  constructor(code, message, details) {
    super(message);
    Object.assign(this, { code, details });
  }
}

const unknown = (reason) => new Refusal("UNAUTHENTICATED", `this credential is not accepted: ${reason}`, { reason });

function decoded(text) {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    throw unknown("malformed");
  }
}

function checkSignature([head, body, signature], { alg, kid }, keys) {
  const jwk = keys.find((key) => key.kid === kid);
  if (jwk === undefined) throw unknown("key");
  if (alg !== ALGORITHMS[jwk.crv]) throw unknown("algorithm");
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const bytes = Buffer.from(signature, "base64url");
  const how = alg === "EdDSA" ? [null, key] : ["sha256", { key, dsaEncoding: "ieee-p1363" }];
  if (!verify(how[0], Buffer.from(`${head}.${body}`), how[1], bytes)) throw unknown("signature");
}

/** One desk for all agents of a session or a server. */
export function createDesk({
  keys: file = process.env.DESK_KEYS,
  limit = process.env.DESK_LIMIT,
  lie = process.env.LIE,
}) {
  const { keys } = JSON.parse(readFileSync(file, "utf8"));
  const notes = [];
  let ahead = 0;

  function identify(token) {
    if (token === undefined) throw unknown("missing");
    const parts = token.split(".");
    if (parts.length !== 3) throw unknown("malformed");
    const [header, claims] = parts.slice(0, 2).map(decoded);
    if (lie === "trusts") return claims;
    checkSignature(parts, header, keys);
    if (claims.exp * 1000 <= Date.now() + ahead) throw unknown("expired");
    if (CLAIMS.some((name) => claims[name] === undefined)) throw unknown("claims");
    return claims;
  }

  const tools = {
    whoami: (_, { sub, workspace, role, jti }) => ({ agent: sub, workspace, role, jti }),
    async leave({ text }, { sub, workspace, role }, token) {
      if (role === "reader") throw new Refusal("FORBIDDEN", "readers leave no notes", { role });
      const mine = notes.filter((note) => note.workspace === workspace).length;
      if (mine >= Number(limit ?? 100)) throw new Refusal("FULL", "no room is left", { limit: Number(limit) });
      if (lie === "echoes") throw new Refusal("FULL", `no room for ${token}`, { limit: 0 });
      // Serve concurrent calls in any order.
      await new Promise((resolve) => setTimeout(resolve, 20 - mine));
      notes.push({ workspace, agent: sub, text });
      return { agent: sub, length: text.length };
    },
    look: (_, { workspace }) => ({
      notes: notes.filter((note) => note.workspace === workspace).map(({ agent, text }) => ({ agent, text })),
    }),
    invite: ({ agents }) => ({ count: agents.length, last: agents.at(-1) ?? null }),
  };

  return {
    async call(tool, params, token) {
      const claims = identify(token);
      if (!Object.hasOwn(tools, tool)) throw new Refusal("NOT_FOUND", `there is no tool ${tool}`, {});
      return tools[tool](params, claims, token);
    },
    advance(milliseconds) {
      ahead += milliseconds;
    },
  };
}

export const TOOLS = ["whoami", "leave", "look", "invite"];

/** The answer in the envelope of the contract. */
export async function enveloped(work) {
  try {
    return { ok: true, data: await work() };
  } catch ({ code = "INTERNAL", message, details = {} }) {
    return { ok: false, error: { code, message, details } };
  }
}
