import { keysFromFile } from "@nexus-core/service/identity/keys";
import { expect, test } from "vitest";
import { systemClock } from "../base/clock.js";
import { claimsOf, KEYS_FILE, signed } from "../testing/tokens.js";
import { createVerifier } from "./create-verifier.js";

const verifier = createVerifier({ keys: await keysFromFile(KEYS_FILE), clock: systemClock });

const FORMS = {
  agent_id: [undefined, 42, "", null, "x' OR '1'='1", "a b", "\u0000", "../x", "a".repeat(129)],
  workspace_id: [undefined, {}, "", "ws/1"],
  role: [undefined, ["operator"], "", "oper\u0000ator"],
  session_id: [undefined, true, "", "sess\n1", "sess\u0000_1"],
};

test.each(Object.entries(FORMS).flatMap(([claim, values]) => values.map((value) => [claim, value] as const)))(
  "a token with a missing or malformed claim is refused: %s: %j",
  async (claim, value) => {
    await expect(verifier.verify(signed(claimsOf({ [claim]: value })))).rejects.toMatchObject({
      name: "ThreadError",
      code: "UNAUTHORIZED",
      message: `The token lacks the claim ${claim}, or has it in another form. Ask the platform for a new one.`,
    });
  },
);
