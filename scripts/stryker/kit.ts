/** What the fixtures need of the kit, to be one file: the kit is no mutant, and loads faster in one piece. */

export { compileGlob } from "../../src/base/glob.js";
export { loadContract } from "../../src/conformance/contract/contract.js";
export { contractFixtures } from "../../src/conformance/fixture/find-fixtures.js";
export { readFixture } from "../../src/conformance/fixture/fixture.js";
export { caseJudge } from "../../src/conformance/run/judge-cases.js";
export { GuardedFolders } from "../../src/conformance/workspace/guarded-folder.js";
export { workspaceParent } from "../../src/conformance/workspace/parent-folder.js";
export { Workspace } from "../../src/conformance/workspace/workspace.js";
