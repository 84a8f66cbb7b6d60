import { useState } from 'react';
import { ERROR_CODES } from '../../../domain/errors';
import { orders as calls, frozenEditRequires, transitionRequires } from '../../../domain/orders/contract';
import type { BuyerOrder } from '../../../domain/orders/order';
import { ORDER_STATUSES, type OrderSide, type Transition, transitionsFor } from '../../../domain/orders/status';
import { useCan } from '../../access/useCan';
import { CallError, isAbort, messageOf } from '../../providers/call-errors';
import { isAskedElsewhere } from '../../providers/refusals';
import { useCall } from '../../providers/use-call';

/** A move of an order: `whyNot` says why it is closed to this person, null when it is open. */
export type Move = { transition: Transition; whyNot: string | null };

type Order = Pick<BuyerOrder, 'id' | 'status' | 'version' | 'availableTransitions'>;

/** Moving an order to another status. A refusal is told in `refusal`, beside the order as it is by then. */
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

/** A move that the customer's hold or credit limit stopped, and that this person may make all the same. */
export type CreditQuestion = { transition: Transition; message: string };

function questionOf(error: unknown): Pick<CreditQuestion, 'message'> | null {
  if (!(error instanceof CallError) || error.internalCode !== ERROR_CODES.CREDIT_STOP) return null;
  return error.body.errorObject?.mayOverride === true ? { message: error.message } : null;
}

function refusalOf(error: unknown, before: Order, now: Order | undefined): string | null {
  if (isAbort(error) || isAskedElsewhere(error)) return null;
  if (!(error instanceof CallError) || error.internalCode !== ERROR_CODES.STALE) return messageOf(error);
  return now && now.status !== before.status
    ? `Someone else just changed this order. It’s now ${ORDER_STATUSES[now.status].label.toLowerCase()}.`
    : 'Someone else just changed this order. Check it and try again.';
}

/** Every move the status has on this side, those closed to this person with the reason. */
function useMoves({ status, availableTransitions }: Order, side: OrderSide): Move[] {
  const { whyNot } = useCan();
  const general = whyNot(transitionRequires[side]);
  return transitionsFor({ status, side, canEdit: true, canEditFrozen: true }).map((transition) => {
    // The platform speaks of oneself, also while one looks at the app as another role.
    const denied = general ?? (transition.needsFrozenEdit ? whyNot(frozenEditRequires) : null);
    if (denied !== null || availableTransitions.includes(transition.to)) return { transition, whyNot: denied };
    return { transition, whyNot: 'You can only change orders you’re the sales rep for.' };
  });
}
