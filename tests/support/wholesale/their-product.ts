/** A product that the wholesale marketplace has, by its id there. */
export const THEIR_PRODUCT = 'their-product';
