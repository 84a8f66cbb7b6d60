import { useQueryClient } from '@tanstack/react-query';
import { brandInvites } from '../../../domain/brands/contract';
import { carts } from '../../../domain/carts/contract';
import type { ActOf } from '../../../domain/notifications/acts';
import { orders } from '../../../domain/orders/contract';
import { findTransition } from '../../../domain/orders/status';
import { Confirm } from '../../kit/form/questions/Confirm';
import { callKey, useCall } from '../../providers/refine/use-call';
import { Approve, Decline } from '../../resources/orders/ApprovalActions';
import type { Question } from './useAct';

type Asked<Q> = { question: Q; onAnswered: () => void; onClose: () => void };

/** Asks what the act's own screen asks; what is refused is said in the question. */
export function ActQuestion({ question, ...rest }: Asked<Question>) {
  const client = useQueryClient();
  if (question.act === 'REJECT_ORDER') return <RejectOrder question={question} {...rest} />;
  if (question.act === 'DECLINE_BRAND') return <DeclineBrand question={question} {...rest} />;
  const { onAnswered, onClose } = rest;
  const Part = question.act === 'APPROVE_ORDER' ? Approve : Decline;
  const onDone = () => {
    void client.invalidateQueries({ queryKey: callKey(carts.list) });
    onAnswered();
  };
  return <Part approval={question.approval} refresh={onAnswered} onDone={onDone} onClose={onClose} />;
}

function RejectOrder({ question, onAnswered, onClose }: Asked<ActOf<'REJECT_ORDER'>>) {
  const { orderId, orderNumber, version } = question;
  const move = useCall(orders.transition, { showsErrors: true });
  return (
    <Confirm<{ reason: string }>
      title={`Reject order ${orderNumber}`}
      act="Reject order"
      cancel="Keep order"
      values={{ reason: '' }}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          control: 'textarea',
          maxLength: 500,
          hint: 'Buyer and seller both see it.',
        },
      ]}
      run={async ({ reason }, idempotencyKey) => {
        const why = reason.trim();
        const body = { status: 'REJECTED' as const, version, ...(why && { reason: why }) };
        const result = await move.run({ params: { id: orderId }, body }, { idempotencyKey });
        if (!result.ok) onAnswered();
        return result;
      }}
      success={`Order ${orderNumber} rejected.`}
      onDone={onAnswered}
      onClose={onClose}
    >
      <p>{findTransition('SUBMITTED', 'REJECTED')?.question}</p>
    </Confirm>
  );
}

function DeclineBrand({ question, onAnswered, onClose }: Asked<ActOf<'DECLINE_BRAND'>>) {
  const { brandInviteId, brandName, orgName } = question;
  const reject = useCall(brandInvites.reject, { showsErrors: true });
  return (
    <Confirm
      title={`Decline ${brandName}?`}
      act="Decline invite"
      run={async () => {
        const result = await reject.run({ params: { brandInviteId } });
        if (!result.ok) onAnswered();
        return result;
      }}
      success={`You declined the invite to ${brandName}.`}
      onDone={onAnswered}
      onClose={onClose}
    >
      <p>The brand stays with {orgName}. They can invite you again.</p>
    </Confirm>
  );
}
