import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, roundCents } from '../../../domain/money';
import { describeBelow, percentBelow } from '../../../domain/pricing/margin';
import { comparePrices, type PriceChange } from '../../../domain/pricing/preview';
import {
  lowestOffer,
  type PricedProduct,
  type PriceSchedule,
  priceBook,
  priceLine,
  rulebook,
} from '../../../domain/pricing/price';

const product: PricedProduct = { id: 1, productLineId: 10, wholesalePrice: '100.00', salePrice: null };

function schedule(over: Partial<PriceSchedule> = {}): PriceSchedule {
  return { id: 5, name: 'Gold', enabled: true, customerIds: [7], productRules: [], productLineRules: [], ...over };
}

const price = fc.integer({ min: 0, max: 20_000 }).map((cents) => roundCents(cents / 100));
const PRODUCT_IDS = [1, 2, 3, 4];
const LINE_IDS = [10, 11];
const CUSTOMER_IDS = [7, 8, 9];
const products = fc.tuple(
  ...PRODUCT_IDS.map((id) =>
    fc.record({
      id: fc.constant(id),
      productLineId: fc.constantFrom(...LINE_IDS, null),
      wholesalePrice: price,
      salePrice: fc.option(price),
    }),
  ),
);
const lineRule = fc.oneof(
  fc.record({ productLineId: fc.constantFrom(...LINE_IDS), price, percentDiscount: fc.constant(null) }),
  fc.record({
    productLineId: fc.constantFrom(...LINE_IDS),
    price: fc.constant(null),
    percentDiscount: fc.constantFrom('0.1', '0.125', '1'),
  }),
);
const contents = {
  name: fc.constantFrom('A', 'B'),
  enabled: fc.boolean(),
  customerIds: fc.subarray(CUSTOMER_IDS),
  productRules: fc.uniqueArray(fc.record({ productId: fc.constantFrom(...PRODUCT_IDS), price }), {
    selector: ({ productId }) => productId,
  }),
  productLineRules: fc.uniqueArray(lineRule, { selector: ({ productLineId }) => productLineId }),
};
const others = fc.tuple(...[1, 2, 9].map((id) => fc.record({ id: fc.constant(id), ...contents })));
const edited = fc.record({ id: fc.constant(5), ...contents });

describe('the price of several schedules', () => {
  test('is never above the lowest rule that applies, nor below it', () => {
    fc.assert(
      fc.property(products, others, fc.constantFrom(...CUSTOMER_IDS), (all, schedules, customerId) => {
        for (const one of all) {
          const applying = schedules.filter(({ enabled, customerIds }) => enabled && customerIds.includes(customerId));
          const lowest = lowestOffer(applying.map((each) => rulebook(each)(one)));
          const { unitPrice, why } = priceLine({ product: one, schedules, customerId });
          if (lowest) expect({ price: unitPrice, why }).toEqual(lowest);
          else expect(['sale', 'wholesale']).toContain(why.kind);
        }
      }),
    );
  });

  test('is the same one by one and by the book, in any order of schedules', () => {
    fc.assert(
      fc.property(products, others, (all, schedules) => {
        const [book, turned] = [priceBook(schedules), priceBook(schedules.toReversed())];
        for (const one of all)
          for (const customerId of [...CUSTOMER_IDS, null]) {
            expect(book(one, customerId)).toEqual(priceLine({ product: one, schedules, customerId }));
            expect(turned(one, customerId)).toEqual(book(one, customerId));
          }
      }),
    );
  });

  test('of two equal ones the older schedule’s is named', () => {
    const rules = { productRules: [{ productId: 1, price: '90.00' }] };
    const schedules = [schedule({ id: 6, name: 'New', ...rules }), schedule({ id: 4, name: 'Old', ...rules })];
    expect(priceLine({ product, schedules, customerId: 7 }).why).toMatchObject({ scheduleName: 'Old' });
  });
});

const idsOf = ({ isFor, customerCount }: PriceChange) => {
  const ids = CUSTOMER_IDS.filter((id) => isFor(id));
  expect(ids).toHaveLength(customerCount);
  return ids;
};

describe('what a change of a schedule does', () => {
  test.each([
    ['nothing, when nothing changes', {}, []],
    ['nothing, while it is off', { enabled: false }, []],
    ['a lower price', { productRules: [{ productId: 1, price: '80' }] }, [['100.00', '80.00', [7]]]],
    ['a higher one', { productRules: [{ productId: 1, price: '120' }] }, [['100.00', '120.00', [7]]]],
    ['a price that is the same is no change', { productRules: [{ productId: 1, price: '100' }] }, []],
    [
      'the line’s percent, for a new customer too',
      { customerIds: [7, 8], productLineRules: [{ productLineId: 10, price: null, percentDiscount: '0.1' }] },
      [['100.00', '90.00', [7, 8]]],
    ],
  ] as [string, Partial<PriceSchedule>, [string, string, number[]][]][])('%s', (_, change, expected) => {
    const before = schedule();
    const { changes } = comparePrices({ before, after: { ...before, ...change }, others: [], products: [product] });
    expect(changes.map((one) => [one.before.price, one.after.price, idsOf(one)])).toEqual(expected);
  });

  test('taking a schedule from someone gives them the price they have without it', () => {
    const before = schedule({ productRules: [{ productId: 1, price: '80' }], customerIds: [7, 8] });
    const rival = schedule({ id: 2, name: 'Silver', customerIds: [8], productRules: [{ productId: 1, price: '85' }] });
    const { changes } = comparePrices({
      before,
      after: { ...before, customerIds: [] },
      others: [rival],
      products: [product],
    });
    expect(changes.map((one) => [one.after.price, one.after.why.kind, idsOf(one)])).toEqual([
      ['100.00', 'wholesale', [7]],
      ['85.00', 'schedule-product', [8]],
    ]);
  });

  test('agrees with the price of every line before and after', () => {
    fc.assert(
      fc.property(products, others, edited, edited, (all, rest, before, after) => {
        const { changes, customerIds } = comparePrices({ before, after, others: rest, products: all });
        const said = new Map(
          changes.flatMap((one) => idsOf(one).map((id) => [`${one.productId} ${id}`, one] as const)),
        );
        for (const one of all)
          for (const customerId of CUSTOMER_IDS) {
            const was = priceLine({ product: one, schedules: [...rest, before], customerId });
            const willBe = priceLine({ product: one, schedules: [...rest, after], customerId });
            const change = said.get(`${one.id} ${customerId}`);
            const differs = compare(was.unitPrice, willBe.unitPrice) !== 0;
            expect(change !== undefined).toBe(differs);
            if (differs) expect(customerIds).toContain(customerId);
            if (change) {
              expect(change.before).toEqual({ price: was.unitPrice, why: was.why });
              expect(change.after).toEqual({ price: willBe.unitPrice, why: willBe.why });
            }
          }
      }),
    );
  });
});

test.each([
  ['100.00', '90.00', '10.00', '10% below'],
  ['100.00', '112.50', '-12.50', '12.5% above'],
  ['24.00', '24.00', '0.00', 'Same'],
  ['0.00', '5.00', null, ''],
])('%s at %s is %s percent below wholesale, said “%s”', (wholesale, paid, below, said) => {
  expect(percentBelow(wholesale, paid)).toBe(below);
  expect(describeBelow(below)).toBe(said);
});
