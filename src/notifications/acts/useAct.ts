import { useState } from 'react';
import { brandInvites } from '../../../domain/brands/contract';
import { APPROVAL_STATUSES } from '../../../domain/carts/approvals/approval';
import { type Approval, approvals } from '../../../domain/carts/approvals/contract';
import { connections } from '../../../domain/connections/contract';
import { ERROR_CODES } from '../../../domain/errors';
import type { Act, ActOf } from '../../../domain/notifications/acts';
import { orders } from '../../../domain/orders/contract';
import { invitations } from '../../../domain/team/invitation-contract';
import { CallError, isAbort, messageOf } from '../../providers/call/call-errors';
import { type CallResult, useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { isAskedElsewhere } from '../../providers/session/refusals';
import { loadSession } from '../../providers/session/session-store';
import { reportError, showSnack } from '../../providers/snackbar';
import { useRereadFeed } from '../feed';

/** What taking a brand over asks of a person, in the organization they work in. */
export const takesBrand = brandInvites.accept.requires;

/** What is asked before an act, as the screen of its area asks. */
export type Question =
  | ActOf<'REJECT_ORDER' | 'DECLINE_BRAND'>
  | (ActOf<'APPROVE_ORDER' | 'DECLINE_ORDER'> & { approval: Approval });

type Outcome = { asks?: Question; refused?: string | null };

const STAYS = { showsErrors: true };

/** Does what a notification offers, or says what to ask first; a refusal is a sentence. */
export function useAct() {
  const [running, setRunning] = useState<Act['act'] | null>(null);
  const reread = useRereadFeed();
  const { organization } = useSession();
  const answer = useCall(connections.answer, STAYS);
  const undo = useCall(connections.answer);
  const join = useCall(invitations.accept, STAYS);
  const take = useCall(brandInvites.accept, STAYS);
  const move = useCall(orders.transition, STAYS);
  const readApproval = useCall(approvals.get, STAYS);

  const unignore = async (connectionId: number) => {
    await undo.run({ params: { id: connectionId }, body: { status: 'INVITED' } });
    reread();
  };
  const perform = async (one: Act): Promise<Outcome> => {
    switch (one.act) {
      case 'ACCEPT_CONNECTION':
        return done(
          await answer.run({ params: { id: one.connectionId }, body: { status: 'ACCEPTED' } }),
          'You’re connected.',
        );
      case 'IGNORE_CONNECTION':
        return done(
          await answer.run({ params: { id: one.connectionId }, body: { status: 'IGNORED' } }),
          'Invite ignored.',
          () => void unignore(one.connectionId),
        );
      case 'JOIN_ORGANIZATION': {
        const joined = await join.run({ params: { inviteCode: one.inviteCode } });
        // Without leaving where the person works; who works nowhere yet starts there.
        if (joined.ok) await loadSession(organization?.id ?? joined.value.orgId).catch(reportError);
        return done(joined, `You joined ${one.orgName}.`);
      }
      case 'TAKE_BRAND':
        return done(
          await take.run({ params: { inviteCode: one.inviteCode } }),
          `${one.brandName} is now one of your brands.`,
        );
      case 'ACCEPT_ORDER': {
        const body = { status: 'ACCEPTED' as const, version: one.version };
        return done(await move.run({ params: { id: one.orderId }, body }), `Order ${one.orderNumber} accepted.`);
      }
      case 'APPROVE_ORDER':
      case 'DECLINE_ORDER': {
        const read = await readApproval.run({ params: { id: one.approvalId } });
        if (!read.ok) return { refused: refusalOf(read.error) };
        const refused = whyNotDecide(one, read.value);
        return refused === null ? { asks: { ...one, approval: read.value } } : { refused };
      }
      default:
        return { asks: one };
    }
  };
  return {
    running,
    run: async (one: Act): Promise<Outcome> => {
      setRunning(one.act);
      try {
        return await perform(one);
      } finally {
        setRunning(null);
      }
    },
  };
}

function done(result: CallResult<unknown>, message: string, undo?: () => void): Outcome {
  if (!result.ok) return { refused: refusalOf(result.error) };
  showSnack({ status: 'success', message, ...(undo && { action: { label: 'Undo', run: undo } }) });
  return {};
}

function whyNotDecide({ act }: Act, { status, whyNot, now }: Approval): string | null {
  if (status !== 'WAITING') return `This request doesn’t wait anymore: ${APPROVAL_STATUSES[status].toLowerCase()}.`;
  if (whyNot !== null) return whyNot;
  const isGone = act === 'APPROVE_ORDER' && now?.totalUsd == null;
  return isGone ? 'The cart changed, so this order can’t be placed now. Open the request to see why.' : null;
}

/** Why something couldn't be done; null if that is said elsewhere already. */
function refusalOf(error: unknown): string | null {
  if (isAbort(error) || isAskedElsewhere(error)) return null;
  if (!(error instanceof CallError)) return messageOf(error);
  const { internalCode } = error;
  if (internalCode === ERROR_CODES.STALE) return 'Someone else just changed this order. Open it to see what changed.';
  if (internalCode === ERROR_CODES.CREDIT_STOP) return `${messageOf(error)} Open the order to decide.`;
  return messageOf(error);
}
