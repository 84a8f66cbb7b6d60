import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WAITS } from '../../../domain/carts/approvals/approval';
import type { CartItemUpsert } from '../../../domain/carts/cart';
import { judgeCartLine, judgeCartLines, type KnownCart } from '../../../domain/carts/judge-line';
import { type CartProduct, isShown } from '../../../domain/carts/line-error';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';
import { byCase, orderable } from '../../support/catalogue/orderable';

const product = (rules: Partial<QuantityProduct> = {}, isBrandDisabled = false): CartProduct => ({
  isBrandDisabled,
  rules: orderable(rules),
});
const item = (quantity: string, rest: Partial<CartItemUpsert> = {}): CartItemUpsert => ({
  productId: 1,
  quantity,
  ...rest,
});
const line = (quantity: string) => ({ productId: 1, quantity });
const known = (rest: Partial<Parameters<typeof judgeCartLine>[1]> = {}): Parameters<typeof judgeCartLine>[1] => ({
  product: product(),
  line: undefined,
  inCart: '0',
  stop: { waits: false, sellerError: null },
  ...rest,
});
const saved = { kind: 'saved', expectedUnitMultiplier: '1' };
const refused = (message: string) => ({ kind: 'refused', message });
const NOT_SOLD = { waits: false, sellerError: 'Redwood does not sell in NV' };
const CASE = product(byCase('5'));

describe('an item sent for a cart', () => {
  it.each([
    ['that can be ordered', item('2'), known(), saved],
    ['of a product there is none of', item('2'), known({ product: undefined }), refused('Product not found')],
    [
      'of a product buyers don’t see',
      item('2'),
      known({ product: product({ listingState: 'INTERNAL' }) }),
      refused('Product not found'),
    ],
    ['of a disabled brand', item('2'), known({ product: product({}, true) }), refused('Product not found')],
    [
      'that the cart has, of a disabled brand',
      item('2'),
      known({ product: product({}, true), line: line('1') }),
      refused('Product no longer available'),
    ],
    [
      'that the cart has, archived since',
      item('2'),
      known({ product: product({ listingState: 'ARCHIVED' }), line: line('1') }),
      refused("Qty can't be edited on archived products"),
    ],
    ['of too much', item('11'), known(), refused('Only 10 units available')],
    ['of too much with the other carts', item('3'), known({ inCart: '8' }), refused('Only 2 units available')],
    ['of nothing, and the cart has none', item('0'), known(), refused('Must be greater than 0')],
    ['of nothing', item('0'), known({ line: line('2') }), { kind: 'removed' }],
    ['of 0.00', item('0.00'), known({ line: line('2') }), { kind: 'removed' }],
    [
      'of nothing, whose product is gone',
      item('0'),
      known({ product: undefined, line: line('2') }),
      { kind: 'removed' },
    ],
    [
      'of nothing, from a seller that can’t sell here',
      item('0'),
      known({ line: line('2'), stop: NOT_SOLD }),
      { kind: 'removed' },
    ],
    [
      'from a seller that can’t sell here',
      item('2'),
      known({ stop: NOT_SOLD }),
      refused('Redwood does not sell in NV'),
    ],
    ['while the cart waits for approval', item('2'), known({ stop: { ...NOT_SOLD, waits: true } }), refused(WAITS)],
    [
      'of nothing, while the cart waits',
      item('0'),
      known({ line: line('2'), stop: { waits: true, sellerError: null } }),
      refused(WAITS),
    ],
    ['in cases', item('2'), known({ product: CASE }), { kind: 'saved', expectedUnitMultiplier: '5' }],
    [
      'in the cases seen',
      item('2', { expectedUnitMultiplier: '5.0' }),
      known({ product: CASE }),
      { kind: 'saved', expectedUnitMultiplier: '5.0' },
    ],
    [
      'in cases repacked since',
      item('2', { expectedUnitMultiplier: '4' }),
      known({ product: CASE }),
      refused('A case now has 5, not 4. Check the quantity'),
    ],
    ['that nobody changed', item('3', { knownQuantity: '2.0' }), known({ line: line('2') }), saved],
    [
      'that a colleague changed',
      item('3', { knownQuantity: '2' }),
      known({ line: line('4') }),
      { kind: 'clashed', quantity: '4' },
    ],
    ['that a colleague changed to the same', item('3', { knownQuantity: '2' }), known({ line: line('3.00') }), saved],
    ['that a colleague removed', item('3', { knownQuantity: '2' }), known(), { kind: 'clashed', quantity: null }],
    [
      'that a colleague added',
      item('3', { knownQuantity: '0' }),
      known({ line: line('1') }),
      { kind: 'clashed', quantity: '1' },
    ],
    [
      'that a colleague changed, of too much',
      item('99', { knownQuantity: '2' }),
      known({ line: line('4') }),
      { kind: 'clashed', quantity: '4' },
    ],
    [
      'that a colleague changed, from a seller that can’t sell here',
      item('3', { knownQuantity: '2' }),
      known({ line: line('4'), stop: NOT_SOLD }),
      { kind: 'clashed', quantity: '4' },
    ],
  ])('%s', (_what, sent, knows, verdict) => {
    expect(judgeCartLine(sent, knows)).toEqual(verdict);
  });
});

