import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CartWrapper, CheckoutResult } from '../../domain/carts/cart';
import { carts } from '../../domain/carts/contract';
import { call } from '../providers/call';
import { isAbort, isUnknown, messageOf } from '../providers/call-errors';
import { type Buyer, CartStore, linesSettled } from './carts';
import { type CheckoutIntent, keepIntent, recallIntent } from './checkout-intent';
import { keepDraft, readDraft } from './note-drafts';
import { findRefused } from './refused-entries';
import { forgetRemovals } from './removals';

export type CheckoutChoice = { wrapper: CartWrapper; paymentOptionId: number };

export type Checkout = {
  isUnderWay: boolean;
  /** The carts of a checkout that never got its answer: it may have been carried out. */
  lost: readonly number[] | null;
  /** Why it failed, where it certainly did. */
  error: string | null;
  result: CheckoutResult | null;
  /** What has to be seen to before anything is ordered; it has the focus. */
  stopped: string | null;
  start: (choices: readonly CheckoutChoice[]) => Promise<void>;
  /** The same checkout once more, with the same key. */
  tryAgain: () => Promise<void>;
  dismiss: () => void;
};

/** Checking out carts: one key for each wish, kept until its answer is known. */
export function useCheckout(buyer: Buyer): Checkout {
  const client = useQueryClient();
  const [lost, setLost] = useState<CheckoutIntent | null>(() => recallIntent(buyer.companyId));
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [stopped, setStopped] = useState<string | null>(null);
  const [result, setResult] = useState<CheckoutResult | null>(null);
  const busy = useRef(false);

  const become = (intent: CheckoutIntent | null) => {
    keepIntent(buyer.companyId, intent);
    setLost(intent);
  };

  async function send(intent: CheckoutIntent): Promise<void> {
    keepIntent(buyer.companyId, intent);
    try {
      const answer = await call(carts.checkout, { body: intent.request }, { idempotencyKey: intent.key });
      become(null);
      setResult(answer);
      await show(new CartStore(client, buyer), answer);
    } catch (raised) {
      if (isAbort(raised)) return;
      become(isUnknown(raised) ? intent : null);
      if (!isUnknown(raised)) setError(messageOf(raised, 'Failed to complete checkout'));
    }
  }

  /** One at a time, however often the button is pressed. */
  async function alone(work: () => Promise<void>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    forgetRemovals();
    setUnderWay(true);
    setError(null);
    setResult(null);
    setStopped(null);
    try {
      await work();
    } finally {
      busy.current = false;
      setUnderWay(false);
    }
  }

  return {
    isUnderWay,
    lost: lost?.request.carts.map(({ cartId }) => cartId) ?? null,
    error,
    result,
    stopped,
    start: (shown) =>
      alone(async () => {
        const store = new CartStore(client, buyer);
        const choices = await settle(store, shown);
        if (typeof choices === 'string') return setStopped(choices);
        try {
          await saveNotes(store, choices);
        } catch (raised) {
          if (!isAbort(raised)) setError(`Nothing was ordered because your notes aren’t saved. ${messageOf(raised)}`);
          return;
        }
        const chosen = choices.map(({ wrapper: { cart }, paymentOptionId }) => ({
          cartId: cart.id,
          companyPaymentOptionId: paymentOptionId,
          expectedTotal: cart.total,
        }));
        const request = { ...buyer, carts: chosen };
        const isSame = lost !== null && JSON.stringify(lost.request) === JSON.stringify(request);
        await send(isSame ? lost : { key: crypto.randomUUID(), request });
      }),
    tryAgain: () =>
      alone(async () => {
        if (lost) await send(lost);
      }),
    dismiss: () => {
      setResult(null);
      setError(null);
    },
  };
}

/**
 * The carts as they are once every change under way is kept, or a sentence for who typed a quantity that was refused:
 * its field then has the focus.
 */
async function settle(store: CartStore, shown: readonly CheckoutChoice[]): Promise<CheckoutChoice[] | string> {
  if (!(await linesSettled(store.client)))
    return 'Nothing was ordered because your last change isn’t saved yet. Try again in a moment.';
  const refused = findRefused(shown.map(({ wrapper }) => wrapper.cart.id));
  refused?.focus();
  if (refused) return 'Nothing was ordered. Fix the marked quantity, then try again.';
  return shown.map((choice) => ({ ...choice, wrapper: store.find(choice.wrapper.cart.id) ?? choice.wrapper }));
}

/** What was typed a moment ago goes with the order. */
async function saveNotes(store: CartStore, choices: readonly CheckoutChoice[]): Promise<void> {
  for (const { wrapper } of choices) {
    const draft = readDraft(wrapper.cart.id);
    if (draft) await store.setNotes(wrapper.cart.id, draft);
  }
}

/** Ordered carts leave the list; failed ones stand there as they are now. */
async function show(store: CartStore, { createdOrders, failedCarts }: CheckoutResult): Promise<void> {
  for (const { cartId } of createdOrders) {
    keepDraft(cartId, null);
    await store.keep(cartId, null);
  }
  for (const { cartId, cart } of failedCarts) await store.keep(cartId, cart);
  if (failedCarts.length === 0) await store.readAgain();
}
