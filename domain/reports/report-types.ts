/** The order reports, with their names. */
export const REPORT_TYPES = {
  REVENUE: 'Revenue',
  PRODUCTS_SOLD: 'Products sold',
  BRANDS_SOLD: 'Brands sold',
  PIVOT: 'Pivot (beta)',
} as const;
export type ReportType = keyof typeof REPORT_TYPES;
