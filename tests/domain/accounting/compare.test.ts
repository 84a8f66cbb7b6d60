import '../../support/properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareInvoice,
  comparePayment,
  missingHere,
  type OurInvoice,
  pairInvoices,
  type TheirInvoice,
} from '../../../domain/accounting/compare';

const nameOf = (externalId: string) => `Customer ${externalId}`;
const ours = (over: Partial<OurInvoice> = {}): OurInvoice => ({
  orderId: 1,
  orderNumber: '100',
  isDue: true,
  isVoid: false,
  totalUsd: '100.00',
  paidUsd: '0.00',
  customerName: 'Cedar',
  customerExternalId: '7',
  number: '100',
  externalId: 'i1',
  marker: 'm1',
  ...over,
});
const theirs = (over: Partial<TheirInvoice> = {}): TheirInvoice => ({
  id: 'i1',
  number: '100',
  marker: 'm1',
  customerId: '7',
  day: '2026-11-01',
  totalUsd: '100.00',
  balanceUsd: '100.00',
  isVoid: false,
  ...over,
});
const found = (one: Partial<OurInvoice>, other: Partial<TheirInvoice> | null) =>
  compareInvoice(ours(one), other && theirs(other), { nameOf }).map(({ kind, fix }) => `${kind} ${fix}`);

describe('an order compared with the books', () => {
  it('that agrees has no difference', () => {
    expect(found({}, {})).toEqual([]);
    expect(found({ isVoid: true, isDue: false }, { isVoid: true })).toEqual([]);
    expect(found({ isDue: false }, null)).toEqual([]);
  });

  it.each([
    ['isn’t in the books', {}, null, ['MISSING_THERE PUSH']],
    ['isn’t there, and its customer isn’t mapped', { customerExternalId: null }, null, ['MISSING_THERE MAP']],
    ['has another amount', {}, { totalUsd: '90.00', balanceUsd: '90.00' }, ['AMOUNT PUSH_AGAIN']],
    ['is another customer’s', {}, { customerId: '8' }, ['CUSTOMER PUSH_AGAIN']],
    ['has another number', {}, { number: '101' }, ['NUMBER PROPOSE']],
    ['was paid there', {}, { balanceUsd: '40.00' }, ['PAID PROPOSE']],
    ['was paid here', { paidUsd: '60.00' }, {}, ['PAID PUSH_AGAIN']],
    ['was voided there', {}, { isVoid: true }, ['VOIDED PROPOSE']],
    ['was cancelled here', { isVoid: true, isDue: false }, {}, ['VOIDED PUSH_AGAIN']],
  ] as const)('that %s is one difference, with what mends it', (_, one, other, expected) => {
    expect(found(one, other)).toEqual(expected);
  });

  it('of another amount and paid as well says both', () => {
    expect(found({}, { totalUsd: '90.00', balanceUsd: '0.00' })).toEqual(['AMOUNT PUSH_AGAIN', 'PAID PROPOSE']);
  });

  it('never numbers what the books number by themselves', () => {
    expect(found({ number: null }, { number: '5001' })).toEqual([]);
  });

  it('misses no void invoice', () => {
    expect(missingHere(theirs({ isVoid: true }), { nameOf })).toBeNull();
    expect(missingHere(theirs(), { nameOf })?.theirs).toBe('100, Customer 7, $100.00');
  });
});

describe('a payment compared with the books', () => {
  const paid = { orderId: 1, externalId: 'p1', amount: '10.00', isVoid: false };
  it('agrees when both have it, or neither', () => {
    expect(comparePayment(paid, { id: 'p1', amount: '10.00', isVoid: false })).toBeNull();
    expect(comparePayment({ ...paid, isVoid: true }, null)).toBeNull();
  });
  it('that is gone or void there can be taken over; another amount is pushed again', () => {
    expect(comparePayment(paid, null)?.fix).toBe('PROPOSE');
    expect(comparePayment(paid, { id: 'p1', amount: '12.00', isVoid: false })?.fix).toBe('PUSH_AGAIN');
  });
});

describe('orders and invoices', () => {
  it('belong together by what was pushed, then the mark, then the number', () => {
    const { pairs, left } = pairInvoices(
      [
        ours({ orderId: 1 }),
        ours({ orderId: 2, externalId: null, marker: 'm2' }),
        ours({ orderId: 3, externalId: null, marker: null, number: '103' }),
      ],
      [
        theirs({ id: 'i3', marker: null, number: '103' }),
        theirs({ id: 'i2', marker: 'm2', number: '9' }),
        theirs({ number: '8' }),
        theirs({ id: 'i4', marker: null }),
      ],
    );
    expect(pairs.map((pair) => pair.theirs?.id)).toEqual(['i1', 'i2', 'i3']);
    expect(left.map(({ id }) => id)).toEqual(['i4']);
  });

  it('are each in one pair at most, and none is lost', () => {
    const small = fc.constantFrom('1', '2', '3');
    const own = fc.record({
      externalId: fc.option(small),
      marker: fc.option(small),
      number: small,
      isDue: fc.boolean(),
    });
    const their = fc.record({ marker: fc.option(small), number: fc.option(small), isVoid: fc.boolean() });
    fc.assert(
      fc.property(fc.array(own, { maxLength: 6 }), fc.array(their, { maxLength: 6 }), (one, other) => {
        const invoices = other.map((given, at) => theirs({ ...given, id: `${at}` }));
        const { pairs, left } = pairInvoices(
          one.map((given, at) => ours({ ...given, orderId: at })),
          invoices,
        );
        const ids = [...pairs.flatMap((pair) => pair.theirs?.id ?? []), ...left.map(({ id }) => id)];
        expect(ids.sort()).toEqual(invoices.map(({ id }) => id).sort());
        expect(pairs).toHaveLength(one.length);
      }),
    );
  });
});
