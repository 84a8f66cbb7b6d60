import { describe, expect, test } from 'vitest';
import { letterOf, MOST_LETTER_ROWS } from '../../../domain/reports/letter';
import type { BrandSold, ProductSold, RevenueReport } from '../../../domain/reports/report';

const period = (month: number, revenue: string) => ({
  from: `2026-${String(month).padStart(2, '0')}-01`,
  to: `2026-${String(month).padStart(2, '0')}-28`,
  isPartial: month === 12,
  revenue,
  orders: 1,
  previousRevenue: '50.00',
  yearBeforeRevenue: '0.00',
});

const revenue: RevenueReport = {
  reportType: 'REVENUE',
  periods: Array.from({ length: 12 }, (_, at) => period(at + 1, `${at + 1}000.00`)),
  series: [],
  totals: { revenue: '78000.00', orders: 12, previousRevenue: '60000.00', yearBeforeRevenue: '0.00' },
};

describe('a mailed report shows', () => {
  test('the latest periods first, what they are compared with, and how many it leaves out', () => {
    const { totals, headers, rows, more } = letterOf(revenue, 'MONTH');
    expect(totals).toEqual([
      ['Revenue', '$78,000.00'],
      ['Orders', '12'],
      ['Previous', '$60,000.00 +30.00%'],
      ['Year before', '$0.00'],
    ]);
    expect(headers).toEqual(['Period', 'Revenue', 'Orders', 'Previous', 'Year before']);
    expect(rows).toHaveLength(MOST_LETTER_ROWS);
    expect(rows[0]).toEqual(['Dec 2026 (partial)', '$12,000.00', '1', '$50.00', '$0.00']);
    expect(rows.at(-1)?.[0]).toBe('Mar 2026');
    expect(more).toBe('and 2 earlier periods');
  });

  test('the largest parts of a split report in place of what it is compared with', () => {
    const series = ['A', 'B', 'C', 'D'].map((label) => ({
      key: label,
      label,
      revenue: revenue.periods.map((_, at) => `${at}.00`),
      total: '66.00',
    }));
    const { headers, rows } = letterOf({ ...revenue, series }, 'MONTH');
    expect(headers).toEqual(['Period', 'Revenue', 'Orders', 'A', 'B', 'C']);
    expect(rows[0]).toEqual(['Dec 2026 (partial)', '$12,000.00', '1', '$11.00', '$11.00', '$11.00']);
  });

  test('nothing before where the search has no beginning', () => {
    const open = { previousRevenue: null, yearBeforeRevenue: null };
    const periods = revenue.periods.map((of) => ({ ...of, ...open }));
    const { totals, headers, rows } = letterOf(
      { ...revenue, periods, totals: { ...revenue.totals, ...open } },
      'MONTH',
    );
    expect(totals.map(([label]) => label)).toEqual(['Revenue', 'Orders']);
    expect(headers).toEqual(['Period', 'Revenue', 'Orders']);
    expect(rows[1]).toEqual(['Nov 2026', '$11,000.00', '1']);
  });

  test('no rows when nothing was sold', () => {
    const totals = { ...revenue.totals, revenue: '0.00', orders: 0 };
    expect(letterOf({ ...revenue, totals }, 'MONTH')).toMatchObject({ rows: [], more: null });
  });

  test('the first ranks of what was sold, in units that are told apart', () => {
    const sold = (rank: number): ProductSold => ({
      productId: rank,
      productName: `Jar ${rank}`,
      brandName: 'Cedar',
      quantities: [
        { unit: 'Unit', quantity: '1200' },
        { unit: 'Gram', quantity: '3.5' },
      ],
      revenue: '10.00',
      orders: 2,
      customers: 1,
      averagePrice: null,
      share: 0.1,
      rank,
      previousRank: null,
    });
    const products = Array.from({ length: 12 }, (_, at) => sold(at + 1));
    const totals = {
      quantities: [{ unit: 'Unit', quantity: '13200' }],
      revenue: '1100.00',
      orders: 2200,
      customers: 1000,
    };
    const letter = letterOf({ reportType: 'PRODUCTS_SOLD', rows: products, totals }, 'MONTH');
    expect(letter.headers).toEqual(['Rank', 'Product', 'Quantity', 'Line sales', 'Orders']);
    expect(letter.rows[0]).toEqual(['1', 'Jar 1', '1,200 units + 3.5 grams', '$10.00', '2']);
    expect(letter.totals).toEqual([
      ['Line sales', '$1,100.00'],
      ['Quantity', '13,200 units'],
      ['Orders', '2,200'],
      ['Customers', '1,000'],
    ]);
    expect(letter.rows).toHaveLength(MOST_LETTER_ROWS);
    expect(letter.more).toBe('and 2 more products');
    const brands = products.map((row): BrandSold => {
      const { productId: _, productName: __, ...rest } = row;
      return { ...rest, brandId: row.rank, products: 3 };
    });
    const ofBrands = letterOf({ reportType: 'BRANDS_SOLD', rows: brands.slice(0, 11), totals }, 'MONTH');
    expect(ofBrands.headers[1]).toBe('Brand');
    expect(ofBrands.rows[0]?.[1]).toBe('Cedar');
    expect(ofBrands.more).toBe('and 1 more brand');
    const few = { reportType: 'BRANDS_SOLD' as const, rows: brands.slice(0, 10), totals };
    expect(letterOf(few, 'MONTH').more).toBeNull();
  });
});
