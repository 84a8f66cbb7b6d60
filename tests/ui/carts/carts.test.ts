import { describe, expect, it } from 'vitest';
import type { CartLine, CartWrapper } from '../../../domain/carts/cart';
import { groupByLine } from '../../../domain/catalogue/menu';
import { narrow } from '../../../domain/catalogue/menu-filters';
import type { MenuProduct } from '../../../domain/catalogue/product';
import { describeEntryUnit, describeUnits } from '../../../domain/catalogue/units/units-text';
import { groupByBrand, heldElsewhere, standingFailure, totalOf } from '../../../src/marketplace/carts/cart-groups';
import { reviewOf } from '../../../src/marketplace/carts/checkout/checkout-review';
import { checkLine, totalFor } from '../../../src/marketplace/carts/product-facts';

const price = { unitPrice: '108.00', wholesalePrice: '108.00', salePrice: null, isOnSale: false } as const;

const gummies: MenuProduct = {
  id: 1,
  brandId: 7,
  sellerCompanyId: 3,
  name: 'Peach Gummies',
  sku: 'GUM-PEACH',
  description: '',
  category: 'Infused Edible (each)',
  strain: null,
  productLine: { id: 11, name: 'Gummies' },
  images: [],
  price: { ...price, why: { kind: 'wholesale' } },
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Case',
  sellInBulk: true,
  unitMultiplier: '12',
  minimumOrder: null,
  maximumOrder: null,
  allowFractionalQuantities: false,
  showQuantity: true,
  inventoryManagement: 'MANUAL',
  totalEffectiveInventory: '60',
  inStock: true,
  listingState: 'AVAILABLE',
};
const flower: MenuProduct = {
  ...gummies,
  id: 2,
  name: 'Blue Dream Flower',
  sku: 'BD-LB',
  category: 'Buds',
  strain: { name: 'Blue Dream', strainClassification: 'SATIVA_HYBRID' },
  productLine: null,
  unitOfMeasure: 'Pound',
  sellInUnitOfMeasure: 'Pound',
  sellInBulk: false,
  unitMultiplier: '1',
  inStock: false,
};

const line = (quantity: string, change: Partial<CartLine> = {}) =>
  ({
    id: 1,
    productId: 1,
    brandId: 7,
    brandName: 'Kind Orchard',
    brandImageUrl: null,
    quantity,
    ...change,
  }) as CartLine;
const cart = (buyerLicenseId: number, total: string, lineItems: CartLine[]) =>
  ({ cart: { id: buyerLicenseId, buyerLicenseId, total, lineItems }, messages: [] }) as unknown as CartWrapper;

describe('what a menu says of a product', () => {
  it('a case names what it holds and the price of each; a pound is a pound', () => {
    expect(describeUnits(gummies, '108.00')).toBe('per case of 12 · $9.00 each');
    expect(describeEntryUnit(gummies)).toBe('cases of 12');
    expect(describeUnits(flower, '992.00')).toBe('per pound');
    expect(describeEntryUnit(flower)).toBe('pounds');
  });

  it('a price per case is divided where the quantity counts units', () => {
    expect(totalFor(gummies, '5')).toBe('540.00');
    expect(totalFor({ ...gummies, sellInUnitOfMeasure: 'Unit' }, '5')).toBe('45.00');
  });

  it.each([
    ['nothing in the cart', { quantity: '1', line: null }, undefined, '5 cases available'],
    ['more than there is', { quantity: '6', line: null }, 'Only 5 cases available', '5 cases available'],
    [
      'another license holds two',
      { quantity: '4', line: null, inCart: '2' },
      'Only 3 cases available',
      '3 cases available',
    ],
    ['all of it in this cart', { quantity: '5', line: line('5') }, undefined, 'No more available (5 in your cart)'],
  ])('%s', (_, entry, error, hint) => {
    const check = checkLine(gummies, entry);
    expect([check.error, check.hint]).toEqual([error, hint]);
  });

  it('a product that is gone cannot be ordered', () => {
    expect(checkLine(null, { quantity: '1', line: null }).error).toBe('Product no longer available');
  });
});

