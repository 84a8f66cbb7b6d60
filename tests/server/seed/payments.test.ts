import { expect, test } from 'vitest';
import { paymentState } from '../../../domain/orders/totals';
import { paymentsOf } from '../../../server/seed/orders/money';
import { randomFrom } from '../../../server/seed/random';
import { DAY_MS } from '../../../server/seed/world';

const ACCEPTED = Date.UTC(2026, 9, 1);
const owed = {
  status: 'COMPLETE',
  totalUsd: '900.00',
  invoicedUsd: '900.00',
  acceptedAt: ACCEPTED,
  dueDays: 14,
  delinquent: false,
} as const;

test('the demo’s orders are paid as their payments say on any day, also between a check and its return', () => {
  const notes = new Set<string>();
  for (let seed = 1; seed <= 400; seed += 1) {
    for (let day = 8; day < 60; day += 1) {
      const now = ACCEPTED + day * DAY_MS;
      const { payments, paidUsd } = paymentsOf(randomFrom(seed), { ...owed, now });
      expect(paidUsd).toBe(paymentState(owed.invoicedUsd, payments).paidUsd);
      for (const { voidedAt, note } of payments) {
        notes.add(note);
        expect(voidedAt ?? 0).toBeLessThanOrEqual(now);
        expect(note === 'Check returned by the bank').toBe(voidedAt !== null);
      }
    }
  }
  expect(notes).toContain('Check returned by the bank');
});
