/** The adapter with programs in place of the scripted runtime, so that the cases judge what a runtime file names. */

import { adapterWith } from "../adapter.js";
import { programsFollowing } from "./programs.js";

export default adapterWith(programsFollowing);
