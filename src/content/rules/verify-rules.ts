/** What `verifyFiles` can find, for the lists of rules in reports. */
export const VERIFY_RULES = [
  { id: "verify/missing", title: "Every file of the manifest is there." },
  { id: "verify/changed", title: "Every file has the hash that the manifest records." },
  { id: "verify/extra", title: "No file lies in the listed folders that the manifest does not know." },
  { id: "verify/content-hash", title: "content_hash is the hash over the list of files." },
  { id: "verify/body-hash", title: "Every body_hash is the hash of its body." },
] as const;

export type VerifyRule = (typeof VERIFY_RULES)[number]["id"];
