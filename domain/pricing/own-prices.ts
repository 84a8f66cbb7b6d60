/** Why a price can't be changed here: one sentence for products and price schedules, on screens and in refusals. */
export const pricesKeptThere = (companyName: string): string =>
  `${companyName} is connected to the wholesale marketplace, so its prices are set there. Sever the link on the company’s page to set them here.`;

/** The same of one product among others. */
export const PRICE_KEPT_THERE =
  'The company is connected to the wholesale marketplace, so this price is set there. Sever the link on the company’s page to set it here.';

type Prices = { wholesalePrice?: string | undefined; salePrice?: string | null | undefined };

/** The refusals of a patch that changes prices of a linked company's product, by field; `patch` has only what differs. */
export const keptPriceErrors = (patch: Prices): { wholesalePrice?: string; salePrice?: string } => ({
  ...(patch.wholesalePrice === undefined ? {} : { wholesalePrice: PRICE_KEPT_THERE }),
  ...(patch.salePrice === undefined ? {} : { salePrice: PRICE_KEPT_THERE }),
});
