import { describe, expect, test } from 'vitest';
import {
  areaMistakes,
  areaOf,
  claimsOf,
  describeArea,
  isZoneByHand,
  postalCodeOf,
  readPostalCodes,
  zoneFinder,
} from '../../../domain/customers/zone-area';
import { keptByHand, previewMoves, zoneMoves } from '../../../domain/customers/zone-moves';

const countyOf = new Map([
  ['94607', '06001'],
  ['94612', '06001'],
  ['94103', '06075'],
]);
const countyNames = new Map([
  ['06001', 'Alameda'],
  ['06075', 'San Francisco'],
]);

test.each([
  ['960 H Street, Arcata, CA 95521', '95521'],
  ['960 H Street, Arcata, CA 95521-4410', '95521'],
  ['960 H Street, Arcata, CA 95521, USA', '95521'],
  ['960 H Street, Arcata, CA 95521 U.S.', '95521'],
  ['960 H Street, Arcata, CA 95521, United States.', '95521'],
  ['12345 Main Street, Arcata, CA', null],
  ['12345 Main Street', null],
  ['95521', '95521'],
  ['1209552', null],
  ['', null],
])('the address “%s” has the ZIP code %s', (address, code) => {
  expect(postalCodeOf(address, null)).toBe(code);
});

test('a customer without a ZIP code in its address is where its license is', () => {
  expect(postalCodeOf('Pier 4, Oakland', '94607-1200')).toBe('94607');
  expect(postalCodeOf(null, '94607')).toBe('94607');
  expect(postalCodeOf('1 Main Street, 94103', '94607')).toBe('94103');
  expect(postalCodeOf(null, null)).toBeNull();
});

test('a ZIP code is in the zone that names it, else in the zone of its county', () => {
  const claims = [
    ...claimsOf(1, { counties: ['06001', '06001'], postalCodes: [] }),
    ...claimsOf(2, { counties: [], postalCodes: ['94612'] }),
  ];
  expect(claims).toHaveLength(2);
  expect(areaOf(2, claims)).toEqual({ counties: [], postalCodes: ['94612'] });
  const find = zoneFinder(claims, countyOf);
  expect(['94607', '94612', '94103', '00000', null].map(find)).toEqual([1, 2, null, null, null]);
});

test.each([
  ['a new customer without a zone', { serviceZoneId: null }, null, false],
  ['a new customer with a chosen zone', { serviceZoneId: 3 }, null, true],
  ['an edit that leaves the zone', { serviceZoneId: 3 }, { serviceZoneId: 3, serviceZoneByHand: false }, false],
  ['an edit that chooses another', { serviceZoneId: 4 }, { serviceZoneId: 3, serviceZoneByHand: false }, true],
  [
    'an edit that chooses another as it says it follows the address',
    { serviceZoneId: 4, serviceZoneByHand: false },
    { serviceZoneId: 3, serviceZoneByHand: false },
    true,
  ],
  ['an edit that clears it', { serviceZoneId: null }, { serviceZoneId: 3, serviceZoneByHand: false }, true],
  ['another edit after that', { serviceZoneId: 4 }, { serviceZoneId: 4, serviceZoneByHand: true }, true],
  [
    'an edit that gives it back to the address',
    { serviceZoneId: 4, serviceZoneByHand: false },
    { serviceZoneId: 4, serviceZoneByHand: true },
    false,
  ],
  [
    'an edit that keeps it',
    { serviceZoneId: 3, serviceZoneByHand: true },
    { serviceZoneId: 3, serviceZoneByHand: false },
    true,
  ],
])('%s: chosen by hand?', (_, after, before, isByHand) => {
  expect(isZoneByHand(after, before)).toBe(isByHand);
});

