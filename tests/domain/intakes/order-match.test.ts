import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BoughtOrder, matchOrders, type SentPackage } from '../../../domain/intakes/order-match';
import { add, isEqual, multiply, sum } from '../../../domain/money';

const line = (productId: number, quantity: string, totalUsd: string, productName = `Product ${productId}`) => ({
  productId,
  productName,
  unit: 'Unit',
  quantity,
  totalUsd,
});
const order = (id: number, ...lines: BoughtOrder['lines']): BoughtOrder => ({
  id,
  orderNumber: String(500_000 + id),
  status: 'SHIPPED',
  lines,
});
const carried = (label: string, shippedQuantity: string | null = '24', values: object = {}) => ({
  label,
  itemName: 'Blue Dream Jar',
  unitOfMeasure: 'ea',
  unknown: false,
  leftManifest: false,
  notFound: false,
  shippedQuantity,
  countedQuantity: null as string | null,
  settledQuantity: null as string | null,
  ...values,
});
const books =
  (entries: Record<string, SentPackage>) =>
  (label: string): SentPackage | undefined =>
    entries[label];
const nothing = books({});

describe('packages beside orders', () => {
  test('are found by tag, and say what is short and what that is worth by the price of a base unit', () => {
    const bought = [order(1, line(7, '48', '432.00'))];
    const sentOf = books({ A: { productId: 7, orderIds: [1] }, B: { productId: 7, orderIds: [1] } });
    const packages = [carried('A', '24', { countedQuantity: '22' }), carried('B', '20', { countedQuantity: '20' })];
    const match = matchOrders(packages, bought, sentOf);
    expect(match).toMatchObject({ orders: [{ id: 1 }], unmatched: [], worth: '-54.00' });
    expect(match.lines).toEqual([
      {
        productId: 7,
        productName: 'Product 7',
        unit: 'Unit',
        orderIds: [1],
        isHidden: false,
        ordered: '48',
        onManifest: '44',
        counted: '42',
        unitPrice: '9.00',
        difference: '-6',
        worth: '-54.00',
        packages: [
          { label: 'A', by: 'TAG' },
          { label: 'B', by: 'TAG' },
        ],
      },
    ]);
  });

  test('go by the manifest until all are counted; one that wasn’t found is nothing, a settled count wins', () => {
    const bought = [order(1, line(7, '48', '480.00'))];
    const sentOf = books({ A: { productId: 7, orderIds: [1] }, B: { productId: 7, orderIds: [1] } });
    const part = matchOrders([carried('A'), carried('B', '24', { countedQuantity: '20' })], bought, sentOf);
    expect(part.lines[0]).toMatchObject({ counted: null, difference: '0', worth: '0.00' });
    const settled = carried('B', '24', { countedQuantity: '20', settledQuantity: '23' });
    const all = matchOrders([carried('A', '24', { notFound: true }), settled], bought, sentOf);
    expect(all.lines[0]).toMatchObject({ counted: '23', difference: '-25', worth: '-250.00' });
  });

  test('without a tag in the sender’s books go by product, then by name, only if one order can be it', () => {
    const two = [
      order(1, line(7, '24', '240.00', 'Blue Dream Jar')),
      order(2, line(7, '24', '240.00', 'Blue Dream Jar')),
    ];
    const one = two.slice(0, 1);
    expect(matchOrders([carried('A')], one, nothing).lines[0]?.packages).toEqual([{ label: 'A', by: 'ITEM' }]);
    expect(matchOrders([carried('A')], two, nothing)).toMatchObject({ lines: [], unmatched: [{ why: 'SEVERAL' }] });
    expect(matchOrders([carried('A', '24', { itemName: 'Gelato' })], one, nothing).unmatched).toMatchObject([
      { label: 'A', why: 'NONE' },
    ]);
    const byProduct = books({ A: { productId: 8, orderIds: [] } });
    expect(matchOrders([carried('A')], one, byProduct).unmatched).toMatchObject([{ why: 'NONE' }]);
    // The order that the others were found in comes first.
    const sentOf = books({ A: { productId: 7, orderIds: [2] } });
    const both = matchOrders([carried('A', '12'), carried('B', '12')], two, sentOf);
    expect(both).toMatchObject({ orders: [{ id: 2 }], unmatched: [], worth: '0.00' });
  });

  test('tell nothing of quantities while a package of the line is hidden, and nothing that doesn’t convert', () => {
    const sentOf = books({ A: { productId: 7, orderIds: [1] } });
    const bought = [order(1, line(7, '24', '240.00'))];
    expect(matchOrders([carried('A', null)], bought, sentOf)).toMatchObject({
      worth: null,
      lines: [{ isHidden: true, ordered: null, onManifest: null, counted: null, difference: null, worth: null }],
    });
    expect(matchOrders([carried('A', '24', { unitOfMeasure: 'g' })], bought, sentOf).lines[0]).toMatchObject({
      ordered: '24',
      onManifest: null,
      difference: null,
    });
  });

  test('leave out what isn’t on the manifest, and show what was ordered and didn’t come', () => {
    const bought = [order(1, line(7, '24', '240.00'), line(8, '10', '50.00'))];
    const sentOf = books({ A: { productId: 7, orderIds: [1] } });
    const packages = [carried('A'), carried('B', null, { unknown: true }), carried('C', '24', { leftManifest: true })];
    const match = matchOrders(packages, bought, sentOf);
    expect(match.unmatched).toEqual([]);
    expect(match.lines[1]).toMatchObject({
      productId: 8,
      onManifest: '0',
      difference: '-10',
      worth: '-50.00',
      packages: [],
    });
  });

  test('each is in exactly one line or unmatched, and what all differences are worth is their sum', () => {
    const amount = fc.integer({ min: 1, max: 500 }).map(String);
    const orderIds = fc.subarray([1, 2, 3]);
    const sent = fc.option(fc.record({ productId: fc.option(fc.integer({ min: 1, max: 4 })), orderIds }), {
      nil: undefined,
    });
    const one = fc.record({ quantity: amount, sent, name: fc.constantFrom('Product 1', 'Product 2', 'Other') });
    const lines = fc.uniqueArray(
      fc.record({ productId: fc.integer({ min: 1, max: 4 }), quantity: amount, cents: amount }),
      {
        selector: ({ productId }) => productId,
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.tuple(lines, lines, lines), (packages, ordered) => {
        const bought = ordered.map((of, at) =>
          order(at + 1, ...of.map(({ productId, quantity, cents }) => line(productId, quantity, `${cents}.00`))),
        );
        const all = packages.map(({ quantity, name }, at) => carried(String(at), quantity, { itemName: name }));
        const match = matchOrders(all, bought, (label) => packages[Number(label)]?.sent);
        const placed = [...match.lines.flatMap((row) => row.packages), ...match.unmatched].map(({ label }) => label);
        expect(placed.toSorted()).toEqual(all.map(({ label }) => label).toSorted());
        for (const { ordered: wanted, onManifest, difference } of match.lines) {
          expect(isEqual(add(wanted ?? '0', difference ?? '0'), onManifest ?? '0')).toBe(true);
        }
        expect(isEqual(match.worth ?? '0', sum(match.lines.map(({ worth }) => worth ?? '0')))).toBe(true);
        expect(isEqual(multiply(match.worth ?? '0', 100), Math.round(Number(match.worth) * 100))).toBe(true);
      }),
    );
  });
});
