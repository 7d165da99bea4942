import { noteOf } from "@nexus-core/service/process/note";

/** Tells something to the person who runs the command, in one line on standard error. */
export const note = noteOf("nexus-thread");
