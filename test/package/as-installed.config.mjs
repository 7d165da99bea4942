// Loads the package without transforms, as a runner does with node_modules in the project of a user.
export default { test: { server: { deps: { external: [/\/dist\//] } } } };
