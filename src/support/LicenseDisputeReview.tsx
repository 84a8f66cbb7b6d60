import { useEffect, useState } from 'react';
import { defineFilters, text } from '../../domain/filters';
import { DISPUTE_ACTS, DISPUTE_STATES, type DisputeState, type ReviewedDispute } from '../../domain/licenses/dispute';
import { licenseDisputes as calls } from '../../domain/licenses/dispute-contract';
import { proofText } from '../../domain/licenses/proof';
import { finds } from '../../domain/search-text';
import { Confirm } from '../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../kit/list';
import { dayColumn, nameColumn, textColumn } from '../kit/list/columns';
import { downloadFile } from '../kit/list/export/download-file';
import { resourceOf } from '../providers/refine/resource';
import { useCall } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Facts } from '../ui/Facts';
import type { GridColumn } from '../ui/grid';
import { PageFrame } from '../ui/PageFrame';
import { Pill, type PillProps } from '../ui/Pill';
import { dateHere, momentHere } from '../ui/reader-dates';

const disputes = resourceOf({
  name: 'reviewed-disputes',
  topics: ['organization'],
  list: calls.review,
  update: calls.uphold,
  remove: calls.dismiss,
});

const filters = defineFilters({ q: text('Number or organization') });

const LOOKS: Record<DisputeState, Omit<PillProps, 'children'>> = {
  OPEN: { tone: 'warning', mark: 'clock' },
  UPHELD: { tone: 'positive' },
  DISMISSED: { tone: 'neutral', mark: 'slash' },
};

const nameOf = ({ usState, licenseNumber }: ReviewedDispute) => `${usState} ${licenseNumber}`;
const holderOf = ({ holder }: ReviewedDispute) => holder?.orgName ?? 'Nobody anymore';

const columns: readonly GridColumn<ReviewedDispute>[] = [
  nameColumn('number', 'License', { cell: nameOf, value: nameOf, width: 190 }),
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <Pill {...LOOKS[state]}>{DISPUTE_STATES[state]}</Pill>,
    value: ({ state }) => DISPUTE_STATES[state],
    width: 120,
    sortable: true,
    card: 'lead',
  },
  textColumn('disputer', 'Disputed by', ({ disputer }) => disputer.orgName, { width: 190, card: 'lead' }),
  textColumn('holder', 'Held by', holderOf, { width: 190, card: 'lead' }),
  textColumn('proof', 'How they proved it', ({ holder }) => holder && proofText(holder), { width: 230 }),
  textColumn('reason', 'Reason', ({ reason }) => reason, { width: 300, card: 'text' }),
  dayColumn('created', 'Disputed', ({ created }) => created, { sortable: true, card: 'hidden' }),
];

type Act = { id: number; kind: 'look' | 'uphold' | 'dismiss' };

/** License numbers that two organizations say are theirs, for support staff to decide. */
export default function LicenseDisputeReview() {
  const address = useListAddress(filters);
  const [act, setAct] = useState<(Act & { row: ReviewedDispute }) | null>(null);
  const isWanted = finds(address.filters.q ?? '');
  const close = () => setAct(null);
  const choose = (row: ReviewedDispute, kind: Act['kind']) => setAct({ id: row.id, row, kind });
  return (
    <PageFrame title="Disputed licenses" breadcrumbs={[{ label: 'Support console', to: '/support' }]}>
      <ResourceGrid<ReviewedDispute>
        resource={disputes}
        label="Disputed licenses"
        noun={['dispute', 'disputes']}
        columns={columns}
        nameOf={nameOf}
        matches={({ licenseNumber, disputer, holder }) =>
          isWanted(licenseNumber, disputer.orgName, holder?.orgName ?? '')
        }
        address={address}
        search={{ label: 'Find a dispute', field: 'q' }}
        empty={{ title: 'No disputed licenses', hint: 'License numbers that somebody disputes appear here.' }}
        rowTone={({ state }) => (state === 'OPEN' ? undefined : 'muted')}
        rowActions={(row) => [
          { label: 'Look at it', onSelect: () => choose(row, 'look') },
          ...(row.state === 'OPEN'
            ? [
                { label: 'Uphold', onSelect: () => choose(row, 'uphold') },
                { label: 'Dismiss', tone: 'danger' as const, onSelect: () => choose(row, 'dismiss') },
              ]
            : []),
        ]}
      />
      {act?.kind === 'look' && <Look dispute={act.row} onAct={(kind) => choose(act.row, kind)} onClose={close} />}
      {(act?.kind === 'uphold' || act?.kind === 'dismiss') && (
        <Decide dispute={act.row} isUpheld={act.kind === 'uphold'} onClose={close} />
      )}
    </PageFrame>
  );
}

