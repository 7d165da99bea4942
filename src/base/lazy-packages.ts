/** Packages that few commands need. Importing them takes longer than listing all cases, so they load when first used. */

import { createRequire } from "node:module";
import { once } from "./once.js";

const load = createRequire(import.meta.url);

export const ajv2020 = once(() => load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js"));

export const ajvFormats = once(() => load("ajv-formats") as typeof import("ajv-formats"));

export const fastGlob = once(() => load("fast-glob") as typeof import("fast-glob"));
