import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { type CartOutcome, cartsTogether } from '../../../../domain/carts/presence-contract';
import { call } from '../../../providers/call';
import { TAB_ID } from '../../../providers/call/call-request';
import { onTopic } from '../../../providers/live';
import type { Checkout } from '../checkout/useCheckout';

/** An order that was placed elsewhere, and of which cart. */
export type PlacedOrder = NonNullable<CartOutcome['order']> & { cartId: number };

type OwnCheckout = Pick<Checkout, 'result' | 'lost' | 'isUnderWay'>;

/** Who placed an order elsewhere, as a sentence that lacks the order. */
export const describePlaced = ({ isOwn, by }: PlacedOrder): string =>
  isOwn ? 'You placed this order in another window' : `${by} placed this order`;

/**
 * Orders that carts of this page became elsewhere, while it was open; one's own checkout tells of its own. `told` are those
 * that weren't dismissed.
 */
export function useOrderedByOthers(carts: readonly CartWrapper[], { result, lost, isUnderWay }: OwnCheckout) {
  const [orders, setOrders] = useState<readonly PlacedOrder[]>([]);
  const [dismissed, setDismissed] = useState<readonly PlacedOrder[]>([]);
  const known = useRef(new Set<number>());
  const asked = useRef(new Set<number>());
  for (const { cart } of carts) known.current.add(cart.id);
  const own = useRef(new Set<number>());
  for (const { cartId } of result?.createdOrders ?? []) own.current.add(cartId);

  const ask = useEffectEvent(async (cartId: number) => {
    if (!known.current.has(cartId) || asked.current.has(cartId) || own.current.has(cartId)) return;
    asked.current.add(cartId);
    // A cart that was emptied became nothing, and is just gone.
    const order = await call(cartsTogether.outcome, { params: { id: cartId } }, { quiet: true }).then(
      (outcome) => outcome.order,
      () => null,
    );
    if (order !== null) setOrders((former) => [...former, { ...order, cartId }]);
  });
  // After a lost connection nobody says which carts are gone.
  const isUnsure = useRef(false);
  useEffect(
    () =>
      onTopic('carts', (event) => {
        if (event === null) isUnsure.current = true;
        else if (event.kind === 'removed' && event.by !== TAB_ID) void ask(Number(event.id));
      }),
    [],
  );
  useEffect(() => {
    if (!isUnsure.current) return;
    isUnsure.current = false;
    const left = new Set(carts.map(({ cart }) => cart.id));
    for (const id of known.current) if (!left.has(id)) void ask(id);
  }, [carts]);

  // What a checkout no longer found may have been ordered elsewhere before any news of it arrived.
  useEffect(() => {
    for (const { cartId, cart } of result?.failedCarts ?? []) if (cart === null) void ask(cartId);
  }, [result]);

  const isOwnHere = (cartId: number) => isUnderWay || own.current.has(cartId) || (lost ?? []).includes(cartId);
  const placed = orders.filter(({ isOwn, cartId }) => !(isOwn && isOwnHere(cartId)));
  const told = placed.filter((order) => !dismissed.includes(order));
  return { orders: placed, told, dismiss: () => setDismissed(orders) };
}
