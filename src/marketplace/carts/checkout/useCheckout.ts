import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { type CartWrapper, CheckoutRequest, type CheckoutResult } from '../../../../domain/carts/cart';
import { carts as calls } from '../../../../domain/carts/contract';
import { call } from '../../../providers/call';
import { isAbort, isUnknown, messageOf } from '../../../providers/call/call-errors';
import { readDraft, saveDraft } from '../../../providers/drafts';
import { hasProblem, totalOf, withoutFailed } from '../cart-groups';
import { type Buyer, CartStore, linesSettled } from '../carts';
import { readNotes, saveNotes } from '../notes/note-drafts';
import { findRefused } from '../refused-entries';
import { forgetRemovals } from '../removals';
import { type CheckoutChoice, changeIn, type Review, type ReviewChange, reviewOf } from './checkout-review';
import { useReviewAddress } from './useReviewAddress';

export type Checkout = {
  isUnderWay: boolean;
  /** The carts of a checkout without a reply: they may have been ordered. */
  lost: readonly number[] | null;
  /** Why it failed, when it certainly did. */
  error: string | null;
  result: CheckoutResult | null;
  /** What has to be fixed before ordering; it has the focus. */
  stopped: string | null;
  /** The review; null when closed. */
  review: Review | null;
  /** Waits for pending changes, then shows the review. */
  start: (choices: readonly CheckoutChoice[]) => Promise<void>;
  /** Places the reviewed orders. */
  place: () => Promise<void>;
  leaveReview: () => void;
  /** Retries the same checkout with the same key. */
  tryAgain: () => Promise<void>;
  dismiss: () => void;
};

/**
 * Checkout: carts are reviewed in their current state, then sent under one key per attempt, which is kept until a reply
 * arrives. What the platform refuses because of later changes is reviewed again.
 */
