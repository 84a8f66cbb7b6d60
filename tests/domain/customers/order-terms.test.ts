import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimumProblem, nextDelivery, termsFor } from '../../../domain/customers/order-terms';

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
});

test('what an order lacks of the minimum is told to the cent', () => {
  expect(minimumProblem('500.00', '379.99', 'Fernhollow')).toBe(
    'Fernhollow takes orders of $500.00 and more. Add $120.01 to order.',
  );
  expect(minimumProblem('500.00', '500', 'Fernhollow')).toBeNull();
  expect(minimumProblem(null, '0', 'Fernhollow')).toBeNull();
});
