// Puts the mutant that the variable MUTANT describes into this process, before anything of the reference is loaded.
import { register } from "node:module";

register(new URL("hooks.mjs", import.meta.url), { data: JSON.parse(process.env.MUTANT) });
