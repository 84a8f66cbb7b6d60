import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, approvals as calls } from '../../../domain/carts/approvals/contract';
import { carts } from '../../../domain/carts/contract';
import { formatUsd } from '../../../domain/money';
import { Can } from '../../access/useCan';
import { Confirm } from '../../kit/form/questions/Confirm';
import { callKey, useCall } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';

type ApprovalActionsProps = { approval: Approval; refresh: () => unknown };

/** What can be done with a request that waits. */
export function ApprovalActions({ approval, refresh }: ApprovalActionsProps) {
  const [asks, setAsks] = useState<'approve' | 'decline' | null>(null);
  const client = useQueryClient();
  const withdrawal = useCall(calls.withdraw, { success: 'Request withdrawn. The cart can be changed again.' });
  const { id, whyNot, now } = approval;
  const close = () => setAsks(null);
  const showCarts = () => client.invalidateQueries({ queryKey: callKey(carts.list) });
  const withdraw = async () => {
    await withdrawal.run({ params: { id } });
    await Promise.all([refresh(), showCarts()]);
  };
  return (
    <>
      {whyNot !== null && (
        <Can requires={calls.withdraw.requires}>
          <Button busy={withdrawal.isPending} onClick={() => void withdraw()}>
            Withdraw request
          </Button>
        </Can>
      )}
      {whyNot === null && (
        <>
          <Button onClick={() => setAsks('decline')}>Decline</Button>
          <Button tone="primary" disabled={now?.totalUsd == null} onClick={() => setAsks('approve')}>
            Approve
          </Button>
        </>
      )}
      {asks === 'approve' && <Approve approval={approval} refresh={refresh} onDone={showCarts} onClose={close} />}
      {asks === 'decline' && <Decline approval={approval} refresh={refresh} onDone={showCarts} onClose={close} />}
    </>
  );
}

type QuestionProps = ApprovalActionsProps & { onDone: () => unknown; onClose: () => void };

/** Asks whether to place the order that was asked for, at its total now. */
export function Approve({ approval, refresh, onDone, onClose }: QuestionProps) {
  const { id, sellerName, licenseName, askedBy, now, totalUsd } = approval;
  const call = useCall(calls.approve, { showsErrors: true });
  const total = now?.totalUsd ?? totalUsd;
  return (
    <Confirm
      title="Approve this order?"
      act="Approve and place order"
      tone="primary"
      run={async (_, idempotencyKey) => {
        const result = await call.run({ params: { id }, body: { expectedTotal: total } }, { idempotencyKey });
        // What was refused has changed, and the page says how.
        if (!result.ok) void refresh();
        return result;
      }}
      success={`Approved. The order from ${sellerName} is placed.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        This places the order {askedBy} asked for, from {sellerName} for {licenseName}:{' '}
        <strong>{formatUsd(total)}</strong>.
      </p>
      {now?.changes.map((change) => (
        <p key={change}>{change}</p>
      ))}
    </Confirm>
  );
}

/** Asks for the reason not to. */
export function Decline({ approval: { id, askedBy }, refresh, onDone, onClose }: QuestionProps) {
  const call = useCall(calls.decline, { showsErrors: true });
  return (
    <Confirm<{ reason: string }>
      title="Decline this order?"
      act="Decline"
      values={{ reason: '' }}
      schema={calls.decline.body}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          control: 'textarea',
          required: true,
          maxLength: 1000,
          hint: `We email it to ${askedBy}, who can change the cart and ask again.`,
        },
      ]}
      run={async (body) => {
        const result = await call.run({ params: { id }, body });
        if (!result.ok) void refresh();
        return result;
      }}
      success="Declined."
      onDone={onDone}
      onClose={onClose}
    >
      <p>Nothing is ordered.</p>
    </Confirm>
  );
}
