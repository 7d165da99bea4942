// node --test
import { describe, it } from "node:test";
import { describeConformance } from "nexus-core";
import adapter from "../adapter.mjs";

describeConformance(adapter, { describe, it }, { profile: "minimal" });
