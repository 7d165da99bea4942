/** The profile that holds every operation and every requirement, those of profiles beside the chain too. */
export const ALL = "all";
