// Yours stands here. This one reaches the reference harness.
export { default } from "@nexus-core/harness/adapter";
