import { describe, expect, test } from 'vitest';
import type { QuantityProduct } from '../../../domain/catalogue/units/quantity';
import {
  againstAsking,
  answerBy,
  BID_STATUS_IDS,
  type BidAct,
  BidDraft,
  CounterDraft,
  comparedWith,
  type DealSide,
  OfferChange,
  OfferDraft,
  offeredQuantityProblem,
  offerLeft,
  shownLeft,
  whyNotAnswer,
  whyNotAsOffered,
  whyNotBid,
} from '../../../domain/deals/deal';
import { byCase, orderable } from '../../support/catalogue/orderable';

const NOW = new Date('2026-11-25T12:00:00Z');
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const problemsOf = (read: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  (read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('a bid can be answered', () => {
  test.each([
    ['for two days', 72, 48],
    ['for less when its offer ends before', 47, 47],
  ])('%s', (_, ends, until) => {
    expect(answerBy(NOW, at(ends))).toEqual(at(until));
  });

  const open = { status: 'OPEN', turn: 'SELLER', answerBy: at(1) } as const;
  const over = { ...open, answerBy: NOW };
  const OVER = 'The time to answer has passed.';
  const SELLERS_TURN = 'It’s the seller’s turn to answer.';
  test.each<[string, typeof open | typeof over | { turn: 'BUYER' }, DealSide, BidAct, string | null]>([
    ['is accepted by whose turn it is', open, 'SELLER', 'ACCEPT', null],
    ['is countered by whose turn it is', open, 'SELLER', 'COUNTER', null],
    ['is not accepted by the other side', open, 'BUYER', 'ACCEPT', SELLERS_TURN],
    ['is not countered by the other side', open, 'BUYER', 'COUNTER', SELLERS_TURN],
    ['is answered by the buyer in turn', { turn: 'BUYER' }, 'BUYER', 'ACCEPT', null],
    ['waits for the buyer in turn', { turn: 'BUYER' }, 'SELLER', 'COUNTER', 'It’s the buyer’s turn to answer.'],
    ['is not accepted once the time is up', over, 'SELLER', 'ACCEPT', OVER],
    ['is not countered once the time is up', over, 'SELLER', 'COUNTER', OVER],
    ['is declined by the seller at any time', over, 'SELLER', 'DECLINE', null],
    ['is declined by the seller out of turn', { turn: 'BUYER' }, 'SELLER', 'DECLINE', null],
    ['is not declined by the buyer', open, 'BUYER', 'DECLINE', 'Withdraw your bid instead.'],
    ['is withdrawn by the buyer at any time', over, 'BUYER', 'WITHDRAW', null],
    ['is not withdrawn by the seller', open, 'SELLER', 'WITHDRAW', 'Decline the bid instead.'],
  ])('%s', (_, bid, side, act, why) => {
    expect(whyNotAnswer({ ...open, ...bid }, side, act, NOW)).toBe(why);
  });

  test('by nobody once it came to an end', () => {
    const why = BID_STATUS_IDS.map((status) => whyNotAnswer({ ...open, status }, 'SELLER', 'DECLINE', NOW));
    expect(why).toEqual([
      null,
      'This bid is accepted.',
      'This bid is declined.',
      'This bid is withdrawn.',
      'This bid is expired.',
    ]);
  });
});

test.each([
  ['OPEN', 1, null],
  ['OPEN', 0, 'This offer has ended.'],
  ['FILLED', 1, 'This offer is sold out.'],
  ['FILLED', -1, 'This offer is sold out.'],
  ['CLOSED', -1, 'The seller closed this offer.'],
  ['EXPIRED', -1, 'This offer has ended.'],
] as const)('an offer that is %s and ends in %i hours says why it takes no bids', (status, ends, why) => {
  expect(whyNotBid({ status, endsAt: at(ends) }, NOW)).toBe(why);
});

describe('what is left of an offer', () => {
  const cases = { unitOfMeasure: 'Case', unitMultiplier: '12' };
  const offer = { quantity: '100', taken: '30', held: '20', unitOfMeasure: 'Unit', unitMultiplier: '12' };
  const stock = { mode: 'MANUAL', quantity: '60', reserved: '20' } as const;

  test('is neither sold nor held, and never less than nothing', () => {
    expect(offerLeft(offer)).toBe('50');
    expect(offerLeft({ ...offer, taken: '90' })).toBe('0');
  });

  test.each([
    ['is no more than the stock that isn’t reserved', {}, {}, {}, '40'],
    ['is all of the offer where there is more stock', {}, { quantity: '90' }, {}, '50'],
    ['is in whole cases of the stock', cases, {}, {}, '3'],
    ['is nothing where more is reserved than there is', {}, { reserved: '61' }, {}, '0'],
    ['doesn’t tell stock whose seller hides it', {}, {}, { showQuantity: false }, '50'],
    ['is all of the offer where stock never runs out', {}, { mode: 'UNLIMITED' }, {}, '50'],
    ['is all of the offer of a product on backorder', {}, { quantity: '0' }, { listingState: 'BACKORDER' }, '50'],
  ] as const)('%s', (_, of, has, sold, left) => {
    const product = { listingState: 'AVAILABLE', showQuantity: true, ...sold } as const;
    expect(shownLeft({ ...offer, ...of }, product, { ...stock, ...has })).toBe(left);
  });
});

const product = orderable({ ...byCase('12'), totalEffectiveInventory: '5' });

describe('a product is still sold as offered', () => {
  const offered = { unitOfMeasure: 'Case', soldInBulk: true, unitMultiplier: '12' };
  const REPACKED = 'The seller now sells this product in another unit or case. Ask for a new offer.';
  test.each<[string, Partial<QuantityProduct>, string | null]>([
    ['while nothing of it changed', {}, null],
    ['while its case is written otherwise', { unitMultiplier: '12.0' }, null],
    ['while buyers can’t order it otherwise', { listingState: 'INTERNAL' }, null],
    ['but not once archived', { listingState: 'ARCHIVED' }, 'This product is no longer sold.'],
    ['but not in other cases', { unitMultiplier: '24' }, REPACKED],
    ['but not by another unit', { sellInUnitOfMeasure: 'Unit' }, REPACKED],
    ['but not once priced another way', { sellInBulk: false }, REPACKED],
  ])('%s', (_, change, why) => {
    expect(whyNotAsOffered(offered, { ...product, ...change })).toBe(why);
  });
});

describe('a quantity of an offer', () => {
  test.each<[string, string, { smallest: string; left: string | null }, Partial<QuantityProduct>, string | null]>([
    ['can be all that is left', '20', { smallest: '5', left: '20' }, {}, null],
    ['can’t be more', '21', { smallest: '5', left: '20' }, {}, 'Only 20 cases left'],
    ['can’t be of nothing', '1', { smallest: '5', left: '0' }, {}, 'This offer is sold out'],
    ['is the smallest at least', '4', { smallest: '5', left: '20' }, {}, 'The minimum quantity is 5 cases'],
    ['can be the smallest', '5', { smallest: '5', left: '20' }, {}, null],
    ['can be less where less is left, all of it', '3', { smallest: '5', left: '3' }, {}, null],
    ['is all of it where less is left', '2', { smallest: '5', left: '3' }, {}, 'The minimum quantity is 3 cases'],
    [
      'is the smallest at least where what is left isn’t told',
      '4',
      { smallest: '5', left: null },
      {},
      'The minimum quantity is 5 cases',
    ],
    ['can be any where what is left isn’t told', '900', { smallest: '5', left: null }, {}, null],
    ['is whole units where its product is', '5.5', { smallest: '5', left: '20' }, {}, 'Must be whole units'],
    [
      'is a fraction where its product can be',
      '5.5',
      { smallest: '5', left: '20' },
      { allowFractionalQuantities: true },
      null,
    ],
    [
      'doesn’t heed its product’s own minimum',
      '5',
      { smallest: '5', left: '20' },
      { sellInUnitOfMeasure: 'Unit', minimumOrder: '10' },
      null,
    ],
    ['doesn’t heed its product’s own maximum', '20', { smallest: '5', left: '20' }, { maximumOrder: '12' }, null],
  ])('%s', (_, wanted, offer, rules, problem) => {
    expect(offeredQuantityProblem({ ...product, ...rules }, wanted, offer)).toBe(problem);
  });
});

test.each([
  ['20.00', 'at asking'],
  ['20', 'at asking'],
  ['19.20', '4% below asking'],
  ['19.99', '0.1% below asking'],
  ['20.50', '2.5% above asking'],
  ['13.33', '33.4% below asking'],
])('%s of an asking price of $20.00 is %s', (price, words) => {
  expect(againstAsking(price, '20.00')).toBe(words);
});

test('a price is compared with any other, as the wholesale price', () => {
  expect(comparedWith('13.33', '20.00')).toBe('33.4% below');
  expect(comparedWith('20.00', '20')).toBe('at');
});

const terms = {
  quantity: '10',
  smallestQuantity: '10',
  askingPrice: '20.00',
  endsAt: '2026-12-01T00:00:00Z',
  audience: 'EVERYBODY',
};

describe('an offer is made', () => {
  test('to everybody, with neither lots nor a note unless it says so', () => {
    const draft = OfferDraft.parse({ orgId: 1, companyId: 2, productId: 3, ...terms });
    expect(draft).toEqual({
      orgId: 1,
      companyId: 2,
      productId: 3,
      ...terms,
      customerIds: [],
      packageIds: [],
      note: '',
    });
    expect(OfferChange.parse({ version: 4, ...terms, note: ' Fresh ' })).toMatchObject({ version: 4, note: 'Fresh' });
  });

  const many = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  test.each<[string, object, [string, string][]]>([
    ['with a smallest quantity up to all of it', { smallestQuantity: '10.0' }, []],
    ['not with a larger one', { smallestQuantity: '10.5' }, [['smallestQuantity', 'Can’t be more than the quantity']]],
    [
      'not of nothing',
      { quantity: '0', smallestQuantity: '0' },
      [
        ['quantity', 'Must be greater than 0'],
        ['smallestQuantity', 'Must be greater than 0'],
      ],
    ],
    [
      'not of less than nothing',
      { quantity: '10', smallestQuantity: '-1' },
      [['smallestQuantity', 'Must be 0 or more']],
    ],
    ['not of what is no number', { quantity: 'a few' }, [['quantity', 'Must be a number']]],
    ['not in part of what is none', { smallestQuantity: '' }, [['smallestQuantity', 'Must be a number']]],
    ['not for nothing', { askingPrice: '0.00' }, [['askingPrice', 'Must be more than $0.00']]],
    ['not for parts of a cent', { askingPrice: '0.005' }, [['askingPrice', 'Must be an amount, such as 18.00']]],
    ['for a cent', { askingPrice: '0.01' }, []],
    ['to chosen customers', { audience: 'CUSTOMERS', customerIds: [5] }, []],
    ['not to nobody', { audience: 'CUSTOMERS' }, [['customerIds', 'Choose at least one customer']]],
    ['to partners, without naming them', { audience: 'PARTNERS' }, []],
    ['to 500 customers', { customerIds: many(500) }, []],
    ['not to more', { customerIds: many(501) }, [['customerIds', 'Choose up to 500 customers']]],
    ['of 30 lots', { packageIds: many(30) }, []],
    ['not of more', { packageIds: many(31) }, [['packageIds', 'Choose up to 30 lots']]],
    ['with a note of 1,000 characters', { note: 'x'.repeat(1000) }, []],
    ['not with a longer one', { note: 'x'.repeat(1001) }, [['note', 'Must be 1,000 characters or fewer']]],
  ])('%s', (_, change, problems) => {
    expect(problemsOf(OfferChange.safeParse({ version: 0, ...terms, ...change }))).toEqual(problems);
    expect(problemsOf(OfferDraft.safeParse({ orgId: 1, companyId: 2, productId: 3, ...terms, ...change }))).toEqual(
      problems,
    );
  });
});

describe('a bid is made', () => {
  const PRICE = ['counterOfferPrice', 'Enter a price, or take the asking price'];
  test.each<[string, object, string[][]]>([
    ['by taking the asking price', { match: true, askingPrice: '20.00' }, []],
    ['at a price of its own', { match: false, counterOfferPrice: '18.00', quantity: '5' }, []],
    ['not without a price', { match: false }, [PRICE]],
    ['not with an empty price', { match: false, counterOfferPrice: null }, [PRICE]],
    [
      'not for nothing',
      { match: false, counterOfferPrice: '0.00' },
      [['counterOfferPrice', 'Must be more than $0.00']],
    ],
    ['not of nothing', { match: true, quantity: '0' }, [['quantity', 'Must be greater than 0']]],
  ])('%s', (_, bid, problems) => {
    expect(problemsOf(BidDraft.safeParse({ licenseId: 1, ...bid }))).toEqual(problems);
  });

  test('and countered with a price and a quantity', () => {
    const counter = { version: 1, counterOfferPrice: '19.00', quantity: '5' };
    expect(CounterDraft.parse(counter)).toEqual({ ...counter, note: '' });
    expect(problemsOf(CounterDraft.safeParse({ version: 1 })).map(([field]) => field)).toEqual([
      'counterOfferPrice',
      'quantity',
    ]);
  });
});
