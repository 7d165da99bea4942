import { statement } from "./statement.js";
import type { Transaction } from "./store.js";
import type { TokenRow } from "./tables.js";

const insertToken = statement((db, p: TokenRow) =>
  db
    .insertInto("tokens")
    .values({ issuer: p.issuer, jti: p.jti, digest: p.digest, kept_until: p.kept_until })
    .onConflict((conflict) => conflict.columns(["issuer", "jti"]).doNothing()),
);

const findDigest = statement((db, p: Pick<TokenRow, "issuer" | "jti">) =>
  db.selectFrom("tokens").select("digest").where("issuer", "=", p.issuer).where("jti", "=", p.jti),
);

const deleteExpired = statement((db, p: { now: number }) => db.deleteFrom("tokens").where("kept_until", "<", p.now));

/** Stores the token unless another token of its issuer owns the jti. Returns the digest of the owner. */
export async function keepToken(tx: Transaction, token: TokenRow): Promise<string> {
  await tx.run(insertToken, token);
  const [kept] = await tx.run(findDigest, { issuer: token.issuer, jti: token.jti });
  return kept?.digest ?? token.digest;
}

/** Deletes expired tokens. They cannot be used again, so their jti values need no protection. */
export async function forgetTokens(tx: Transaction, now: number): Promise<void> {
  await tx.run(deleteExpired, { now });
}