type LookProps = { dispute: ReviewedDispute; onAct: (kind: 'uphold' | 'dismiss') => void; onClose: () => void };

/** Both sides of a dispute, what was sent, and its log. */
function Look({ dispute, onAct, onClose }: LookProps) {
  const { id, state, reason, answer, hasDocument, disputer, holder, log } = dispute;
  const { run: see } = useCall(calls.see);
  const isOpen = state === 'OPEN';
  useEffect(() => {
    if (isOpen) void see({ params: { id } });
  }, [isOpen, see, id]);
  return (
    <Dialog
      title={`License ${nameOf(dispute)}`}
      width={560}
      onClose={onClose}
      actions={
        isOpen && (
          <>
            <Button onClick={() => onAct('dismiss')}>Dismiss</Button>
            <Button tone="primary" onClick={() => onAct('uphold')}>
              Uphold
            </Button>
          </>
        )
      }
    >
      <Facts
        layout="stacked"
        facts={{
          'Disputed by': `${disputer.orgName}: ${disputer.person} (${disputer.email})`,
          Reason: reason,
          Document: hasDocument ? (
            <Button icon="download" onClick={() => void downloadFile(calls.document, { params: { id } }, PROBLEM)}>
              Download
            </Button>
          ) : (
            'None'
          ),
          'Held by': holder ? `${holder.orgName}: ${holder.licenseName}` : 'Nobody anymore',
          'How they proved it': holder && proofText(holder),
          'Proved on': holder?.provenAt && dateHere(holder.provenAt),
          'Held since': holder && dateHere(holder.since),
          Answer: answer,
        }}
      />
      <h3>Log</h3>
      <ul className="lined">
        {log.map(({ act, by, at }) => (
          <li key={`${act} ${at}`}>
            {DISPUTE_ACTS[act]}: {by}, {momentHere(at)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const PROBLEM = 'The document couldn’t be downloaded.';

function Decide({ dispute, isUpheld, onClose }: { dispute: ReviewedDispute; isUpheld: boolean; onClose: () => void }) {
  const uphold = useCall(calls.uphold, { showsErrors: true });
  const dismiss = useCall(calls.dismiss, { showsErrors: true });
  const { run } = isUpheld ? uphold : dismiss;
  const name = nameOf(dispute);
  return (
    <Confirm
      title={isUpheld ? `Uphold the dispute of ${name}?` : `Dismiss the dispute of ${name}?`}
      act={isUpheld ? 'Uphold dispute' : 'Dismiss dispute'}
      tone={isUpheld ? 'primary' : 'danger'}
      values={{ reason: '' }}
      schema={calls.dismiss.body}
      fields={[{ name: 'reason', label: 'Reason', control: 'textarea', required: true, maxLength: 500 }]}
      run={({ reason }) => run({ params: { id: dispute.id }, body: { reason } })}
      success={isUpheld ? `Dispute of ${name} upheld.` : `Dispute of ${name} dismissed.`}
      onClose={onClose}
    >
      {isUpheld ? (
        <p>
          The license is removed from {holderOf(dispute)}, and its number is free to claim. Both organizations are told
          your reason, but never who the other is: name neither.
        </p>
      ) : (
        <p>
          {dispute.disputer.orgName} is told your reason, but never who has the license: don’t name them. They can
          dispute it again.
        </p>
      )}
    </Confirm>
  );
}
