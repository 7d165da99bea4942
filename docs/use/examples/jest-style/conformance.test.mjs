// For runners that give describe and it to every file, such as Jest (NODE_OPTIONS=--experimental-vm-modules npx jest).
import { describeConformance } from "nexus-core";
import adapter from "../adapter.mjs";

const { describe, it } = globalThis;

describeConformance(adapter, { describe, it }, { profile: "minimal" });