describe('an area', () => {
  const others = [
    { serviceZoneId: 9, kind: 'county' as const, code: '06001', zone: 'East Bay' },
    { serviceZoneId: 9, kind: 'postalCode' as const, code: '94612', zone: 'East Bay' },
  ];
  const mistakes = (counties: string[], postalCodes: string[]) =>
    areaMistakes({ counties, postalCodes }, others, { countyNames, countyOf }, 'CA');

  test('takes no county or ZIP code of another zone, but a ZIP code of another zone’s county', () => {
    expect(mistakes(['06075'], ['94607', '94103'])).toEqual({});
    expect(mistakes(['06001'], [])).toEqual({ counties: 'Alameda is in East Bay. Remove it there first.' });
    expect(mistakes([], ['94612'])).toEqual({ postalCodes: '94612 is in East Bay. Remove it there first.' });
  });

  test('is in its state; a post office box’s ZIP code is where the codes around it are', () => {
    expect(mistakes(['41051'], ['97205'])).toEqual({
      counties: 'Choose counties in CA',
      postalCodes: '97205 isn’t a ZIP code in CA',
    });
    expect(mistakes([], ['94604'])).toEqual({});
  });

  test('may have a ZIP code that is the number of another zone’s county', () => {
    const places = { countyNames, countyOf: new Map([['06001', '09003']]) };
    expect(areaMistakes({ counties: [], postalCodes: ['06001'] }, others, places, 'CT')).toEqual({});
  });

  test('is said in words', () => {
    expect(describeArea({ counties: ['06001'], postalCodes: [] })).toBe('1 county');
    expect(describeArea({ counties: ['06001', '06075'], postalCodes: ['94612'] })).toBe('2 counties, 1 ZIP code');
    expect(describeArea({ counties: [], postalCodes: [] })).toBe('No area');
  });
});

test('an area’s places are kept in order', () => {
  expect(claimsOf(1, { counties: ['06075', '06001'], postalCodes: ['2', '1'] })).toEqual([
    { serviceZoneId: 1, kind: 'county', code: '06001' },
    { serviceZoneId: 1, kind: 'county', code: '06075' },
    { serviceZoneId: 1, kind: 'postalCode', code: '1' },
    { serviceZoneId: 1, kind: 'postalCode', code: '2' },
  ]);
  const claims = claimsOf(1, { counties: ['06001'], postalCodes: ['94607'] });
  expect(areaOf(1, claims)).toEqual({ counties: ['06001'], postalCodes: ['94607'] });
});

test('typed ZIP codes are read one by one, and ranges as the known codes between', () => {
  const known = ['94601', '94605', '94612', '94613'];
  expect(readPostalCodes(' 94613,94605-94612\n94613; 123 ', known)).toEqual(['123', '94605', '94612', '94613']);
  expect(readPostalCodes('x94601-94605 94601-94605x', known)).toEqual(['94601-94605x', 'x94601-94605']);
  expect(readPostalCodes('11111-11112', known)).toEqual(['11111-11112']);
  expect(readPostalCodes('', known)).toEqual([]);
});

test('customers move to the zones of their addresses, but those people moved', () => {
  const at = (id: number, postalCode: string | null, serviceZoneId: number | null, byHand = false) => ({
    ...{ id, name: `Shop ${id}`, postalCode, serviceZoneId, byHand },
  });
  const located = [at(1, '94607', null), at(2, '94607', 7), at(3, '94607', 8, true), at(4, null, 8), at(5, '94607', 7)];
  const find = zoneFinder(claimsOf(7, { counties: ['06001'], postalCodes: [] }), countyOf);
  const moves = zoneMoves(located, find);
  const [east, west] = [
    { id: 7, name: 'East' },
    { id: 8, name: 'West' },
  ];
  expect(previewMoves(moves, [east, west])).toEqual({
    moveCount: 2,
    groups: [
      { from: null, to: east, customerCount: 1 },
      { from: west, to: null, customerCount: 1 },
    ],
    moves: [
      { id: 1, name: 'Shop 1', from: null, to: east },
      { id: 4, name: 'Shop 4', from: west, to: null },
    ],
  });
  expect(keptByHand(located, find, 7)).toBe(1);
});

test('what moves is told by the largest groups first, and by name for the first hundred', () => {
  const located = Array.from({ length: 120 }, (_, at) => ({
    ...{ id: at, name: `Shop ${at}`, postalCode: '94607', byHand: false },
    serviceZoneId: at < 20 ? 8 : null,
  }));
  const { moveCount, groups, moves } = previewMoves(
    zoneMoves(located, () => 7),
    [
      { id: 7, name: 'East' },
      { id: 8, name: 'West' },
    ],
  );
  expect(moveCount).toBe(120);
  expect(groups.map(({ customerCount }) => customerCount)).toEqual([100, 20]);
  expect(moves).toHaveLength(100);
});

test('customers that people keep elsewhere are those of the area alone', () => {
  const at = (id: number, serviceZoneId: number | null, postalCode: string, byHand: boolean) => ({
    ...{ id, name: `Shop ${id}`, serviceZoneId, postalCode, byHand },
  });
  const located = [
    at(1, 8, 'in', true),
    at(2, 7, 'in', true),
    at(3, 8, 'out', true),
    at(4, 8, 'in', false),
    at(5, null, 'in', true),
  ];
  expect(keptByHand(located, (code) => (code === 'in' ? 7 : null), 7)).toBe(2);
});
