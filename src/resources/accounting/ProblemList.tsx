import { useMemo, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import {
  type BooksProblem,
  bookPushes as calls,
  PROBLEM_SORTS,
  problemFilters,
} from '../../../domain/accounting/push/contract';
import { readId } from '../../../domain/contract/endpoint';
import { formatUsd } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { useCan } from '../../access/useCan';
import { BulkProgress, type OpenedAction, ResourceGrid, useListAddress } from '../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../kit/list/columns';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { EmptyState } from '../../ui/states';
import { BackFill } from './push/BackFill';
import { MEND_LABELS, MendDialog, type Mending, mendActs, mendLink } from './push/MendButton';
import { bookProblems } from './push/resource';

const SORTS = { by: PROBLEM_SORTS, first: 'updated', desc: true } as const;
/** What is mended leaves: an inbox gets shorter. */
const mendedLeaves = async () => null;

const FILLS = {
  call: calls.bulk,
  acts: [{ act: 'push', title: 'Push #', outcome: 'on their way to the books' }],
} as const;

/** The inbox of what a company's books didn't take, each with the one act that mends it. */
export default function ProblemList() {
  const companyId = readId(useParams().companyId);
  const company = useSession().organization?.companies.find((one) => one.companyId === companyId);
  if (companyId === null || company === undefined)
    return (
      <PageFrame title="Not Sent to the Books">
        <EmptyState
          title="No such company"
          hint="It may belong to another organization. Choose one under Integrations."
        />
      </PageFrame>
    );
  return <Problems companyId={companyId} name={company.name} />;
}

function Problems({ companyId, name }: { companyId: number; name: string }) {
  const address = useListAddress(problemFilters, SORTS);
  const navigate = useNavigate();
  const orgId = useSession().scope?.orgId ?? 0;
  const where = useMemo(() => ({ companyId }), [companyId]);
  const mayMend = useCan().can(calls.mend.requires);
  const all = useCall(calls.retryAll, { failure: 'They couldn’t be sent again.' });
  const [mending, mend] = useState<Mending | null>(null);
  const [isFilling, fill] = useState(false);
  const [opened, setOpened] = useState<OpenedAction>(null);
  const retryAll = () => all.run({ params: { companyId }, body: { orgId } });
  return (
    <PageFrame
      title="Not Sent to the Books"
      aside={<span className="v-hint">{name}</span>}
      actions={
        mayMend && (
          <>
            <Button onClick={() => fill(true)}>Push a range…</Button>
            <Button busy={all.isPending} onClick={() => void retryAll()}>
              Try all again
            </Button>
          </>
        )
      }
    >
      <BulkProgress bulk={FILLS} noun={['order', 'orders']} opened={opened} onOpen={setOpened} />
      <ResourceGrid<BooksProblem>
        resource={bookProblems}
        where={where}
        label="Not sent to the books"
        noun={['document', 'documents']}
        columns={COLUMNS}
        nameOf={({ orderNumber }) => `order ${orderNumber}`}
        reread={mendedLeaves}
        address={address}
        filters={problemFilters}
        search={{ label: 'Find an order or customer', field: 'searchTerm' }}
        empty={{ title: 'Everything was sent', hint: 'Invoices and payments your books don’t take appear here.' }}
        rowActions={(row) => {
          const { problem, id: documentId, orderNumber } = row;
          const link = mendLink(problem.mend, companyId);
          const acts = mendActs(problem.mend).map((act) => ({
            label: MEND_LABELS[act],
            onSelect: () => mend({ documentId, companyId, orderNumber, act }),
          }));
          return [
            ...(link ? [{ label: link.label, onSelect: () => void navigate(link.to) }] : []),
            ...(mayMend ? acts : []),
          ];
        }}
      />
      {mending && <MendDialog {...mending} onClose={() => mend(null)} />}
      {isFilling && (
        <BackFill
          companyId={companyId}
          onBegun={(id) => {
            fill(false);
            setOpened(id);
          }}
          onClose={() => fill(false)}
        />
      )}
    </PageFrame>
  );
}

const sortable = true;

const COLUMNS: readonly GridColumn<BooksProblem>[] = [
  nameColumn('orderNumber', 'Order', {
    cell: ({ orderId, orderNumber }) => <Link to={`/orders/${orderId}`}>{orderNumber}</Link>,
    value: ({ orderNumber }) => orderNumber,
    width: 120,
    sortable,
  }),
  textColumn('customer', 'Customer', ({ customerName }) => customerName, { width: 200, sortable, card: 'lead' }),
  textColumn('kind', 'What', ({ kind }) => (kind === 'INVOICE' ? 'Invoice' : 'Payment'), { width: 100 }),
  textColumn('amount', 'Amount', ({ amountUsd }) => amountUsd && formatUsd(amountUsd), { width: 120, align: 'end' }),
  textColumn('problem', 'Problem', ({ problem }) => problem.message, { width: 420 }),
  textColumn('attempts', 'Tried', ({ attempts }) => counted(attempts, 'time'), { width: 90, card: 'hidden' }),
  dayColumn('updated', 'Since', ({ updated }) => updated, { sortable }),
];
