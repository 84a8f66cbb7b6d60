import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundCents } from '../../../domain/money';
import {
  BuyerPriceWhySchema,
  describePrice,
  lineTotal,
  type PricedProduct,
  type PriceSchedule,
  type PriceWhy,
  PriceWhySchema,
  percentShown,
  perUnitPrice,
  priceLine,
  priceWhyForBuyer,
} from '../../../domain/pricing/price';

const product: PricedProduct = { id: 1, productLineId: 10, wholesalePrice: '100.00', salePrice: null };
const onSale: PricedProduct = { ...product, salePrice: '80' };

function schedule(over: Partial<PriceSchedule> = {}): PriceSchedule {
  return { id: 5, name: 'Gold', enabled: true, customerIds: [7], productRules: [], productLineRules: [], ...over };
}
const forProduct = (price: string, over: Partial<PriceSchedule> = {}) =>
  schedule({ productRules: [{ productId: 1, price }], ...over });
const forLine = (price: string | null, percentDiscount: string | null, over: Partial<PriceSchedule> = {}) =>
  schedule({ productLineRules: [{ productLineId: 10, price, percentDiscount }], ...over });

const gold = { scheduleId: 5, scheduleName: 'Gold' };
const byProduct: PriceWhy = { kind: 'schedule-product', ...gold };
const byLine: PriceWhy = { kind: 'schedule-line-price', ...gold, productLineId: 10 };
const byPercent = (percentDiscount: string): PriceWhy => ({
  kind: 'schedule-line-percent',
  ...gold,
  productLineId: 10,
  percentDiscount,
});
const sale: PriceWhy = { kind: 'sale' };
const wholesale: PriceWhy = { kind: 'wholesale' };

const CASES: [string, PricedProduct, PriceSchedule[], number | null, string, PriceWhy][] = [
  ['nothing special', product, [], 7, '100.00', wholesale],
  ['a sale', onSale, [], 7, '80.00', sale],
  ['a sale for a buyer who is no customer', onSale, [], null, '80.00', sale],
  ['a sale of nothing at all', { ...product, salePrice: '0' }, [], 7, '0.00', sale],
  ['a sale below zero', { ...product, salePrice: '-1' }, [], 7, '100.00', wholesale],
  ['a sale of what costs nothing', { ...product, wholesalePrice: '0', salePrice: '0' }, [], 7, '0.00', wholesale],
  ['a rule for the product', onSale, [forProduct('90')], 7, '90.00', byProduct],
  ['a rule dearer than wholesale', product, [forProduct('120')], 7, '120.00', byProduct],
  ['a rule for the line', onSale, [forLine('85', null)], 7, '85.00', byLine],
  ['a percent off the line', onSale, [forLine(null, '0.1')], 7, '90.00', byPercent('0.1')],
  [
    'a percent off that needs rounding',
    { ...product, wholesalePrice: '99.99' },
    [forLine(null, '0.125')],
    7,
    '87.49',
    byPercent('0.125'),
  ],
  ['price and percent in one rule', product, [forLine('85', '0.5')], 7, '85.00', byLine],
  ['a line rule with neither', onSale, [forLine(null, null)], 7, '80.00', sale],
  [
    'product and line rule in one schedule, the line cheaper',
    product,
    [
      schedule({
        productRules: [{ productId: 1, price: '95' }],
        productLineRules: [{ productLineId: 10, price: '50', percentDiscount: null }],
      }),
    ],
    7,
    '95.00',
    byProduct,
  ],
  [
    'the cheapest of several schedules',
    product,
    [forProduct('95', { id: 1, name: 'A' }), forProduct('91'), forProduct('93', { id: 3, name: 'C' })],
    7,
    '91.00',
    byProduct,
  ],
  [
    'a product rule in one schedule and a cheaper line rule in another',
    product,
    [forProduct('95', { id: 1, name: 'A' }), forLine('60', null)],
    7,
    '60.00',
    byLine,
  ],
  ['a disabled schedule', onSale, [forProduct('10', { enabled: false })], 7, '80.00', sale],
  ['a schedule of another customer', onSale, [forProduct('10', { customerIds: [8] })], 7, '80.00', sale],
  ['a schedule for a buyer who is no customer', onSale, [forProduct('10')], null, '80.00', sale],
  [
    'a rule for another product',
    onSale,
    [schedule({ productRules: [{ productId: 2, price: '10' }] })],
    7,
    '80.00',
    sale,
  ],
  [
    'a rule for another line',
    onSale,
    [schedule({ productLineRules: [{ productLineId: 11, price: '1', percentDiscount: null }] })],
    7,
    '80.00',
    sale,
  ],
  ['a product without a line', { ...onSale, productLineId: null }, [forLine('1', null)], 7, '80.00', sale],
];

