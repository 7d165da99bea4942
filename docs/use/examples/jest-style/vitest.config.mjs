// Vitest stands in for Jest here: with globals it runs the same files.
export default { test: { globals: true } };
