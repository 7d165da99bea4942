import { bound } from "./bound.js";

/** `{"max": 9}`: a number up to 9. */
export const max = bound("max", (value, limit) => value <= limit, "up to");
