import type { CredentialOf } from "../mcp/served-tool.js";

/** The token of a call over HTTP, from `Authorization: Bearer`. */
export const bearerToken: CredentialOf = ({ headers }) => {
  const header = headers?.["authorization"];
  return typeof header === "string" ? /^Bearer +(\S.*)$/iu.exec(header)?.[1]?.trim() : undefined;
};
