// The reference behind the adapter protocol, with the mutant in it that the variable MUTANT describes.
import { register } from "node:module";

register(new URL("hooks.mjs", import.meta.url), { data: JSON.parse(process.env.MUTANT) });
await import("../../test/servers/lines.mjs");
