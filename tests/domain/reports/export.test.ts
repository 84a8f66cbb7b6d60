import { describe, expect, test } from 'vitest';
import { BRAND_COLUMNS, PRODUCT_COLUMNS, reportFileName, revenueColumns } from '../../../domain/reports/export';
import type { BrandSold, RevenueReport } from '../../../domain/reports/report';

/** A file's headers, and the cells of its rows. */
function fileOf<Row>(
  columns: readonly { header: string; text: (row: Row, timeZone: string) => string }[],
  rows: Row[],
) {
  return [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ text }) => text(row, 'UTC')))];
}

describe('a revenue report’s file', () => {
  const period = { from: '2026-10-01', to: '2026-10-31', isPartial: false, revenue: '150.00', orders: 3 };
  const report: RevenueReport = {
    reportType: 'REVENUE',
    periods: [
      { ...period, previousRevenue: '100.00', yearBeforeRevenue: '200.00' },
      { ...period, from: '2026-11-01', isPartial: true, previousRevenue: null, yearBeforeRevenue: null },
    ],
    series: [{ key: '1', label: 'Cedar', revenue: ['90.00'], total: '90.00' }],
    totals: { revenue: '300.00', orders: 6, previousRevenue: null, yearBeforeRevenue: null },
  };

  test('has a row for each period, what it is compared with and its parts, and blanks for what isn’t known', () => {
    const rows = report.periods.map((of, at) => ({ ...of, at }));
    expect(fileOf(revenueColumns(report, 'MONTH'), rows)).toEqual([
      [
        'Period',
        'Whole period',
        'Revenue',
        'Orders',
        'Previous',
        'Change from previous (%)',
        'Year before',
        'Change from year before (%)',
        'Cedar',
      ],
      ['Oct 2026', 'Yes', '150.00', '3', '100.00', '50.00', '200.00', '-25.00', '90.00'],
      ['Nov 2026', 'No', '150.00', '3', '', '', '', '', ''],
    ]);
  });
});

describe('the file of what was sold', () => {
  const sold = {
    brandName: 'Fernhollow',
    quantities: [
      { unit: 'Unit', quantity: '1200' },
      { unit: 'Gram', quantity: '3.5' },
    ],
    revenue: '1234.50',
    orders: 4,
    customers: 2,
    averagePrice: null,
    share: 0.12346,
    rank: 1,
    previousRank: null,
  };
  const FIGURES = ['Quantity', 'Unit', 'Line sales', 'Orders', 'Customers', 'Average price', 'Share (%)'];

  test('names products with their brands, and keeps amounts of several units apart', () => {
    const row = { ...sold, productId: 7, productName: 'Blue Dream' };
    expect(fileOf(PRODUCT_COLUMNS, [row])).toEqual([
      ['Rank', 'Previous rank', 'Product', 'Brand', ...FIGURES],
      ['1', '', 'Blue Dream', 'Fernhollow', '1200; 3.5', 'Unit; Gram', '1234.50', '4', '2', '', '12.35'],
    ]);
  });

  test('names brands with how many of their products sold', () => {
    const quantities = [{ unit: 'Unit', quantity: '10' }];
    const row: BrandSold = { ...sold, brandId: 1, products: 3, quantities, averagePrice: '123.45', previousRank: 2 };
    expect(fileOf(BRAND_COLUMNS, [row])).toEqual([
      ['Rank', 'Previous rank', 'Brand', 'Products', ...FIGURES],
      ['1', '2', 'Fernhollow', '3', '10', 'Unit', '1234.50', '4', '2', '123.45', '12.35'],
    ]);
  });
});

test('a file is named by its day and report', () => {
  const now = new Date('2026-11-20T04:00:00Z');
  expect(reportFileName(now, 'America/Los_Angeles', 'PRODUCTS_SOLD')).toBe('261119_los_angeles_time_products_sold.csv');
  expect(reportFileName(now, 'UTC', 'REVENUE', 'png')).toBe('261120_utc_revenue.png');
});
