import { useState } from 'react';
import {
  AUTOMATIC_KINDS,
  PROPOSALS,
  type Proposal,
  proposalFilters,
  whyNotAccept,
  whyNotDismiss,
  whyNotRestore,
} from '../../../../domain/accounting/changes';
import {
  accountingChanges as calls,
  MOST_DECIDED,
  PROPOSAL_SORTS,
} from '../../../../domain/accounting/changes-contract';
import type { ProposalKind } from '../../../../domain/accounting/vocabulary';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { OrderLink } from '../../../kit/links/OrderLink';
import { ResourceGrid, useListAddress } from '../../../kit/list';
import type { Selected } from '../../../kit/list/bulk/bulk';
import { dayColumn, nameColumn, textColumn } from '../../../kit/list/columns';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import { BooksFrame } from '../BooksFrame';
import { booksChanges } from '../resource';

const SORTS = { by: PROPOSAL_SORTS, first: 'found', desc: true } as const;
/** What is decided doesn't keep its place: an inbox gets shorter. */
const decidedLeaves = async () => null;

type Act = 'accept' | 'dismiss' | 'restore';
const ACTS: Record<Act, { label: string; whyNot: (change: Proposal) => string | null; says: string }> = {
  accept: { label: 'Accept', whyNot: whyNotAccept, says: 'accepted' },
  restore: { label: 'Push ours again', whyNot: whyNotRestore, says: 'pushed again' },
  dismiss: { label: 'Dismiss', whyNot: whyNotDismiss, says: 'dismissed' },
};
const ORDER = Object.keys(ACTS) as Act[];

/** What was changed in a company's books, until somebody decides. */
export default function ChangeList() {
  const [isChoosing, setChoosing] = useState(false);
  const mayChoose = useCan().can(calls.setAutomatic.requires);
  return (
    <BooksFrame
      title="Changes in the books"
      at="changes"
      actions={mayChoose && <Button onClick={() => setChoosing(true)}>Accept without asking…</Button>}
    >
      {(companyId) => (
        <>
          <Changes companyId={companyId} />
          {isChoosing && <AutomaticDialog companyId={companyId} onClose={() => setChoosing(false)} />}
        </>
      )}
    </BooksFrame>
  );
}

type Deciding = { act: Act; changes: readonly Proposal[]; clear?: () => void };

