// In the project of a user the package stands in node_modules, and a runner loads it as it is.
export default { test: { server: { deps: { external: [/\/dist\//] } } } };
