/** The order reports, with their names. */
export const REPORT_TYPES = {
  REVENUE: 'Revenue',
  PRODUCTS_SOLD: 'Products sold',
  BRANDS_SOLD: 'Brands sold',
  PIVOT: 'Pivot (beta)',
} as const;
export type ReportType = keyof typeof REPORT_TYPES;

/** Dollars of whole orders, after their discounts. */
export const REVENUE = 'Revenue';
/** Dollars of lines, before discounts on whole orders: of a product or brand, nothing else can be said. */
export const LINE_SALES = 'Line sales';
