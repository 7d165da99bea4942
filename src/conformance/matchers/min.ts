import { bound } from "./bound.js";

/** `{"min": 1}`: a number from 1. */
export const min = bound("min", (value, limit) => value >= limit, "from");
