/* Generated from conformance/schema/proof.schema.json by `npm run generate`. */

/**
 * Which faults on purpose the cases of a contract have found: proof.json beside contract.yml.
 */
export interface Proof {
  proof_version: "1.0";
  /**
   * By requirement, the mutants of it that a case which verifies it has found.
   */
  requirements: {
    /**
     * @minItems 1
     *
     * Items: Id of a mutant.
     */
    [k: string]: string[];
  };
}
