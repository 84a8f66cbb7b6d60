import { useState } from 'react';
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
import { call } from '../../providers/call';
import { unlessGone } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import type { GridColumn } from '../../ui/grid';
import { BooksFrame } from './BooksFrame';
import { BackFill } from './push/BackFill';
import { MEND_LABELS, MendDialog, type Mending, mendActs, mendLink } from './push/MendButton';
import { bookProblems } from './push/resource';

const SORTS = { by: PROBLEM_SORTS, first: 'updated', desc: true } as const;
/** What is sent leaves: an inbox gets shorter. */
async function rereadProblem(orgId: number, row: BooksProblem): Promise<BooksProblem | null> {
  const { companyId, orderId, id } = row;
  const input = { params: { companyId, orderId }, query: { orgId } };
  const found = await unlessGone(call(calls.documents, input, { quiet: true }));
  const problem = found?.documents.find((document) => document.id === id)?.problem;
  return problem ? { ...row, problem } : null;
}

const FILLS = {
  call: calls.bulk,
  acts: [{ act: 'push', title: 'Push #', outcome: 'on their way to the books' }],
} as const;

/** The inbox of what a company's books didn't take, each with the one act that mends it. */
export default function ProblemList() {
  const companyId = readId(useParams().companyId);
  const [opened, setOpened] = useState<OpenedAction>(null);
  return (
    <BooksFrame
      title="Not sent to the books"
      at="problems"
      actions={companyId !== null && <ProblemActions companyId={companyId} onBegun={setOpened} />}
    >
      {(id) => (
        <>
          <BulkProgress bulk={FILLS} noun={['order', 'orders']} opened={opened} onOpen={setOpened} />
          <Problems companyId={id} />
        </>
      )}
    </BooksFrame>
  );
}

/** What is done with all of them, or with orders that were never sent. */
function ProblemActions({ companyId, onBegun }: { companyId: number; onBegun: (id: number) => void }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const all = useCall(calls.retryAll, { failure: 'They couldn’t be sent again.' });
  const [isFilling, fill] = useState(false);
  const mayMend = useCan().can(calls.mend.requires);
  if (!mayMend) return null;
  return (
    <>
      <Button onClick={() => fill(true)}>Push a range…</Button>
      <Button busy={all.isPending} onClick={() => void all.run({ params: { companyId }, body: { orgId } })}>
        Try all again
      </Button>
      {isFilling && (
        <BackFill
          companyId={companyId}
          onBegun={(id) => {
            fill(false);
            onBegun(id);
          }}
          onClose={() => fill(false)}
        />
      )}
    </>
  );
}

function Problems({ companyId }: { companyId: number }) {
  const address = useListAddress(problemFilters, SORTS);
  const navigate = useNavigate();
  const orgId = useSession().scope?.orgId ?? 0;
  const mayMend = useCan().can(calls.mend.requires);
  const [mending, mend] = useState<Mending | null>(null);
  return (
    <>
      <ResourceGrid<BooksProblem>
        resource={bookProblems}
        of={{ companyId }}
        label="Not sent to the books"
        noun={['document', 'documents']}
        columns={COLUMNS}
        nameOf={({ orderNumber }) => `order ${orderNumber}`}
        reread={(row) => rereadProblem(orgId, row)}
        address={address}
        filters={problemFilters}
        search={{ label: 'Find an order or customer', field: 'searchTerm' }}
        empty={{ title: 'Everything was sent', hint: 'Invoices and payments your books don’t take appear here.' }}
        rowActions={({ problem, id: documentId, orderNumber }) => {
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
    </>
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
