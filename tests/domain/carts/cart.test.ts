import { describe, expect, test } from 'vitest';
import { CartItems, CartItemUpsert, CheckoutRequest } from '../../../domain/carts/cart';

const messages = (read: { error?: { issues: { message: string }[] } | undefined }) =>
  (read.error?.issues ?? []).map(({ message }) => message);

describe('what is sent for a cart', () => {
  const item = { productId: 1, quantity: '2' };
  test.each([
    ['2.50', '2.50'],
    [2.5, '2.5'],
    [0, '0'],
  ])('has its quantity as text or a number: %o', (quantity, read) => {
    expect(CartItemUpsert.parse({ ...item, quantity }).quantity).toBe(read);
  });

  test.each([['-1'], [-1], ['two'], [Number.NaN], [Number.POSITIVE_INFINITY], [null]])(
    'has no quantity of %o',
    (quantity) => {
      expect(CartItemUpsert.safeParse({ ...item, quantity }).success).toBe(false);
    },
  );

  test('has notes of up to 1,000 characters', () => {
    const withNotes = (length: number) => messages(CartItemUpsert.safeParse({ ...item, notes: 'x'.repeat(length) }));
    expect(withNotes(1000)).toEqual([]);
    expect(withNotes(1001)).toEqual(['Must be 1,000 characters or fewer']);
  });

  test('is one item to 500', () => {
    const items = (count: number) => messages(CartItems.safeParse(Array.from({ length: count }, () => item)));
    expect([items(1), items(500)]).toEqual([[], []]);
    expect(items(0)).toEqual(['At least one item is required']);
    expect(items(501)).toEqual(['At most 500 items at once']);
  });
});

test('a checkout orders one cart to 50, each at the total the buyer saw', () => {
  const cart = { cartId: 1, companyPaymentOptionId: 2, expectedTotal: '60.00' };
  const order = (carts: object[]) => messages(CheckoutRequest.safeParse({ orgId: 1, companyId: 2, carts }));
  const many = (count: number) => Array.from({ length: count }, () => cart);
  expect([order(many(1)), order(many(50)), order([{ ...cart, asksApproval: true }])]).toEqual([[], [], []]);
  expect(order(many(0))).toEqual(['Choose at least one cart']);
  expect(order(many(51))).toEqual(['At most 50 carts at once']);
  const { expectedTotal: _, ...unseen } = cart;
  expect(order([unseen])).toHaveLength(1);
});
