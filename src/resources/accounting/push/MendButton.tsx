import { useState } from 'react';
import { Link } from 'react-router';
import { bookPushes as calls, type PushProblem } from '../../../../domain/accounting/push/contract';
import { BOOKS_LIMITS } from '../../../../domain/accounting/vocabulary';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCall } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';

type Mend = PushProblem['mend'];
type Asked = 'RETRY' | 'OVERWRITE' | 'REOPEN' | 'RENUMBER';

/** Where a problem is mended that isn't mended where it is seen; null for others. */
export function mendLink({ act, id }: Mend, companyId: number): { to: string; label: string } | null {
  const books = `/account/integrations/accounting/${companyId}`;
  switch (act) {
    case 'MAP_CUSTOMER':
      return { to: `${books}/customers`, label: 'Match the customer' };
    case 'MAP_PRODUCT':
      return { to: `${books}/products`, label: 'Match its products' };
    case 'SETTINGS':
      return { to: '/account/integrations', label: 'Open the settings' };
    case 'CONNECT':
      return { to: '/account/integrations', label: 'Connect' };
    case 'OPEN_ORDER':
      return id === null ? null : { to: `/orders/${id}`, label: 'Open the order' };
    default:
      return null;
  }
}

export const MEND_LABELS: Record<Asked, string> = {
  RETRY: 'Try again',
  OVERWRITE: 'Overwrite theirs',
  REOPEN: 'Make active there',
  RENUMBER: 'Change its number',
};

/** What else is offered beside a link: once what it leads to is done, it is sent again. */
export const mendActs = ({ act }: Mend): Asked[] => (act in MEND_LABELS ? [act as Asked] : ['RETRY']);

export type Mending = { documentId: number; companyId: number; orderNumber: string; act: Asked };

/** The acts that mend a document, the one for its problem first. */
export function MendButton(props: Omit<Mending, 'act'> & { problem: PushProblem }) {
  const { problem, companyId, orderNumber } = props;
  const [act, ask] = useState<Asked | null>(null);
  const mayMend = useCan().can(calls.mend.requires);
  const link = mendLink(problem.mend, companyId);
  return (
    <>
      {link && (
        <Link className="v-button" to={link.to}>
          {link.label}
          <span className="v-hidden"> of order {orderNumber}</span>
        </Link>
      )}
      {mayMend &&
        mendActs(problem.mend).map((one) => (
          <Button key={one} onClick={() => ask(one)}>
            {MEND_LABELS[one]}
            <span className="v-hidden"> for order {orderNumber}</span>
          </Button>
        ))}
      {act && <MendDialog {...props} act={act} onClose={() => ask(null)} />}
    </>
  );
}

const QUESTIONS: Record<Asked, { title: string; says: string }> = {
  RETRY: { title: 'Send it again?', says: 'It is sent as it is now. What your books have of it is read first.' },
  OVERWRITE: {
    title: 'Overwrite what is in your books?',
    says: 'What somebody changed there is replaced with what the order says here.',
  },
  REOPEN: {
    title: 'Make them active in your books?',
    says: 'Its customer and items that are inactive there become active again, then it is sent.',
  },
  RENUMBER: { title: 'Send it under another number?', says: 'The order keeps its number here.' },
};

/** Asks, then mends a document. */
export function MendDialog({ documentId, companyId, orderNumber, act, onClose }: Mending & { onClose: () => void }) {
  const { run } = useCall(calls.mend, { showsErrors: true });
  const orgId = useSession().scope?.orgId ?? 0;
  const { title, says } = QUESTIONS[act];
  return (
    <Confirm<{ number: string }>
      title={title}
      act={MEND_LABELS[act]}
      tone={act === 'OVERWRITE' ? 'danger' : 'primary'}
      values={{ number: act === 'RENUMBER' ? `${orderNumber}-A`.slice(0, BOOKS_LIMITS.docNumber) : '' }}
      fields={
        act === 'RENUMBER'
          ? [{ name: 'number', label: 'Number in the books', required: true, maxLength: BOOKS_LIMITS.docNumber }]
          : []
      }
      run={({ number }) =>
        run({ params: { companyId, id: documentId }, body: { orgId, act, ...(act === 'RENUMBER' && { number }) } })
      }
      success={`Order ${orderNumber} is being sent again`}
      onClose={onClose}
    >
      <p>{says}</p>
    </Confirm>
  );
}
