/** A contract about identity that the kit does not know: agents with signed tokens leave notes at a desk. */

import { temporaryFolder, writeFiles } from "../../testing/temporary-folder.js";

const CONTRACT = `
id: desk
version: "1"
title: A desk for notes
source: invented for a test
surfaces: [tools]
profiles: [full]
credentials: credentials.yml
envelope:
  value: $.data
  error:
    when: $.ok == false
    code: $.error.code
    message: $.error.message
    details: $.error.details
    schema: tool-schemas/error.json
workspace: { environment: { DESK_KEYS: "{CONTRACT}/keys.json" } }
tools:
  whoami: { profile: full, output: tool-schemas/whoami.json, writes: [] }
  leave: { profile: full, writes: [] }
  look: { profile: full, writes: [] }
  invite: { profile: full, writes: [] }
oracles: { output: desk.answers.schema, error: desk.refusals.schema }
requirements:
  - { id: desk.identity.claims, level: MUST, profile: full, text: Who calls is who the claims of the token name. }
  - { id: desk.identity.proved, level: MUST, profile: full, text: A token that proves nothing is refused. }
  - { id: desk.identity.expires, level: MUST, profile: full, text: A token is refused once its time is over. }
  - { id: desk.notes.author, level: MUST, profile: full, text: Each note has the author who left it. }
  - { id: desk.notes.limit, level: MUST, profile: full, text: A full desk refuses further notes. }
  - { id: desk.notes.large, level: MUST, profile: full, text: Notes and lists of any size are taken. }
  - { id: desk.refusals.schema, level: MUST, profile: full, text: Refusals keep to their schema. }
  - { id: desk.answers.schema, level: MUST, profile: full, text: Answers keep to their schema. }
`;

/** Test keys, made only for this file. */
const CURRENT = {
  kty: "OKP",
  crv: "Ed25519",
  x: "tIMisVnNIrpQyr_nsUBOilr29BVIPCBLqNQWVWpF2BU",
  d: "JNjm2C7a2FZqGXz_L07yDYTbxs113c9jtN6XDLfBg6g",
};
const STRANGE = {
  kty: "OKP",
  crv: "Ed25519",
  x: "fpETl4Zpwf0N6QOURBCZWhHSfOGEyEmgRa1vHtJa2rY",
  d: "e7DbX6641TehbBolmyvyw1sKB3-LX6XLfHJqshGbCm0",
};
const OTHER = {
  kty: "EC",
  crv: "P-256",
  x: "cID8Xvbx5RKwZplIRGSO4gIAyU0FTI_4R_IbYo86BUY",
  y: "YHxl0LM5FbJYRHHoArVhW_SOSlcB8KofjD_i98DZT8w",
  d: "RQ1dcnU850bNvKLaXixlBxsFn5qxroNBIUXnCW11akU",
};

export const CREDENTIALS = {
  keys: {
    current: { kid: "k1", jwk: CURRENT },
    other: { kid: "k2", jwk: OTHER },
    strange: { kid: "k9", jwk: STRANGE },
  },
  credentials: {
    ada: {
      key: "current",
      claims: {
        sub: "ada",
        workspace: "ws_{{case}}",
        role: "writer",
        iat: { now: -10 },
        exp: { now: 3600 },
        jti: "{{unique}}",
      },
    },
    bob: { like: "ada", key: "other", claims: { sub: "bob" } },
    "writer-1": { like: "ada", claims: { sub: "writer-1" } },
    "writer-2": { like: "bob", claims: { sub: "writer-2" } },
    "writer-3": { like: "ada", claims: { sub: "writer-3" } },
    "writer-4": { like: "ada", claims: { sub: "writer-4" } },
    reader: { like: "ada", claims: { sub: "reader", role: "reader" } },
    expired: { like: "ada", claims: { exp: { now: -7200 } } },
    without_jti: { like: "ada", without: ["jti"] },
    unsigned: { like: "ada", alg: "none" },
    key_confusion: { like: "ada", alg: "HS256", secret_of: "current" },
    other_algorithm: { like: "ada", header: { alg: "ES256" } },
    unknown_kid: { like: "ada", header: { kid: "nobody" } },
    without_kid: { like: "ada", without_header: ["kid"] },
    borrowed_kid: { like: "ada", key: "strange", header: { kid: "k1" } },
    tampered: { like: "ada", tamper: { claims: { role: "owner" } } },
    scratched: { like: "bob", tamper: "signature" },
    garbage: { raw: "this is no token" },
  },
};

/** The reason that the desk must give for each hostile token. */
export const HOSTILE = {
  expired: "expired",
  without_jti: "claims",
  unsigned: "algorithm",
  key_confusion: "algorithm",
  other_algorithm: "algorithm",
  unknown_kid: "key",
  without_kid: "key",
  borrowed_kid: "signature",
  tampered: "signature",
  scratched: "signature",
  garbage: "malformed",
};

const WHOAMI = { tool: "whoami", params: {} };
const leave = (text: unknown) => ({ tool: "leave", params: { text } });
const LOOK = { tool: "look", params: {} };

