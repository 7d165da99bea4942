/** How often one agent may post: `burst` at once, refilled evenly over `perMs`. */
export interface Quota {
  readonly burst: number;
  readonly perMs: number;
}
