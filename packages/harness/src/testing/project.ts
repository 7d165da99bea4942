import { TemporaryProject } from "@nexus-core/service/testing/temporary-project";
import { createHarness, type Harness } from "../harness.js";

export const NOW = "2026-03-01T09:00:00.000Z";

export class Project extends TemporaryProject {
  /** Sorted paths of all files except those of the lock. */
  override files(): readonly string[] {
    return super.files().filter((file) => !file.startsWith(".nexus/state/.lock/"));
  }

  /** A harness on this folder with a fixed time and the branch `main`. */
  harness(): Harness {
    return createHarness({ root: this.root, clock: () => new Date(NOW), branch: () => "main" });
  }
}
