import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Audit } from '../../../../domain/accounting/audit';
import { accountingAudits as calls } from '../../../../domain/accounting/audit-contract';
import { orderFilters } from '../../../../domain/orders/filters';
import { ORDER_STATUSES, type OrderStatus } from '../../../../domain/orders/status';
import { counted } from '../../../../domain/text';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { Panel } from '../../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { momentHere } from '../../../ui/reader-dates';
import { EmptyState } from '../../../ui/states';
import css from '../accounting.module.css';
import { BooksFrame } from '../BooksFrame';
import { Findings } from './Findings';

/** Of the address: which comparison is shown, and that one of these orders is asked for. */
const AUDIT = 'audit';
const COMPARE = 'compare';

/** Compares a company's orders with its books, and shows what differs. */
export default function AuditPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get(COMPARE);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    if (asked !== null) setParams((now) => without(now, COMPARE), { replace: true });
  };
  const show = (id: number) => setParams(new URLSearchParams({ [AUDIT]: String(id) }));
  return (
    <BooksFrame
      title="Compare with the books"
      at="audit"
      actions={
        <Button tone="primary" onClick={() => setAsking(true)}>
          Compare…
        </Button>
      }
    >
      {(companyId) => (
        <>
          <Audits companyId={companyId} chosen={Number(params.get(AUDIT))} onChoose={show} />
          {(isAsking || asked !== null) && (
            <CompareDialog companyId={companyId} search={asked} onStarted={({ id }) => show(id)} onClose={close} />
          )}
        </>
      )}
    </BooksFrame>
  );
}

function without(params: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(name);
  return next;
}

type AuditsProps = { companyId: number; chosen: number; onChoose: (id: number) => void };

/** The latest comparisons, one of them open. */
function Audits({ companyId, chosen, onChoose }: AuditsProps) {
  const audits = useCallQuery(calls.list, { params: { companyId } }, { topics: ['integrations'] });
  return (
    <QueryState
      query={audits}
      empty={{
        icon: 'store',
        title: 'Nothing compared yet',
        hint: 'Compare your orders with the books to find what is missing on either side, and what differs.',
      }}
    >
      {(all) => {
        const audit = all.find(({ id }) => id === chosen) ?? all[0];
        return (
          audit && (
            <>
              {all.length > 1 && (
                <nav className={css.recent} aria-label="Latest comparisons">
                  {all.map(({ id, created }) => (
                    <Button key={id} aria-pressed={id === audit.id} onClick={() => onChoose(id)}>
                      {momentHere(created)}
                    </Button>
                  ))}
                </nav>
              )}
              <Progress audit={audit} />
              <Findings key={audit.id} companyId={companyId} audit={audit} />
            </>
          )
        );
      }}
    </QueryState>
  );
}

/** What is compared and how far; it goes on when the page is left. */
function Progress({
  audit: { state, about, orderCount, comparedCount, problem, settledCount, counts },
}: {
  audit: Audit;
}) {
  const open = counts.reduce((sum, { count }) => sum + count, 0);
  const isRunning = state === 'QUEUED' || state === 'RUNNING';
  return (
    <Panel title={about}>
      <div className={css.running} role="status">
        {isRunning && (
          <>
            <progress aria-label="Orders compared" max={Math.max(1, orderCount)} value={comparedCount} />
            <span>
              {counted(comparedCount, 'order')} of {counted(orderCount, 'order')} compared. You can leave this page.
            </span>
          </>
        )}
        {state === 'DONE' && (
          <span>
            {counted(comparedCount, 'order')} compared: {counted(open, 'difference')}
            {settledCount > 0 && `, ${settledCount} settled`}.
          </span>
        )}
        {state === 'FAILED' && <EmptyState icon="warning" title="The comparison stopped" hint={problem ?? ''} />}
      </div>
    </Panel>
  );
}

type CompareProps = {
  companyId: number;
  /** The filters of the orders list it was asked from, as its address has them; null from here. */
  search: string | null;
  onStarted: (audit: Audit) => void;
  onClose: () => void;
};
type Asked = { createdFrom: string; createdTo: string; statuses: OrderStatus[] };

const STATUSES = (Object.keys(ORDER_STATUSES) as OrderStatus[]).map((value) => ({
  value,
  label: ORDER_STATUSES[value].label,
}));

/** Asks which orders are compared. */
function CompareDialog({ companyId, search, onStarted, onClose }: CompareProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls.start, { showsErrors: true });
  const params = { companyId };
  if (search !== null) {
    const { filters } = orderFilters.parse(new URLSearchParams(search));
    const set = orderFilters.count(filters);
    return (
      <Confirm<Record<never, never>, Audit>
        title="Compare these orders with the books?"
        act="Compare"
        tone="primary"
        run={(_, idempotencyKey) => run({ params, body: { orgId, filters } }, { idempotencyKey })}
        onDone={onStarted}
        onClose={onClose}
      >
        <p>
          {set === 0 ? 'All orders of this company' : `The orders of this company that match ${counted(set, 'filter')}`}{' '}
          are compared, on all pages of the list.
        </p>
      </Confirm>
    );
  }
  return (
    <Confirm<Asked, Audit>
      title="Compare with the books?"
      act="Compare"
      tone="primary"
      values={{ createdFrom: '', createdTo: '', statuses: [] }}
      fields={[
        { name: 'createdFrom', label: 'Ordered from', control: 'date', isNative: true },
        { name: 'createdTo', label: 'Ordered until', control: 'date', isNative: true },
        { name: 'statuses', label: 'Status', control: 'checks', options: STATUSES, hint: 'All, if you choose none.' },
      ]}
      run={({ createdFrom, createdTo, statuses }, idempotencyKey) => {
        const filters = {
          ...(createdFrom && { createdFrom }),
          ...(createdTo && { createdTo }),
          ...(statuses.length > 0 && { statuses }),
        };
        return run({ params, body: { orgId, filters } }, { idempotencyKey });
      }}
      onDone={onStarted}
      onClose={onClose}
    >
      <p>Every order that matches is compared with your books, and your books with our orders of those days.</p>
      <p className="v-hint">Invoices of customers that aren’t mapped are left out.</p>
    </Confirm>
  );
}
