import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { DEFAULT_FEATURES, type Membership } from '../../../domain/access/roles';
import {
  describeClash,
  findCircularError,
  findEntryError,
  findFullError,
  findLineError,
  findSellerError,
  findStateError,
  isShown,
} from '../../../domain/carts/line-error';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';
import { byCase, orderable } from '../../support/catalogue/orderable';

const CASE = byCase('5');
const GONE = 'Product no longer available';

const entry = (product: Partial<QuantityProduct>, rest: object = {}) => ({
  rules: orderable(product),
  isBrandDisabled: false,
  quantity: '2',
  expectedUnitMultiplier: product.unitMultiplier ?? '1',
  ...rest,
});

describe('a line of a cart', () => {
  test.each([
    ['nothing in its way', entry({}), null],
    ['an archived product', entry({ listingState: 'ARCHIVED' }), GONE],
    ['an internal product', entry({ listingState: 'INTERNAL' }), GONE],
    ['a disabled brand', entry({}, { isBrandDisabled: true }), GONE],
    ['an unavailable product', entry({ listingState: 'UNAVAILABLE' }), 'Product temporarily unavailable'],
    ['a sample', entry({ listingState: 'SAMPLE' }), null],
    ['too little stock', entry({ totalEffectiveInventory: '1' }), 'Only 1 unit available'],
    ['no stock, on backorder', entry({ listingState: 'BACKORDER', totalEffectiveInventory: '0' }), null],
    ['the cases it was chosen in', entry(CASE), null],
    ['other cases', entry(CASE, { expectedUnitMultiplier: '4' }), 'A case now has 5, not 4. Check the quantity'],
    ['the same cases, written otherwise', entry(CASE, { expectedUnitMultiplier: '5.0' }), null],
    ['cases that do not matter to it', entry({ unitMultiplier: '12' }, { expectedUnitMultiplier: '6' }), null],
    [
      'other cases, priced by the unit',
      entry({ ...CASE, sellInBulk: false }, { expectedUnitMultiplier: '4' }),
      'A case now has 5, not 4. Check the quantity',
    ],
    [
      'a price per other cases',
      entry({ sellInBulk: true, unitMultiplier: '5' }, { expectedUnitMultiplier: '4' }),
      'A case now has 5, not 4. Check the quantity',
    ],
  ])('with %s', (_what, line, message) => {
    expect(findLineError(line)).toBe(message);
  });
});

test.each([
  ['AVAILABLE', false, true],
  ['UNAVAILABLE', false, true],
  ['SAMPLE', false, true],
  ['INTERNAL', false, false],
  ['ARCHIVED', false, false],
  ['AVAILABLE', true, false],
] as const)('buyers see a product that is %s, of a disabled brand %s: %s', (listingState, isBrandDisabled, shown) => {
  expect(isShown({ ...entry({ listingState }), isBrandDisabled })).toBe(shown);
});

describe('a quantity being entered', () => {
  test('of an archived product has its own message, unless its brand is gone too', () => {
    const archived = entry({ listingState: 'ARCHIVED' });
    expect(findEntryError(archived)).toBe("Qty can't be edited on archived products");
    expect(findEntryError({ ...archived, isBrandDisabled: true })).toBe(GONE);
  });

  test('leaves room for what is in the buyer’s other carts', () => {
    expect(findEntryError(entry({}, { inCart: '8' }))).toBeNull();
    expect(findEntryError(entry({}, { inCart: '9' }))).toBe('Only 1 unit available');
  });
});

test.each([
  [{ by: 'Priya Raman', quantity: '1200' }, 'Priya Raman set this to 1,200 while you were changing it'],
  [{ by: 'Priya Raman', quantity: null }, 'Priya Raman removed this line while you were changing it'],
  [{ by: null, quantity: '3' }, 'Someone else set this to 3 while you were changing it'],
])('a buyer is told of what a colleague did meanwhile: %o', (clash, message) => {
  expect(describeClash(clash)).toBe(message);
  expect(describeClash(clash, 'Blue Dream')).toBe(message.replace('this line', 'Blue Dream'));
});

test('a seller only sells within its state', () => {
  const seller = { name: 'Redwood Distribution', usState: 'CA' };
  expect(findStateError(seller, { usState: 'CA' })).toBeNull();
  expect(findStateError(seller, { usState: 'NV' })).toBe('Redwood Distribution does not sell in NV');
});

test('a cart accepts 500 lines and no more', () => {
  expect(findFullError(0)).toBeNull();
  expect(findFullError(499)).toBeNull();
  expect(findFullError(500)).toBe('A cart can have up to 500 products. Place this order first, then add more');
});

describe('buying from one’s own organization', () => {
  const buyer = (features: FeatureMap): Membership => ({
    orgUserId: 1,
    userId: 'u',
    orgId: 7,
    role: { id: 1, name: 'Buyer', features, isDefault: false, defaultRoleId: null, isOwner: false },
    enabledFeatures: [],
    plan: 'STARTER',
    licenseIds: [],
    brandIds: [],
    companyIds: [],
    states: [],
  });
  const own = { name: 'Fernhollow', orgId: 7 };
  const buys = { PURCHASE_ORDERS: { read: true, write: true } };
  const told = 'Fernhollow is part of your organization. To buy from it you need write access to “Circular sales”';

  test.each([
    ['is refused without the permission', own, buys, told],
    ['is refused to who only reads', own, { ...buys, CIRCULAR_SALES: { read: true, write: false } }, told],
    ['is refused to a user of the default role', own, DEFAULT_FEATURES.USER, told],
    ['is allowed with it', own, { ...buys, CIRCULAR_SALES: { read: true, write: true } }, null],
    ['is allowed to an admin', own, DEFAULT_FEATURES.ADMIN, null],
    ['is no matter where the company is another’s', { name: 'Fernhollow', orgId: 8 }, buys, null],
  ])('%s', (_what, seller, features, message) => {
    expect(findCircularError(seller, buyer(features))).toBe(message);
  });

  test('is said before that the seller sells in another state', () => {
    const [seller, none] = [{ ...own, usState: 'CA' }, buyer(buys)];
    expect(findSellerError(seller, { membership: none, usState: 'NV' })).toBe(told);
    const other = { ...seller, orgId: 8 };
    expect(findSellerError(other, { membership: none, usState: 'NV' })).toBe('Fernhollow does not sell in NV');
    expect(findSellerError(other, { membership: none, usState: 'CA' })).toBeNull();
  });
});
