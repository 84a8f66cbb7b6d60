import { describe, expect, it } from 'vitest';
import type { LoggedOrder } from '../../../../domain/orders/history/history';
import {
  changesRead,
  isStillNews,
  type NewsSettings,
  recipientsOf,
  USUAL_NEWS,
} from '../../../../domain/orders/news/news';

const line = (product: string, quantity: string, more: object = {}) => ({
  position: 0,
  product,
  quantity,
  unitOfMeasure: 'Unit',
  orderedUnitPrice: '10.00',
  isSample: false,
  isBackorder: false,
  notes: '',
  ...more,
});
const order = (lines: LoggedOrder['lines'], fields: object = {}): LoggedOrder => ({
  shipDate: '2026-12-01',
  paymentDueDate: null,
  shippingDetails: '',
  notes: '',
  discountType: '$',
  discount: '0',
  totalUsd: '50.00',
  ...fields,
  lines,
});

describe('what a buyer reads of a change', () => {
  it('names lines added, removed and changed, and the fields they see', () => {
    const was = order({ 1: line('Jar', '5'), 2: line('Cone', '2') });
    const is = order(
      { 1: line('Jar', '7', { orderedUnitPrice: '9.00' }), 3: line('Gummy', '1', { isBackorder: true }) },
      { shipDate: null, totalUsd: '73.00' },
    );
    expect(changesRead(was, is)).toEqual([
      'Jar, quantity: 7 units, was 5 units',
      'Jar, price: $9.00, was $10.00',
      'Removed: Cone, 2 units at $10.00',
      'Added: Gummy, 1 unit at $10.00, Backorder',
      'Ship date: none, was 12/01/2026',
      'Total: $73.00, was $50.00',
    ]);
  });

  it('keeps the seller’s notes to the seller, on the order and on its lines', () => {
    const was = order({ 1: line('Jar', '5') });
    expect(changesRead(was, order({ 1: line('Jar', '5', { notes: 'Old stock' }) }, { notes: 'Pays late' }))).toEqual(
      [],
    );
  });
});

describe('who is told', () => {
  const person = (userId: string, settings: Partial<NewsSettings> = {}, isOwner = false) => ({
    userId,
    settings: { ...USUAL_NEWS, ...settings },
    isOwner,
  });
  const told = (people: ReturnType<typeof person>[], about: Partial<Parameters<typeof recipientsOf>[1]> = {}) =>
    recipientsOf(people, { news: 'ACCEPTED', placedBy: 'ann', actor: null, ...about }).map(({ userId }) => userId);

  it('is who placed it and who wants to hear of every order, as each chose', () => {
    const people = [person('ann'), person('bo', { orders: 'ALL' }), person('cy'), person('di', {}, true)];
    expect(told(people)).toEqual(['ann', 'bo']);
    expect(told([person('ann', { about: ['SHIPPED'] }), person('bo', { orders: 'ALL', about: [] })])).toEqual([]);
  });

  it('is the owner while nobody of theirs placed it, and never who did it', () => {
    expect(told([person('bo'), person('di', {}, true)])).toEqual(['di']);
    expect(told([person('ann', { about: [] }), person('di', {}, true)])).toEqual([]);
    expect(told([person('ann')], { actor: 'ann' })).toEqual([]);
  });
});

it('an order that was rejected is told as rejected alone', () => {
  expect(isStillNews('REJECTED', 'REJECTED')).toBe(true);
  expect(isStillNews('ACCEPTED', 'REJECTED')).toBe(false);
  expect(isStillNews('CHANGED', 'CANCELLED')).toBe(false);
  expect(isStillNews('CHANGED', 'DRAFT')).toBe(false);
  expect(isStillNews('ACCEPTED', 'SHIPPED')).toBe(true);
});
