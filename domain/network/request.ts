/** After how many days a request of the network lapses (FACTS). */
export const REQUEST_DAYS = 14;

/** How many days after it was refused, or lapsed, it may be asked again (FACTS). */
export const ASK_AGAIN_DAYS = 21;
