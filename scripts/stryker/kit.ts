/** What the fixtures need of the kit, to be one file: the kit is no mutant, and loads faster in one piece. */

export { loadContract } from "../../src/conformance/contract.js";
export { contractFixtures } from "../../src/conformance/find-fixtures.js";
export { readFixture } from "../../src/conformance/fixture.js";
export { Grounds } from "../../src/conformance/ground.js";
export { caseJudge } from "../../src/conformance/judge-cases.js";
export { Workspace } from "../../src/conformance/workspace.js";
export { workspaceParent } from "../../src/conformance/workspace-parent.js";
export { compileGlob } from "../../src/glob.js";