describe('items sent together', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ productId: at + 1, quantity: '1' }));
  const cart = (lines: number, rest: Partial<KnownCart> = {}): KnownCart => ({
    products: new Map(many(600).map(({ productId }) => [productId, product()])),
    items: many(lines),
    elsewhere: new Map(),
    stop: { waits: false, sellerError: null },
    ...rest,
  });
  const kinds = (items: CartItemUpsert[], knows: KnownCart) => judgeCartLines(items, knows).map(({ kind }) => kind);

  it('are each judged by their own product, line and other carts', () => {
    const knows = cart(1, { elsewhere: new Map([[2, '9']]) });
    expect(judgeCartLines([item('0'), item('2', { productId: 2 }), item('1', { productId: 2 })], knows)).toEqual([
      { item: item('0'), kind: 'removed' },
      { item: item('2', { productId: 2 }), kind: 'refused', message: 'Only 1 unit available' },
      { item: item('1', { productId: 2 }), kind: 'saved', expectedUnitMultiplier: '1' },
    ]);
  });

  it('are refused from the first on that the cart has no room for; lines it has can still change', () => {
    const sent = [item('2', { productId: 500 }), item('2', { productId: 501 }), item('2')];
    expect(kinds(sent, cart(499))).toEqual(['saved', 'refused', 'saved']);
    expect(judgeCartLines(sent, cart(499))[1]).toMatchObject({
      message: expect.stringContaining('up to 500 products'),
    });
  });

  it('are each held against the line of their own product', () => {
    const knows = cart(2, {
      items: [
        { productId: 1, quantity: '5' },
        { productId: 2, quantity: '7' },
      ],
    });
    const sent = item('3', { productId: 2, knownQuantity: '5' });
    expect(judgeCartLines([sent], knows)).toEqual([{ item: sent, kind: 'clashed', quantity: '7' }]);
  });

  it('keep their own reason in a full cart, and take no room where they are refused', () => {
    const tooMany = item('11', { productId: 501 });
    expect(judgeCartLines([tooMany], cart(500))).toMatchObject([{ message: 'Only 10 units available' }]);
    expect(kinds([tooMany, item('2', { productId: 502 })], cart(499))).toEqual(['refused', 'saved']);
  });

  it('make room by what they remove before', () => {
    const [added, removed] = [item('2', { productId: 501 }), item('0')];
    expect(kinds([added, removed], cart(500))).toEqual(['refused', 'removed']);
    expect(kinds([removed, added], cart(500))).toEqual(['removed', 'saved']);
  });
});

describe('whatever is sent for whatever product', () => {
  const states = ['AVAILABLE', 'BACKORDER', 'INTERNAL', 'UNAVAILABLE', 'SAMPLE', 'ARCHIVED'] as const;
  const quantities = fc.constantFrom('0', '1', '2', '11');
  const anyProduct = fc
    .tuple(fc.constantFrom(...states), fc.constantFrom('0', '1', '10'), fc.boolean())
    .map(([listingState, totalEffectiveInventory, isDisabled]) =>
      product({ listingState, totalEffectiveInventory }, isDisabled),
    );
  const anyLine = fc.option(quantities.map(line), { nil: undefined });

  it('nothing that buyers don’t see or the rules refuse gets into a cart', () => {
    fc.assert(
      fc.property(anyProduct, anyLine, quantities, quantities, (of, has, quantity, inCart) => {
        const verdict = judgeCartLine(item(quantity), known({ product: of, line: has, inCart }));
        if (verdict.kind !== 'saved') return;
        expect(isShown(of)).toBe(true);
        expect(Number(quantity)).toBeGreaterThan(0);
        if (of.rules.listingState !== 'BACKORDER')
          expect(Number(quantity) + Number(inCart)).toBeLessThanOrEqual(Number(of.rules.totalEffectiveInventory));
      }),
    );
  });

  it('a line can always be taken out, unless the cart waits', () => {
    fc.assert(
      fc.property(fc.option(anyProduct, { nil: undefined }), fc.boolean(), (of, waits) => {
        const stop = { waits, sellerError: 'Not sold here' };
        const verdict = judgeCartLine(item('0'), known({ product: of, line: line('1'), stop }));
        expect(verdict.kind).toBe(waits ? 'refused' : 'removed');
      }),
    );
  });
});
