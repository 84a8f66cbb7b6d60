import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  leadDaysOf,
  minimumProblem,
  nextDelivery,
  OrderTermsDraft,
  termsFor,
} from '../../../domain/customers/order-terms';

const terms = { deliveryDays: [2, 5], cutOff: '14:00', leadDays: 1, timeZone: 'America/Los_Angeles' };
const next = (now: string, more: Partial<typeof terms> = {}) => nextDelivery({ ...terms, ...more }, new Date(now));

describe('the next delivery', () => {
  // 2026-11-25 is a Wednesday; Los Angeles is 8 hours behind UTC then.
  test('is the next of the days whose cut-off hasn’t passed, by the seller’s clock', () => {
    expect(next('2026-11-25T17:00:00Z')).toEqual({ day: '2026-11-27', orderBy: '2026-11-26T22:00:00.000Z' });
    expect(next('2026-11-26T22:00:00Z')?.day).toBe('2026-11-27');
    expect(next('2026-11-26T22:00:01Z')?.day).toBe('2026-12-01');
  });

  test('is on the same day without lead time, until its end without a cut-off', () => {
    expect(next('2026-11-27T23:00:00Z', { leadDays: 0, cutOff: null as never })?.day).toBe('2026-11-27');
    expect(next('2026-11-27T23:00:00Z', { leadDays: 0 })?.day).toBe('2026-12-01');
  });

  test('holds until the very end of the cut-off, or of the last minute of the day', () => {
    expect(next('2026-11-27T22:00:00Z', { leadDays: 0 })).toEqual({
      day: '2026-11-27',
      orderBy: '2026-11-27T22:00:00.000Z',
    });
    expect(next('2026-11-28T07:59:00Z', { leadDays: 0, cutOff: null as never })).toEqual({
      day: '2026-11-27',
      orderBy: '2026-11-28T07:59:00.000Z',
    });
  });

  test('isn’t told without delivery days', () => {
    expect(next('2026-11-25T17:00:00Z', { deliveryDays: [] })).toBeNull();
  });

  test('is one of the days, can still be ordered for, and none before it can', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
        fc.integer({ min: 0, max: 14 }),
        (now, deliveryDays, leadDays) => {
          const found = nextDelivery({ ...terms, deliveryDays, leadDays }, now);
          expect(found).not.toBeNull();
          if (!found) return;
          expect(deliveryDays).toContain(new Date(`${found.day}T12:00:00Z`).getUTCDay());
          expect(Date.parse(found.orderBy)).toBeGreaterThanOrEqual(now.getTime());
        },
      ),
    );
  });
});

test('a zone’s own terms count before the company’s', () => {
  const all = [
    { serviceZoneId: null, name: 'all' },
    { serviceZoneId: 4, name: 'north' },
  ];
  expect(termsFor(all, 4)?.name).toBe('north');
  expect(termsFor(all, 5)?.name).toBe('all');
  expect(termsFor(all, null)?.name).toBe('all');
  expect(termsFor([], 4)).toBeNull();
  expect(termsFor([{ serviceZoneId: 4 }], 5)).toBeNull();
  expect(termsFor([{ serviceZoneId: 4 }], null)).toBeNull();
});

test('what an order lacks of the minimum is told to the cent', () => {
  expect(minimumProblem('500.00', '379.99', 'Fernhollow')).toBe(
    'Fernhollow has a minimum order of $500.00. Add $120.01 to order.',
  );
  expect(minimumProblem('500.00', '500', 'Fernhollow')).toBeNull();
  expect(minimumProblem(null, '0', 'Fernhollow')).toBeNull();
});

describe('the terms of orders', () => {
  const draft = { ...terms, serviceZoneId: null, minimumUsd: '500.00', version: null };
  test.each<[string, object, string[]]>([
    ['can ask for nothing', { minimumUsd: null, deliveryDays: [], cutOff: null, leadDays: 0 }, []],
    ['deliver on any days', { deliveryDays: [0, 1, 2, 3, 4, 5, 6], leadDays: 14 }, []],
    ['end at any minute of a day', { cutOff: '00:00' }, []],
    ['end before midnight', { cutOff: '23:59' }, []],
    ['end at no hour there isn’t', { cutOff: '24:00' }, ['Must be a time, such as 14:30']],
    ['end at no minute there isn’t', { cutOff: '14:60' }, ['Must be a time, such as 14:30']],
    ['end at a time alone', { cutOff: 'at 14:30' }, ['Must be a time, such as 14:30']],
    ['end at a minute', { cutOff: '14:300' }, ['Must be a time, such as 14:30']],
    ['lie whole days ahead', { leadDays: 1.5 }, ['Must be whole days']],
    ['lie ahead', { leadDays: -1 }, ['Must be 0 or more']],
    ['lie up to 14 days ahead', { leadDays: 15 }, ['Must be 14 or fewer']],
    ['follow the clocks of a place', { timeZone: 'America/Nowhere' }, ['Choose a time zone']],
    ['have a minimum of something', { minimumUsd: '-1.00' }, ['Must be 0 or more']],
  ])('%s', (_, change, problems) => {
    const read = OrderTermsDraft.safeParse({ ...draft, ...change });
    expect((read.error?.issues ?? []).map(({ message }) => message)).toEqual(problems);
  });

  test('deliver on days of the week, each once at most', () => {
    const isRead = (deliveryDays: number[]) => OrderTermsDraft.safeParse({ ...draft, deliveryDays }).success;
    expect([[7], [-1], [1.5], [0, 1, 2, 3, 4, 5, 6, 0]].map(isRead)).toEqual([false, false, false, false]);
  });
});

test.each([
  ['no days of delivery', [], 'two', 0],
  ['no days of delivery', [], '99', 0],
  ['some', [1, 4], '2', 2],
  ['some', [1, 4], '', 0],
  ['some', [1, 4], 'two', Number.NaN],
])('with %s the lead time is that of %o typed as %o', (_, deliveryDays, leadDays, expected) => {
  expect(leadDaysOf({ deliveryDays, leadDays })).toBe(expected);
});
