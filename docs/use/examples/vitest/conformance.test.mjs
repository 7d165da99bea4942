// npx vitest run
import { describeConformance } from "nexus-core";
import { describe, it } from "vitest";
import adapter from "../adapter.mjs";

describeConformance(adapter, { describe, it }, { profile: "minimal" });
