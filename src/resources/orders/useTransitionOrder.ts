import { useState } from 'react';
import { ERROR_CODES } from '../../../domain/errors';
import { orders as calls, frozenEditRequires, transitionRequires } from '../../../domain/orders/contract';
import type { BuyerOrder } from '../../../domain/orders/order';
import { type OrderSide, statusPhrase, type Transition, transitionsFor } from '../../../domain/orders/status';
import { useCan } from '../../access/useCan';
import { CallError, isAbort, messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { isAskedElsewhere } from '../../providers/session/refusals';

/** A status change of an order: `whyNot` says why this person can't make it, null when they can. */
export type Move = { transition: Transition; whyNot: string | null };

type Order = Pick<BuyerOrder, 'id' | 'status' | 'version' | 'availableTransitions'>;

/** Changes an order's status. `refusal` holds the message, beside the order's current state. */
export function useTransitionOrder(order: Order, side: OrderSide, refresh: () => Promise<Order | undefined>) {
  const { run, isPending } = useCall(calls.transition, { success: 'Order status updated', showsErrors: true });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isRefreshing, setRefreshing] = useState(false);
  const [stopped, setStopped] = useState<CreditQuestion | null>(null);

  const ask = (to: Transition['to'], said: { overrideReason?: string; reason?: string } = {}) =>
    run({ params: { id: order.id }, body: { status: to, version: order.version, ...said } });
  const move = async (transition: Transition, reason?: string) => {
    setRefusal(null);
    const result = await ask(transition.to, reason ? { reason } : {});
    const question = result.ok ? null : questionOf(result.error);
    if (question) return setStopped({ ...question, transition });
    setRefreshing(true);
    const now = await refresh();
    setRefreshing(false);
    if (!result.ok) setRefusal(refusalOf(result.error, order, now));
  };
  return {
    moves: useMoves(order, side),
    move,
    stopped,
    leave: () => setStopped(null),
    override: async ({ to }: Transition, reason: string) => {
      const result = await ask(to, { overrideReason: reason });
      if (result.ok) await refresh();
      return result;
    },
    isMoving: isPending || isRefreshing,
    refusal,
    dismiss: () => setRefusal(null),
  };
}

/** A status change stopped by the customer's hold or credit limit, which this person may override. */
export type CreditQuestion = { transition: Transition; message: string };

function questionOf(error: unknown): Pick<CreditQuestion, 'message'> | null {
  if (!(error instanceof CallError) || error.internalCode !== ERROR_CODES.CREDIT_STOP) return null;
  return error.body.errorObject?.mayOverride === true ? { message: error.message } : null;
}

function refusalOf(error: unknown, before: Order, now: Order | undefined): string | null {
  if (isAbort(error) || isAskedElsewhere(error)) return null;
  if (!(error instanceof CallError) || error.internalCode !== ERROR_CODES.STALE) return messageOf(error);
  return now && now.status !== before.status
    ? `Someone else just changed this order. It’s now ${statusPhrase(now.status)}.`
    : 'Someone else just changed this order. Check it and try again.';
}

/** Every status change from here, with the reason where this person can't make it. */
function useMoves({ status, availableTransitions }: Order, side: OrderSide): Move[] {
  const { whyNot } = useCan();
  const general = whyNot(transitionRequires[side]);
  return transitionsFor({ status, side, canEdit: true, canEditFrozen: true }).map((transition) => {
    // The platform answers for the reader's own role, also while viewing as another.
    const denied = general ?? (transition.needsFrozenEdit ? whyNot(frozenEditRequires) : null);
    if (denied !== null || availableTransitions.includes(transition.to)) return { transition, whyNot: denied };
    return { transition, whyNot: 'You can only change orders you’re the sales rep for.' };
  });
}
