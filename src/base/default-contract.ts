/** The contract that commands and functions take where none is named. */
export const DEFAULT_CONTRACT = "core";
