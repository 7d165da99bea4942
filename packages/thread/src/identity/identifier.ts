/** Valid ids of agents, workspaces and sessions in the contract. */
export const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$/;