export function useCheckout(buyer: Buyer, carts: readonly CartWrapper[]): Checkout {
  const client = useQueryClient();
  const [lost, setLost] = useState<CheckoutAttempt | null>(() => readAttempt(buyer.companyId));
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [stopped, setStopped] = useState<string | null>(null);
  const [result, setResult] = useState<CheckoutResult | null>(null);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const busy = useRef(false);

  const rememberAttempt = (intent: CheckoutAttempt | null) => {
    saveAttempt(buyer.companyId, intent);
    setLost(intent);
  };

  async function send(intent: CheckoutAttempt, shown: readonly CheckoutChoice[]): Promise<void> {
    saveAttempt(buyer.companyId, intent);
    try {
      const answer = await call(calls.checkout, { body: intent.request }, { idempotencyKey: intent.key });
      rememberAttempt(null);
      const again = askedAgain(answer, shown);
      setReviewed(again);
      // What the review asks again about isn't told twice.
      setResult(withoutFailed(answer, again?.shown.map(({ wrapper }) => wrapper.cart.id) ?? []));
      await show(new CartStore(client, buyer), answer);
    } catch (raised) {
      if (isAbort(raised)) return;
      setReviewed(null);
      rememberAttempt(isUnknown(raised) ? intent : null);
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

  const review = reviewed && shownNow(reviewed, isUnderWay ? null : carts);
  const leaveReview = () => setReviewed(null);
  useReviewAddress(reviewed !== null, leaveReview);

  return {
    isUnderWay,
    lost: lost?.request.carts.map(({ cartId }) => cartId) ?? null,
    error,
    result,
    stopped,
    review,
    start: (shown) =>
      alone(async () => {
        const store = new CartStore(client, buyer);
        const choices = await settle(store, shown);
        if (typeof choices === 'string') return setStopped(choices);
        try {
          await sendNotes(store, choices);
        } catch (raised) {
          if (!isAbort(raised)) setError(`Nothing was ordered because your notes aren’t saved. ${messageOf(raised)}`);
          return;
        }
        setReviewed({ shown: asTheyAre(store, choices), refusals: [] });
      }),
    place: () =>
      alone(async () => {
        if (!review) return;
        // From here on, comparisons are against what was ordered.
        setReviewed({ shown: review.choices, refusals: [] });
        const chosen = review.choices.map(({ wrapper: { cart, needsApproval }, paymentOptionId }) => ({
          cartId: cart.id,
          companyPaymentOptionId: paymentOptionId,
          expectedTotal: cart.total,
          asksApproval: needsApproval !== null,
        }));
        const request = { ...buyer, carts: chosen };
        const isSame = lost !== null && JSON.stringify(lost.request) === JSON.stringify(request);
        await send(isSame ? lost : { key: crypto.randomUUID(), request }, review.choices);
      }),
    leaveReview,
    tryAgain: () =>
      alone(async () => {
        if (lost) await send(lost, []);
      }),
    dismiss: () => {
      setResult(null);
      setError(null);
    },
  };
}

/** The carts as first shown in the review, and the platform's refusals. */
type Reviewed = { shown: readonly CheckoutChoice[]; refusals: readonly ReviewChange[] };

/** `carts` is null while ordering, when carts disappear one by one. */
function shownNow({ shown, refusals }: Reviewed, carts: readonly CartWrapper[] | null): Review {
  const wrappers = shown.map(({ wrapper }) => wrapper);
  if (carts === null) return { choices: shown, changes: [], totalBefore: totalOf(wrappers) };
  const now = reviewOf(shown, carts);
  return now.changes.length > 0 ? now : { ...now, changes: refusals };
}

/** What wasn't ordered but still can be, to review again; null if none. */
function askedAgain({ failedCarts }: CheckoutResult, shown: readonly CheckoutChoice[]): Reviewed | null {
  const open = failedCarts.filter(({ cart }) => cart !== null && !hasProblem(cart));
  const again = shown.filter(({ wrapper }) => open.some(({ cartId }) => cartId === wrapper.cart.id));
  const refusals = again.map(({ wrapper }) => {
    const refused = open.find(({ cartId }) => cartId === wrapper.cart.id);
    return changeIn(wrapper, refused?.message ?? '');
  });
  return again.length > 0 ? { shown: again, refusals } : null;
}

/**
 * The carts once pending changes are saved, or a sentence if a typed quantity was refused: its field then has the
 * focus.
 */
async function settle(store: CartStore, shown: readonly CheckoutChoice[]): Promise<CheckoutChoice[] | string> {
  if (!(await linesSettled(store.client)))
    return 'Nothing was ordered because your last change isn’t saved yet. Try again in a moment.';
  const refused = findRefused(shown.map(({ wrapper }) => wrapper.cart.id));
  refused?.focus();
  if (refused) return 'Nothing was ordered. Fix the marked quantity, then try again.';
  return asTheyAre(store, shown);
}

function asTheyAre(store: CartStore, shown: readonly CheckoutChoice[]): CheckoutChoice[] {
  return shown.map((choice) => ({ ...choice, wrapper: store.find(choice.wrapper.cart.id) ?? choice.wrapper }));
}

/** Notes typed just now go with the order. */
async function sendNotes(store: CartStore, choices: readonly CheckoutChoice[]): Promise<void> {
  for (const { wrapper } of choices) {
    const draft = readNotes(wrapper.cart.id);
    if (draft) await store.setNotes(wrapper.cart.id, draft);
  }
}

/** Ordered carts disappear, those asked for wait; failed ones show their current state. */
async function show(store: CartStore, { createdOrders, askedCarts, failedCarts }: CheckoutResult): Promise<void> {
  for (const { cartId } of createdOrders) {
    saveNotes(cartId, null);
    await store.replaceCart(cartId, null);
  }
  for (const { cartId, cart } of failedCarts) await store.replaceCart(cartId, cart);
  if (failedCarts.length === 0 || askedCarts.length > 0) await store.readAgain();
}

/** One checkout attempt: resent with the same key, it has one effect. */
const CheckoutAttempt = z.object({ key: z.string().min(8), request: CheckoutRequest });
type CheckoutAttempt = z.infer<typeof CheckoutAttempt>;

const nameOf = (companyId: number) => `checkout/${companyId}`;

/** This person's checkout in this tab that never got a reply, even before a reload; null if none. */
function readAttempt(companyId: number): CheckoutAttempt | null {
  return CheckoutAttempt.safeParse(readDraft(nameOf(companyId))?.typed).data ?? null;
}

function saveAttempt(companyId: number, intent: CheckoutAttempt | null): void {
  saveDraft(nameOf(companyId), intent && { typed: intent, base: {} });
}
