import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Audit, FINDING_ENDS, type Finding, findingFilters, whyNotFix } from '../../../../domain/accounting/audit';
import { accountingAudits as calls, FINDING_SORTS } from '../../../../domain/accounting/audit-contract';
import { FINDING_KINDS, FIXES, type FindingKind, type Fix } from '../../../../domain/accounting/compare';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { OrderLink } from '../../../kit/links/OrderLink';
import { ResourceGrid, useListAddress } from '../../../kit/list';
import type { Selected } from '../../../kit/list/bulk/bulk';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { messageOf } from '../../../providers/call/call-errors';
import { type CallResult, useCall } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import type { GridColumn } from '../../../ui/grid';
import { Pill, type PillProps } from '../../../ui/Pill';
import { dateHere } from '../../../ui/reader-dates';
import css from '../accounting.module.css';
import { auditFindings } from '../resource';

const SORTS = { by: FINDING_SORTS, first: 'found', desc: false } as const;
/** What is settled doesn't keep its place: the list gets shorter. */
const settledLeaves = async () => null;

const KINDS: Record<FindingKind, Pick<PillProps, 'tone' | 'mark'>> = {
  MISSING_THERE: { tone: 'negative', mark: 'slash' },
  MISSING_HERE: { tone: 'negative', mark: 'dashes' },
  AMOUNT: { tone: 'warning', mark: 'clock' },
  CUSTOMER: { tone: 'warning', mark: 'dashes' },
  NUMBER: { tone: 'neutral', mark: 'dashes' },
  PAID: { tone: 'warning' },
  VOIDED: { tone: 'negative' },
  PAYMENT: { tone: 'warning', mark: 'slash' },
};

/** What a fix does, as the question before it says. */
const SAYS: Record<Fix, string> = {
  PUSH: 'The order’s invoice is sent to your books.',
  PUSH_AGAIN: 'Our invoice and payments are sent again, over what your books have.',
  PROPOSE: 'It becomes a change you accept under Changes in the books.',
  MAP: 'Choose the customer’s record in your books first, then compare again.',
  NOTE: 'It leaves this list. Neither side changes.',
};

type FindingsProps = { companyId: number; audit: Audit };

/** What a comparison found, each with what mends it. */
export function Findings({ companyId, audit }: FindingsProps) {
  const address = useListAddress(findingFilters, SORTS);
  const navigate = useNavigate();
  const mayFix = useCan().can(calls.fix.requires);
  const [fixing, setFixing] = useState<Finding | null>(null);
  const [mending, setMending] = useState<Mending | null>(null);
  const of = useMemo(() => ({ companyId, auditId: audit.id }), [companyId, audit.id]);
  const customers = `/account/integrations/accounting/${companyId}/customers`;
  const begin = (finding: Finding) => {
    if (finding.fix !== 'MAP') return setFixing(finding);
    const query = new URLSearchParams({ searchTerm: finding.order?.customerName ?? '' });
    return void navigate(`${customers}?${query}`);
  };
  return (
    <>
      <ResourceGrid<Finding>
        resource={auditFindings}
        of={of}
        label="Differences"
        noun={['difference', 'differences']}
        columns={COLUMNS}
        nameOf={({ order, theirs }) => order?.orderNumber ?? theirs}
        reread={settledLeaves}
        address={address}
        filters={findingFilters}
        search={{ label: 'Find an order or customer', field: 'searchTerm' }}
        empty={{
          title: audit.state === 'DONE' ? 'No differences' : 'No differences yet',
          hint:
            audit.state === 'DONE' ? 'Your orders and your books agree.' : 'They appear here as orders are compared.',
        }}
        rowActions={(finding) =>
          mayFix && whyNotFix(finding) === null
            ? [{ label: FIXES[finding.fix].label, onSelect: () => begin(finding) }]
            : []
        }
        {...(mayFix && {
          selectionActions: ({ rows, clear }: Selected<Finding>) => {
            const open = rows?.filter((one) => one.fix !== 'MAP' && whyNotFix(one) === null) ?? [];
            return (
              open.length > 0 && (
                <Button onClick={() => setMending({ findings: open, clear })}>
                  Mend {counted(open.length, 'difference')}
                </Button>
              )
            );
          },
        })}
        rowTone={({ settled }) => (settled ? 'muted' : undefined)}
      >
        <span className={css.counts}>
          {audit.counts.map(({ id, count }) => (
            <Pill key={id} {...KINDS[id]}>
              {FINDING_KINDS[id].label} {count}
            </Pill>
          ))}
        </span>
      </ResourceGrid>
      {mending && (
        <MendQuestion companyId={companyId} auditId={audit.id} {...mending} onClose={() => setMending(null)} />
      )}
      {fixing && (
        <FixQuestion companyId={companyId} auditId={audit.id} finding={fixing} onClose={() => setFixing(null)} />
      )}
    </>
  );
}

