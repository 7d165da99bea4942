/* Generated from conformance/schema/proof.schema.json by `npm run generate`. */

/**
 * What the last campaign of faults on purpose came to for a contract: proof.json beside contract.yml.
 */
export interface Proof {
  proof_version: "2.0";
  date: string;
  /**
   * What was checked out.
   */
  commit: string;
  /**
   * SHA-256 over source, fixtures and mutants; the proof is of these and no others.
   */
  hash: string;
  mutants: Share;
  must: Share1;
  /**
   * By group of sources, the changes that Stryker made, and how many of them the cases have found; groups that were not judged are left out.
   */
  stryker: {
    [k: string]: Share2;
  };
  /**
   * Requirements of any level that can be judged and that no found mutant breaks.
   */
  unproved: string[];
}
/**
 * Faults of the catalogue, and how many of them a case of a broken requirement has found.
 */
export interface Share {
  total: number;
  found: number;
}
/**
 * Requirements of level MUST that can be judged, and how many of them a found mutant breaks.
 */
export interface Share1 {
  total: number;
  found: number;
}
export interface Share2 {
  total: number;
  found: number;
}