function Changes({ companyId }: { companyId: number }) {
  const address = useListAddress(proposalFilters, SORTS);
  const mayDecide = useCan().can(calls.accept.requires);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  return (
    <>
      <ResourceGrid<Proposal>
        resource={booksChanges}
        of={{ companyId }}
        label="Changes in the books"
        noun={['change', 'changes']}
        columns={COLUMNS}
        nameOf={({ order, theirs }) => order?.orderNumber ?? theirs}
        reread={decidedLeaves}
        address={address}
        filters={proposalFilters}
        search={{ label: 'Find an order or customer', field: 'searchTerm' }}
        empty={{
          title: 'Nothing to decide',
          hint: 'Payments, voids and other changes that are made in your books appear here.',
        }}
        rowTone={({ state }) => (state === 'OPEN' ? undefined : 'muted')}
        {...(mayDecide && {
          rowActions: (change: Proposal) =>
            ORDER.filter((act) => ACTS[act].whyNot(change) === null).map((act) => ({
              label: act === 'accept' ? (PROPOSALS[change.kind].accept ?? 'Accept') : ACTS[act].label,
              onSelect: () => setDeciding({ act, changes: [change] }),
            })),
          selectionActions: ({ rows, clear }: Selected<Proposal>) =>
            (['accept', 'dismiss'] as const).map((act) => {
              const open = rows?.filter((change) => ACTS[act].whyNot(change) === null) ?? [];
              return (
                open.length > 0 && (
                  <Button key={act} onClick={() => setDeciding({ act, changes: open.slice(0, MOST_DECIDED), clear })}>
                    {ACTS[act].label} {open.length}
                  </Button>
                )
              );
            }),
        })}
      />
      {deciding && <DecideQuestion companyId={companyId} {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

type DecideProps = Deciding & { companyId: number; onClose: () => void };

function DecideQuestion({ companyId, act, changes, clear, onClose }: DecideProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run } = useCall(calls[act], { showsErrors: true });
  const { label, says } = ACTS[act];
  const [only] = changes.length === 1 ? changes : [];
  const title = only && act === 'accept' ? (PROPOSALS[only.kind].accept ?? label) : label;
  return (
    <Confirm
      title={only ? `${title}?` : `${label} ${counted(changes.length, 'change')}?`}
      act={only ? title : label}
      tone="primary"
      run={(_, idempotencyKey) =>
        run({ params: { companyId }, body: { orgId, ids: changes.map(({ id }) => id) } }, { idempotencyKey })
      }
      onDone={(decided) => {
        clear?.();
        const failed = decided.filter(({ problem }) => problem !== null);
        const done = `${counted(decided.length - failed.length, 'change')} ${says}.`;
        if (failed.length === 0) showSnack({ status: 'success', message: done });
        else showSnack({ status: 'error', message: `${done} ${failed.length} not: ${failed[0]?.problem}` });
      }}
      onClose={onClose}
    >
      {only && (
        <Facts
          layout="columns"
          facts={{
            Order: only.order?.orderNumber,
            Change: PROPOSALS[only.kind].label,
            Ours: only.ours,
            'Your books': only.theirs,
          }}
        />
      )}
      <p>{only ? SENTENCES[act](only.kind) : MANY[act]}</p>
    </Confirm>
  );
}

const ACCEPTED: Record<ProposalKind, string> = {
  PAID: 'The payment is recorded on the order. It isn’t sent to your books again.',
  PAYMENT_VOIDED: 'The payment is voided on the order.',
  VOIDED: 'The invoice stays void in your books until somebody pushes the order again.',
  AMOUNT: '',
  NUMBER: 'The invoice keeps that number.',
  CUSTOMER: 'The order’s customer is mapped to that one, also for its other orders.',
  RENAMED: 'The mapping shows the new name. Our own record keeps its name.',
};
const SENTENCES: Record<Act, (kind: ProposalKind) => string> = {
  accept: (kind) => ACCEPTED[kind],
  dismiss: () => 'Both sides stay as they are, and you aren’t asked again.',
  restore: () => 'Our invoice is sent again, over what was changed in your books.',
};
const MANY: Record<Act, string> = {
  accept: 'Each is taken over as its kind asks: payments are recorded, voids and names follow.',
  dismiss: 'Both sides stay as they are, and you aren’t asked again.',
  restore: 'Our invoices are sent again, over what was changed in your books.',
};

/** Chooses the kinds of changes that nobody is asked about. */
function AutomaticDialog({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const params = { companyId };
  const chosen = useCallQuery(calls.automatic, { params });
  const { run } = useCall(calls.setAutomatic, { showsErrors: true });
  if (chosen.data === undefined) return null;
  return (
    <Confirm<{ kinds: (typeof AUTOMATIC_KINDS)[number][] }>
      title="Accept without asking"
      act="Save"
      tone="primary"
      values={{ kinds: chosen.data.kinds }}
      fields={[
        {
          name: 'kinds',
          label: 'Changes',
          control: 'checks',
          options: AUTOMATIC_KINDS.map((value) => ({ value, label: PROPOSALS[value].label })),
        },
      ]}
      run={({ kinds }) => run({ params, body: { orgId, kinds } })}
      success="Saved. It counts from the next change on."
      onClose={onClose}
    >
      <p>Verdant takes these over as they come. What doesn’t fit waits here for you.</p>
    </Confirm>
  );
}

const KINDS: Record<ProposalKind, Pick<PillProps, 'tone' | 'mark'>> = {
  PAID: { tone: 'positive' },
  PAYMENT_VOIDED: { tone: 'negative', mark: 'slash' },
  VOIDED: { tone: 'negative' },
  AMOUNT: { tone: 'warning', mark: 'clock' },
  NUMBER: { tone: 'neutral', mark: 'dashes' },
  CUSTOMER: { tone: 'warning', mark: 'dashes' },
  RENAMED: { tone: 'info' },
};

const COLUMNS: readonly GridColumn<Proposal>[] = [
  nameColumn('order', 'Order', {
    cell: ({ order, theirs }) => (order ? <OrderLink order={order} /> : theirs),
    value: ({ order }) => order?.orderNumber,
    sortable: false,
    width: 160,
  }),
  textColumn('customer', 'Customer', ({ order }) => order?.customerName, { width: 200, card: 'lead' }),
  {
    id: 'kind',
    header: 'Change',
    cell: ({ kind }) => <Pill {...KINDS[kind]}>{PROPOSALS[kind].label}</Pill>,
    value: ({ kind }) => PROPOSALS[kind].label,
    width: 164,
    sortable: true,
    card: 'end',
  },
  textColumn('ours', 'Ours', ({ ours }) => ours, { width: 176, align: 'end' }),
  textColumn('theirs', 'Your books', ({ theirs }) => theirs, { width: 176, align: 'end' }),
  dayColumn('found', 'Found', ({ found }) => found, { sortable: true }),
  textColumn('decided', 'Decided', decidedText, { width: 240, card: 'hidden' }),
];

function decidedText({ state, decided, decidedBy }: Proposal): string {
  if (state === 'OPEN' || decided === null) return '';
  const who = decidedBy ?? 'Verdant';
  return `${state === 'ACCEPTED' ? 'Accepted' : 'Dismissed'}, ${who}, ${dateHere(decided)}`;
}