describe('a menu', () => {
  const none = { q: '', category: '', strain: '', isInStock: false };

  it.each([
    ['every word typed, anywhere', { ...none, q: 'dream bd-' }, [2]],
    ['a category', { ...none, category: 'Infused Edible (each)' }, [1]],
    ['a strain type', { ...none, strain: 'SATIVA_HYBRID' }, [2]],
    ['what is in stock', { ...none, isInStock: true }, [1]],
    ['nothing', none, [1, 2]],
  ])('is narrowed by %s', (_, filters, ids) => {
    expect(narrow([gummies, flower], filters).map(({ id }) => id)).toEqual(ids);
  });

  it('goes by product line in the order given, what has none last', () => {
    const groups = groupByLine([flower, gummies], [{ id: 11, name: 'Gummies' }]);
    expect(groups.map(({ name, products }) => [name, products.length])).toEqual([
      ['Gummies', 1],
      ['More products', 1],
    ]);
  });
});

describe('carts', () => {
  const carts = [
    cart(1, '10.10', [line('2')]),
    cart(2, '0.20', [line('3'), line('1', { brandId: 8, brandName: 'Fern' })]),
  ];

  it('come to the sum of what the platform says each comes to', () => {
    expect(totalOf(carts)).toBe('10.30');
  });

  it('know what the other licenses hold of a product', () => {
    expect(heldElsewhere(carts, { buyerLicenseId: 1 }).get(1)).toBe('4');
    expect(heldElsewhere(carts, { buyerLicenseId: 2 }).get(1)).toBe('2');
  });

  it('show their lines by brand', () => {
    const brands = groupByBrand(carts[1]?.cart as CartWrapper['cart']);
    expect(brands.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['Kind Orchard', 1],
      ['Fern', 1],
    ]);
  });

  it('say why they were not ordered until their lines are put right', () => {
    const refused = cart(1, '10.10', [line('2')]);
    const result = { failedCarts: [{ cartId: 1, message: 'Only 1 case available', cart: refused }] };
    expect(standingFailure(result, cart(1, '10.10', [line('2')]))).toBe('Only 1 case available');
    expect(standingFailure(result, cart(1, '5.05', [line('1')]))).toBeUndefined();
    expect(standingFailure(result, cart(2, '10.10', [line('2')]))).toBeUndefined();
    expect(standingFailure(null, refused)).toBeUndefined();
  });
});

describe('the review of an order', () => {
  const sold = (change: Partial<CartLine> = {}) =>
    line('2', { unitPrice: '5.05', errorMessage: null, productName: 'Peach Gummies', ...change });
  const wrapper = (total: string, lines: CartLine[], messages: string[] = [], options = [{ id: 4, name: 'Net 30' }]) =>
    ({
      cart: { id: 1, buyerLicenseId: 1, total, lineItems: lines },
      sellerCompany: { name: 'Tidemark' },
      availablePaymentOptions: options,
      messages,
    }) as unknown as CartWrapper;
  const shown = [{ wrapper: wrapper('10.10', [sold()]), paymentOptionId: 4 }];

  it('says nothing while all is as it was shown, notes aside', () => {
    const now = wrapper('10.10', [sold({ notes: 'cold' })]);
    expect(reviewOf(shown, [now])).toMatchObject({ choices: [{ wrapper: now, paymentOptionId: 4 }], changes: [] });
  });

  it.each([
    [
      'another total',
      wrapper('12.10', [sold({ unitPrice: '6.05' })]),
      'Prices changed. The total is now $12.10. It was $10.10.',
      1,
    ],
    [
      'one’s own change in another window, of which no price is guilty',
      wrapper('10.10', [sold({ quantity: '1' }), sold({ productId: 9 })]),
      'Quantities changed.',
      1,
    ],
    [
      'too little stock',
      wrapper('10.10', [sold({ errorMessage: 'Only 1 Case available' })]),
      'Peach Gummies: Only 1 Case available. Change it in your cart.',
      0,
    ],
    ['a buyer on hold', wrapper('10.10', [sold()], ['You’re on hold']), 'You’re on hold', 0],
    [
      'a way to pay that is gone',
      wrapper('10.10', [sold()], [], [{ id: 5, name: 'COD' }]),
      'This payment method is no longer offered. Choose another one in your cart.',
      0,
    ],
  ])('says %s, and leaves out what cannot be ordered', (_, now, change, left) => {
    const { choices, changes } = reviewOf(shown, [now]);
    expect(changes).toEqual([{ cartId: 1, sellerName: 'Tidemark', message: change }]);
    expect(choices).toHaveLength(left);
  });

  it('says that a cart is gone', () => {
    expect(reviewOf(shown, [])).toMatchObject({
      choices: [],
      changes: [{ cartId: 1, message: expect.stringContaining('This cart is gone') }],
      totalBefore: '10.10',
    });
  });
});