describe('the price of a line', () => {
  test.each(CASES)('%s', (_, priced, schedules, customerId, unitPrice, why) => {
    const price = priceLine({ product: priced, schedules, customerId });
    expect({ unitPrice: price.unitPrice, why: price.why }).toEqual({ unitPrice, why });
    expect(price.isOnSale).toBe(why.kind === 'sale');
    expect(price.wholesalePrice).toBe(roundCents(priced.wholesalePrice));
    expect(PriceWhySchema.parse(price.why)).toEqual(why);
  });

  test('the sale price is included even when a schedule wins', () => {
    const price = priceLine({ product: onSale, schedules: [forProduct('90')], customerId: 7 });
    expect(price).toMatchObject({ salePrice: '80.00', isOnSale: false, unitPrice: '90.00' });
  });

  test('each reason has a label', () => {
    const all = [byProduct, byLine, byPercent('0.125'), sale, wholesale];
    expect(all.map((why) => describePrice(why, 'seller'))).toEqual([
      'Gold · product price',
      'Gold · product line price',
      'Gold · 12.5% off',
      'Sale price',
      'Wholesale price',
    ]);
  });

  test('a buyer never sees a price schedule’s name', () => {
    const all = [byProduct, byLine, byPercent('0.125'), sale, wholesale];
    expect(all.map((why) => describePrice(why, 'buyer'))).toEqual([
      'Your price',
      'Your price',
      'Your price · 12.5% off',
      'Sale price',
      'Wholesale price',
    ]);
  });

  const deal: PriceWhy = { kind: 'deal', offerUuid: '0b5c3a52-5a3e-4e5e-9b1f-3d1f2a4b5c6d' };

  test.each([
    [byProduct, { kind: 'schedule-product' }],
    [byLine, { kind: 'schedule-line-price' }],
    [byPercent('0.125'), { kind: 'schedule-line-percent', percentDiscount: '0.125' }],
    [sale, sale],
    [wholesale, wholesale],
    [{ kind: 'entered' } as const, { kind: 'entered' }],
    [deal, deal],
  ])('a buyer gets of %j no schedule and no rule, and reads the same', (why, forBuyer) => {
    expect(priceWhyForBuyer(why)).toEqual(forBuyer);
    expect(BuyerPriceWhySchema.parse(priceWhyForBuyer(why))).toEqual(forBuyer);
    expect(describePrice(priceWhyForBuyer(why), 'buyer')).toBe(describePrice(why, 'buyer'));
  });

  test('the order of schedules doesn’t matter', () => {
    const offers = fc.array(fc.integer({ min: 0, max: 100000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(offers, (prices) => {
        const schedules = prices.map((price, id) => forProduct(roundCents(price / 100), { id }));
        const price = (list: PriceSchedule[]) => priceLine({ product, schedules: list, customerId: 7 }).unitPrice;
        expect(price(schedules)).toBe(roundCents(Math.min(...prices) / 100));
        expect(price(schedules.toReversed())).toBe(price(schedules));
      }),
    );
  });
});

describe('line totals', () => {
  test.each([
    ['cases at a price per case', { unitPrice: '108.00', quantity: '2' }, '216.00'],
    ['units at a price per case', { unitPrice: '108.00', quantity: '6', unitsPerCase: 12 }, '54.00'],
    ['units that do not divide', { unitPrice: '100.00', quantity: '1', unitsPerCase: 3 }, '33.33'],
    ['a third of a case three times over', { unitPrice: '100.00', quantity: '3', unitsPerCase: 3 }, '100.00'],
    ['pounds in fractions', { unitPrice: '1199.99', quantity: '2.75' }, '3299.97'],
    ['half a cent', { unitPrice: '0.01', quantity: '0.5' }, '0.01'],
    ['nothing', { unitPrice: '0.00', quantity: '5' }, '0.00'],
  ])('%s', (_, line, total) => {
    expect(lineTotal(line)).toBe(total);
  });

  test('a case of 12 at 108 dollars is 9 dollars a unit', () => {
    expect(perUnitPrice('108', 12)).toBe('9.00');
    expect(perUnitPrice('100', 3)).toBe('33.33');
  });

  test('a stored fraction is shown as a percent', () => {
    expect(percentShown('0.125')).toBe('12.5');
    expect(percentShown('0.3333')).toBe('33.33');
  });
});
