import { describe, expect, test } from 'vitest';
import { approvalChanges, askedOrder } from '../../../../domain/carts/approvals/approval-changes';
import type { CartWrapper } from '../../../../domain/carts/cart';

const line = {
  productId: 1,
  productName: 'Blue Dream',
  brandId: 2,
  brandName: 'Fernhollow',
  quantity: '3',
  unitOfMeasure: 'Case',
  unitPrice: '20.00',
  total: '60.00',
  notes: 'Fresh, please',
};
const net30 = { id: 5, name: 'Net terms', dueDays: 30 };

/** A cart as somebody finds it, with what this test is about. */
const wrapper = (cart: object = {}, rest: object = {}) =>
  ({
    cart: {
      lineItems: [{ ...line, errorMessage: null }],
      total: '60.00',
      orderNotes: 'Call first',
      deliveryPreferences: 'Back door',
      ...cart,
    },
    delivery: { day: '2026-11-27', orderBy: '2026-11-26T22:00:00Z' },
    availablePaymentOptions: [net30],
    messages: [],
    ...rest,
  }) as unknown as CartWrapper;

describe('what is kept of a cart as approval is asked', () => {
  test('is what would have been ordered: its lines, notes, payment and delivery', () => {
    expect(askedOrder(wrapper(), net30)).toEqual({
      lines: [line],
      totalUsd: '60.00',
      paymentOption: net30,
      deliveryDay: '2026-11-27',
      buyerNotes: 'Call first',
      deliveryPreferences: 'Back door',
    });
  });

  test('has no delivery day where the seller has none', () => {
    expect(askedOrder(wrapper({}, { delivery: null }), net30).deliveryDay).toBeNull();
  });
});

describe('who approves is told', () => {
  const asked = askedOrder(wrapper(), net30);
  const lineNow = (change: object) => ({ lineItems: [{ ...line, errorMessage: null, ...change }] });
  test.each<[string, CartWrapper | null, string[]]>([
    ['nothing where nothing changed', wrapper(), []],
    [
      'nothing of what was added since',
      wrapper({
        lineItems: [
          { ...line, productId: 9, unitPrice: '1.00', errorMessage: 'Gone' },
          { ...line, errorMessage: null },
        ],
      }),
      [],
    ],
    ['nothing where amounts are only written otherwise', wrapper({ ...lineNow({ unitPrice: '20' }), total: '60' }), []],
    ['that the cart is gone', null, ['This cart is gone. It may have been emptied in another window.']],
    [
      'what isn’t in the cart anymore',
      wrapper({ lineItems: [] }),
      ['Blue Dream: no longer sold, so it isn’t in the cart.'],
    ],
    [
      'what costs something else',
      wrapper(lineNow({ unitPrice: '22.50' })),
      ['Blue Dream: $22.50 each. It was $20.00.'],
    ],
    [
      'what can’t be ordered',
      wrapper(lineNow({ errorMessage: 'Only 2 cases available' })),
      ['Blue Dream: Only 2 cases available'],
    ],
    [
      'both of a line',
      wrapper(lineNow({ unitPrice: '22.50', errorMessage: 'Only 2 cases available' })),
      ['Blue Dream: $22.50 each. It was $20.00.', 'Blue Dream: Only 2 cases available'],
    ],
    [
      'that payment isn’t offered so anymore',
      wrapper({}, { availablePaymentOptions: [{ ...net30, id: 6 }] }),
      ['The payment option Net terms is no longer offered.'],
    ],
    [
      'that payment is due at another time',
      wrapper({}, { availablePaymentOptions: [{ ...net30, dueDays: 1 }] }),
      ['Net terms: payment is due after 1 day. It was after 30 days.'],
    ],
    [
      'that payment is due at once',
      wrapper({}, { availablePaymentOptions: [{ ...net30, dueDays: 0 }] }),
      ['Net terms: payment is due on acceptance. It was after 30 days.'],
    ],
    [
      'that it is delivered on another day',
      wrapper({}, { delivery: { day: '2026-12-01' } }),
      ['The next delivery is now 12/01/2026.'],
    ],
    ['nothing of a delivery that isn’t known', wrapper({}, { delivery: null }), []],
    ['what the cart says itself', wrapper({}, { messages: ['Add $40.00 to order.'] }), ['Add $40.00 to order.']],
    ['what it all comes to now', wrapper({ total: '67.50' }), ['The total is now $67.50. It was $60.00.']],
  ])('%s', (_, now, told) => {
    expect(approvalChanges(asked, now)).toEqual(told);
  });
});
