import { expect, test } from 'vitest';
import {
  claimsOf,
  type Departure,
  drawFrom,
  drawnAfter,
  type Figures,
  type Keeper,
  leftWith,
  readSince,
  stillHere,
  takeBack,
} from '../../../domain/inventory/departures';

const figures = (quantity: string, changes: Partial<Figures> = {}): Figures => ({
  quantity,
  isHere: true,
  drawn: '0',
  theirs: quantity,
  ...changes,
});

test.each([
  ['nothing', figures('100'), figures('100'), '0'],
  ['all of it, with the package', figures('100'), figures('100', { isHere: false }), '100'],
  ['what it was adjusted by', figures('100'), figures('60'), '40'],
  ['not what went into packages made of it', figures('100', { drawn: '40', theirs: '60' }), figures('60'), '0'],
  ['only the rest of one that was split', figures('100', { drawn: '40', theirs: '60' }), figures('0'), '60'],
  ['all of one that the tracking system doesn’t say lost any', figures('60', { drawn: '40' }), figures('0'), '60'],
  ['less than nothing when it comes back', figures('30', { isHere: false }), figures('30'), '-30'],
])('what left with a package is %s', (_what, before, after, left) => {
  expect(leftWith(before, after)).toBe(left);
});

test('a package lost what was drawn from it once its own figure falls by that', () => {
  expect(drawnAfter({ quantity: '100', drawn: '40' }, '70')).toBe('10');
  expect(drawnAfter({ quantity: '100', drawn: '40' }, '50')).toBe('0');
  expect(drawnAfter({ quantity: '100', drawn: '40' }, '120')).toBe('40');
});

test('a figure there counts as read since a package was made of it from that moment on', () => {
  const made = new Date(Date.UTC(2026, 10, 20, 12));
  const read = (seconds: number) => readSince({ quantity: '80', at: new Date(made.getTime() + seconds * 1000) }, made);
  expect([read(-1), read(0), read(1), readSince(null, made)]).toEqual([null, '80', '80', null]);
});

test('a new package was taken out of its sources: first what they lost before, then what they hold', () => {
  const source = (quantity: string, left: string, drawn = '0', isHere = true) => ({
    ...figures(quantity, { drawn, isHere, theirs: null }),
    left,
  });
  expect(drawFrom([source('100', '10')], '40')).toEqual([{ returned: '10', drawn: '30' }]);
  expect(drawFrom([source('30', '0', '10'), source('50', '0')], '40')).toEqual([
    { returned: '0', drawn: '20' },
    { returned: '0', drawn: '20' },
  ]);
  expect(drawFrom([source('100', '60', '0', false)], '40')).toEqual([{ returned: '40', drawn: '0' }]);
  // One that was read after it had given them holds only what we still count of them.
  const read = (quantity: string, theirs: string) => ({ ...source(quantity, '0'), theirs });
  expect(drawFrom([read('1', '1'), source('100', '0', '1')], '19')).toEqual([
    { returned: '0', drawn: '0' },
    { returned: '0', drawn: '19' },
  ]);
  expect(drawFrom([read('100', '80')], '40')).toEqual([{ returned: '0', drawn: '20' }]);
});

test.each([
  ['100', '0', '100'],
  ['100', '40', '60'],
  ['40', '60', '0'],
  ['1', '0.99999', '0'],
  ['0.005', '0', '0.005'],
])('of %s, %s of which left, %s is still here', (quantity, left, rest) => {
  expect(stillHere(quantity, left)).toBe(rest);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const departure = (changes: Partial<Departure> = {}): Departure => ({
  id: 1,
  productId: 1,
  quantity: '50',
  isTransfer: true,
  recipientLicense: 'C10-1',
  leftAt: at(30),
  ...changes,
});
const keeper = (orderId: number, changes: Partial<Keeper> = {}): Keeper => ({
  orderId,
  productId: 1,
  quantity: '40',
  license: 'c10-1 ',
  isTaken: false,
  since: at(0),
  ...changes,
});
const claimed = (one: Departure, keepers: Keeper[]) =>
  claimsOf([one], keepers).map(({ orderId, quantity }) => [orderId, quantity]);

test('what left is for fulfilled orders of its license first, then for the oldest', () => {
  const orders = [keeper(1), keeper(2), keeper(3, { isTaken: true })];
  expect(claimed(departure(), orders)).toEqual([
    [3, '40'],
    [1, '10'],
  ]);
});

test.each<[string, Partial<Departure>, Partial<Keeper>]>([
  ['of another license', {}, { license: 'C10-2' }],
  ['whose license isn’t known', {}, { license: null }],
  ['while its destination isn’t known', { recipientLicense: null }, {}],
  ['of another product', {}, { productId: 2 }],
  ['that came later', {}, { since: at(31) }],
  ['that isn’t fulfilled, without a destination', { isTransfer: false, recipientLicense: null }, {}],
])('what left isn’t for an order %s', (_which, left, order) => {
  expect(claimed(departure(left), [keeper(1, order)])).toEqual([]);
});

test('what came back is first what nobody took over, then the newest', () => {
  const rows = [
    { id: 1, orderId: 7, quantity: '10' },
    { id: 2, orderId: null, quantity: '5' },
    { id: 3, orderId: 8, quantity: '10' },
  ];
  expect(takeBack(rows, '18').map(({ id, rest }) => [id, rest])).toEqual([
    [2, '0'],
    [3, '0'],
    [1, '7'],
  ]);
  expect(takeBack(rows, '0')).toEqual([]);
});
