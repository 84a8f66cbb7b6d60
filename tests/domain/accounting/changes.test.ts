import '../../support/properties';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  invoiceChanges,
  type SeenInvoice,
  type SentInvoice,
  type Stated,
  shareOf,
  whyNotAccept,
  whyNotRestore,
} from '../../../domain/accounting/changes';

const names = { customerNameOf: (id: string) => `Customer ${id}` };
const stated = (over: Partial<Stated> = {}): Stated => ({
  totalUsd: '100.00',
  customerId: '7',
  number: '100',
  ...over,
});
const sent = (over: Partial<SentInvoice> = {}): SentInvoice => ({
  documentId: 1,
  orderId: 2,
  revision: 3,
  externalVersion: '0',
  sent: stated(),
  wanted: stated(),
  ...over,
});
const seen = (over: Partial<SeenInvoice> = {}): SeenInvoice => ({
  ...stated(),
  id: 'i1',
  version: '1',
  isVoid: false,
  ...over,
});
const kinds = (ours: SentInvoice, theirs: SeenInvoice) => invoiceChanges(ours, theirs, names).map(({ kind }) => kind);

describe('changes of an invoice in the books', () => {
  it('are told one by one', () => {
    expect(kinds(sent(), seen({ totalUsd: '90.00' }))).toEqual(['AMOUNT']);
    expect(kinds(sent(), seen({ customerId: '8', number: 'X' }))).toEqual(['CUSTOMER', 'NUMBER']);
    expect(kinds(sent(), seen({ isVoid: true, totalUsd: '0.00' }))).toEqual(['VOIDED']);
  });

  it('are none while the books number by themselves', () => {
    expect(kinds(sent({ sent: stated({ number: null }), wanted: null }), seen({ number: '5001' }))).toEqual([]);
  });

  const amount = fc.constantFrom('90.00', '100.00');
  const state = fc.option(
    fc.record({ totalUsd: amount, customerId: fc.constantFrom('7', '8'), number: fc.constantFrom('100', '101') }),
  );
  it('never are what we sent or are about to send', () => {
    fc.assert(
      fc.property(state, state, fc.boolean(), (before, wanted, isSent) => {
        const written = isSent ? before : wanted;
        const theirs = seen({ ...(written ?? { totalUsd: '0.00' }), isVoid: written === null });
        expect(kinds(sent({ sent: before, wanted }), theirs)).toEqual([]);
      }),
    );
  });
});

describe('a payment made in the books', () => {
  it('is for the order as far as its invoice has more paid there', () => {
    expect(shareOf('50.00', { paidThere: '50.00', paidHere: '0.00' })).toBe('50');
    expect(shareOf('50.00', { paidThere: '50.00', paidHere: '50.00' })).toBeNull();
    expect(shareOf('50.00', { paidThere: '20.00', paidHere: '0' })).toBe('20');
  });
});

describe('what can be done about a change', () => {
  it('is never to take over an amount: that follows the lines', () => {
    expect(whyNotAccept({ kind: 'AMOUNT', state: 'OPEN' })).toContain('Edit the order');
    expect(whyNotRestore({ kind: 'AMOUNT', state: 'OPEN' })).toBeNull();
    expect(whyNotRestore({ kind: 'PAID', state: 'OPEN' })).not.toBeNull();
  });
  it('is nothing once it is decided', () => {
    expect(whyNotAccept({ kind: 'PAID', state: 'DISMISSED' })).toBe('It’s dismissed already.');
    expect(whyNotRestore({ kind: 'AMOUNT', state: 'ACCEPTED' })).toBe('It’s accepted already.');
  });
});
