/** The fewest letters that a field searches its options for on the server. */
export const LEAST_SEARCHED = 2;