type FixProps = { companyId: number; auditId: number; finding: Finding; onClose: () => void };

function FixQuestion({ companyId, auditId, finding, onClose }: FixProps) {
  const { run } = useCall(calls.fix, { showsErrors: true });
  const { id, fix, kind, order, ours, theirs } = finding;
  const label = FIXES[fix].label;
  return (
    <Confirm
      title={`${label}?`}
      act={label}
      tone="primary"
      run={(_, idempotencyKey) => run({ params: { companyId, auditId, findingId: id } }, { idempotencyKey })}
      success={`${order?.orderNumber ?? 'It'}: ${DONE[fix]}`}
      onClose={onClose}
    >
      <Facts
        layout="columns"
        facts={{ Order: order?.orderNumber, Kind: FINDING_KINDS[kind].label, Ours: ours, 'Your books': theirs }}
      />
      <p>{SAYS[fix]}</p>
    </Confirm>
  );
}

type Mending = { findings: readonly Finding[]; clear: () => void };

/** Asks before several differences are mended, each as its kind asks. */
function MendQuestion({ companyId, auditId, findings, clear, onClose }: Omit<FixProps, 'finding'> & Mending) {
  const { run } = useCall(calls.fix, { showsErrors: true });
  const kinds = Map.groupBy(findings, ({ fix }) => fix);
  const mendAll = async (): Promise<CallResult<string[]>> => {
    const problems: string[] = [];
    for (const { id, order } of findings) {
      const done = await run({ params: { companyId, auditId, findingId: id } });
      if (!done.ok) problems.push(`${order?.orderNumber ?? 'One'}: ${messageOf(done.error)}`);
    }
    return { ok: true, value: problems };
  };
  return (
    <Confirm<Record<never, never>, string[]>
      title={`Mend ${counted(findings.length, 'difference')}?`}
      act="Mend"
      tone="primary"
      run={mendAll}
      onDone={(problems) => {
        clear();
        const done = `${counted(findings.length - problems.length, 'difference')} mended.`;
        if (problems.length === 0) showSnack({ status: 'success', message: done });
        else showSnack({ status: 'error', message: `${done} ${problems.length} not: ${problems[0]}` });
      }}
      onClose={onClose}
    >
      <ul>
        {[...kinds].map(([fix, some]) => (
          <li key={fix}>
            {FIXES[fix].label} ({some.length}): {SAYS[fix]}
          </li>
        ))}
      </ul>
    </Confirm>
  );
}

const DONE: Record<Fix, string> = {
  PUSH: 'we’re sending it to your books.',
  PUSH_AGAIN: 'we’re sending it to your books again.',
  PROPOSE: 'accept it under Changes in the books.',
  MAP: 'mapped.',
  NOTE: 'noted.',
};

const COLUMNS: readonly GridColumn<Finding>[] = [
  nameColumn('order', 'Order', {
    cell: ({ order }) => (order ? <OrderLink order={order} /> : 'No order'),
    value: ({ order }) => order?.orderNumber,
    sortable: false,
    width: 128,
  }),
  textColumn('customer', 'Customer', ({ order }) => order?.customerName, { width: 200, card: 'lead' }),
  {
    id: 'kind',
    header: 'Difference',
    cell: ({ kind, isPushing }) =>
      isPushing ? (
        <Pill tone="progress" mark="clock">
          Pushing
        </Pill>
      ) : (
        <Pill {...KINDS[kind]}>{FINDING_KINDS[kind].label}</Pill>
      ),
    value: ({ kind }) => FINDING_KINDS[kind].label,
    width: 160,
    sortable: true,
    card: 'end',
  },
  textColumn('ours', 'Ours', ({ ours }) => ours, { width: 148, align: 'end' }),
  textColumn('theirs', 'Your books', ({ theirs }) => theirs, { width: 208, align: 'end' }),
  textColumn('fix', 'Mend by', ({ fix }) => FIXES[fix].label, { width: 148, card: 'hidden' }),
  textColumn(
    'settled',
    'Settled',
    ({ settled, settledBy }) => settled && settledBy && `${FINDING_ENDS[settledBy].label}, ${dateHere(settled)}`,
    { width: 168, card: 'hidden' },
  ),
];