const FIXTURES = [
  {
    test_id: "claims_are_who_acts",
    description: "The desk knows who acts from the claims of a token that is the same in every call",
    verifies: ["desk.identity.claims", "desk.answers.schema"],
    steps: [
      {
        as: "ada",
        action: WHOAMI,
        assert_return: { "$.agent": "ada", "$.workspace": "ws_{{case}}" },
        capture: { jti: "$.jti" },
      },
      { as: "bob", action: WHOAMI, assert_return: { "$.agent": "bob", "$.jti": { pattern: "^[0-9a-f]{18}$" } } },
      { as: "ada", action: WHOAMI, assert_return: { "$.jti": { same_as: "jti" } } },
    ],
  },
  ...Object.entries({ ...HOSTILE, nobody: "missing" }).map(([actor, reason]) => ({
    test_id: `${actor}_is_refused`,
    description: `A token that is ${actor} is refused for what it is`,
    verifies: ["desk.identity.proved"],
    steps: [
      {
        ...(actor === "nobody" ? {} : { as: actor }),
        action: WHOAMI,
        assert_error: { code: "UNAUTHENTICATED", details: { "$.reason": reason } },
      },
    ],
  })),
  {
    test_id: "notes_at_the_same_time",
    description: "Notes that are left at the same time have each its own author",
    verifies: ["desk.notes.author"],
    steps: [
      { concurrent: { times: 4, each: { as: "writer-{{n}}", action: leave("from writer-{{n}} in {{case}}") } } },
      {
        as: "ada",
        action: LOOK,
        assert_return: {
          "$.notes.length": 4,
          ...Object.fromEntries(
            [1, 2, 3, 4].map((n) => [
              `$.notes`.concat(`[${n - 1}].text`),
              { pattern: "^from writer-[1-4] in {{case}}$" },
            ]),
          ),
          $: { schema: "tool-schemas/own-notes.json" },
        },
      },
    ],
  },
  {
    test_id: "time_runs_out",
    description: "A token that was good is refused when the clock has passed its end, and a new one is not",
    verifies: ["desk.identity.expires"],
    steps: [
      { as: "ada", action: WHOAMI },
      { wait: { clock: "2h" } },
      { as: "ada", action: WHOAMI, assert_error: { code: "UNAUTHENTICATED", details: { "$.reason": "expired" } } },
      { as: "bob", action: WHOAMI, assert_return: { "$.agent": "bob" } },
    ],
  },
  {
    test_id: "a_full_desk",
    description: "The third note is refused where two are the limit",
    verifies: ["desk.notes.limit", "desk.refusals.schema"],
    environment: { DESK_LIMIT: "2" },
    steps: [
      { as: "ada", action: leave("one") },
      { as: "bob", action: leave("two") },
      { as: "ada", action: leave("three"), assert_error: { code: "FULL", details: { "$.limit": { min: 2 } } } },
    ],
  },
  {
    test_id: "readers_only_read",
    description: "Who may only read leaves no note, and the refusal says so",
    verifies: ["desk.identity.claims", "desk.refusals.schema"],
    steps: [
      { as: "ada", action: leave("one") },
      {
        as: "reader",
        action: leave("two"),
        assert_error: { code: "FORBIDDEN", details: { $: { equals: { role: "reader" } } } },
      },
    ],
  },
  {
    test_id: "large_notes_and_lists",
    description: "A note of many characters and a list of many agents arrive whole",
    verifies: ["desk.notes.large"],
    steps: [
      { as: "ada", action: leave({ $text: { times: 65_537, of: "a" } }), assert_return: { "$.length": 65_537 } },
      {
        as: "ada",
        action: { tool: "invite", params: { agents: { $repeat: { times: 10_000, of: "agent-{{n}}" } } } },
        assert_return: { "$.count": 10_000, "$.last": "agent-10000" },
      },
      {
        as: "ada",
        action: LOOK,
        assert_return: { "$.notes[0].text": { length: 65_537, pattern: "^a+$" } },
      },
    ],
  },
];

/** A note names its author in its text, so that a wrong author breaks the schema. */
const NOTE_OF = (writer: string) => ({
  properties: { agent: { const: writer }, text: { type: "string", pattern: `^from ${writer} ` } },
});

/** The contract in a new folder; `changes` replaces or adds files. */
export function deskContract(changes: Readonly<Record<string, unknown>> = {}): string {
  const folder = temporaryFolder();
  const publicOf = ({ d, ...rest }: typeof CURRENT) => rest;
  const schema = (id: string, rest: object) => ({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: id,
    type: "object",
    ...rest,
  });
  writeFiles(folder, {
    "contract.yml": CONTRACT,
    // Written as JSON, which is also YAML.
    "credentials.yml": CREDENTIALS,
    "keys.json": {
      keys: [
        { kid: "k1", ...publicOf(CURRENT) },
        { kid: "k2", ...publicOf(OTHER) },
      ],
    },
    "scenarios/desk.json": FIXTURES,
    "tool-schemas/whoami.json": schema("whoami.json", {
      required: ["agent", "workspace", "role", "jti"],
      additionalProperties: false,
      properties: Object.fromEntries(["agent", "workspace", "role", "jti"].map((name) => [name, { type: "string" }])),
    }),
    "tool-schemas/error.json": schema("error.json", {
      required: ["ok", "error"],
      properties: {
        ok: { const: false },
        error: {
          type: "object",
          required: ["code", "message", "details"],
          additionalProperties: false,
          properties: {
            code: { enum: ["UNAUTHENTICATED", "FORBIDDEN", "FULL", "NOT_FOUND"] },
            message: { type: "string" },
            details: { type: "object" },
          },
        },
      },
    }),
    "tool-schemas/own-notes.json": schema("own-notes.json", {
      properties: {
        notes: { type: "array", items: { type: "object", oneOf: [1, 2, 3, 4].map((n) => NOTE_OF(`writer-${n}`)) } },
      },
    }),
    ...changes,
  });
  return folder;
}
