/** What an agent, a workspace or a session may be called, as the contract has it. */
export const IDENTIFIER = /^[A-Za-z0-9][A-Za-z0-9_.:@-]{0,127}$/;
