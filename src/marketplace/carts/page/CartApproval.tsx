import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { approvals } from '../../../../domain/carts/approvals/contract';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts } from '../../../../domain/carts/contract';
import { Can } from '../../../access/useCan';
import { callKey, useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { momentHere } from '../../../ui/reader-dates';
import shared from '../../marketplace.module.css';

/** What a cart needs approval for, and what came of asking for it. */
export function CartApproval({ wrapper: { needsApproval, approval } }: { wrapper: CartWrapper }) {
  const client = useQueryClient();
  const withdrawal = useCall(approvals.withdraw, { success: 'Request withdrawn.' });
  if (approval?.status === 'WAITING') {
    const withdraw = async () => {
      await withdrawal.run({ params: { id: approval.id } });
      await client.invalidateQueries({ queryKey: callKey(carts.list) });
    };
    return (
      <div className={shared.notice} role="status">
        <Icon name="clock" />
        <div>
          <strong>Waiting for approval.</strong> {approval.askedBy} asked {approval.asked.join(', ')} on{' '}
          {momentHere(approval.askedAt)}. To change this cart, withdraw the request.
          <span className={shared.actions}>
            <Can requires={approvals.withdraw.requires}>
              <Button busy={withdrawal.isPending} onClick={() => void withdraw()}>
                Withdraw request
              </Button>
            </Can>
            <Link className="v-button" to={`/orders/purchases/approvals/${approval.id}`}>
              Open the request
            </Link>
          </span>
        </div>
      </div>
    );
  }
  return (
    <>
      {approval && (
        <div className={`${shared.notice} ${shared.warn}`} role="status">
          <Icon name="warning" />
          <span>
            <strong>{approval.decidedBy} didn’t approve this:</strong> {approval.reason}
          </span>
        </div>
      )}
      {needsApproval !== null && (
        <p className={shared.notice}>
          <Icon name="lock" />
          <span>Needs approval: {needsApproval}</span>
        </p>
      )}
    </>
  );
}
