import { useMemo, useState } from 'react';
import { conflictFilters } from '../../../domain/wholesale/conflict-filters';
import {
  CONFLICT_SORTS,
  wholesaleDesk as calls,
  type Side,
  type WholesaleConflict,
} from '../../../domain/wholesale/desk-contract';
import { useCan } from '../../access/useCan';
import { type ListBulk, ListLinks, ResourceGrid, useListAddress } from '../../kit/list';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { PageFrame } from '../../ui/PageFrame';
import { conflictColumns } from './desk/conflicts.columns';
import { RuleQuestion, SettleQuestion } from './desk/SettleQuestion';
import { wholesaleConflicts } from './resource';
import { crumbsOf, healthPath, useSyncId } from './wholesale.text';

const SORTS = { by: CONFLICT_SORTS, first: 'found', desc: true } as const;
/** What is settled doesn't keep its place: an inbox gets shorter. */
const settledLeaves = async () => null;

/** What both sides changed since they last agreed, until somebody settles it. */
export default function ConflictDesk() {
  const syncId = useSyncId();
  if (syncId === null) return <ErrorScreen status={404} message="This connection doesn’t exist." />;
  return <Desk key={syncId} syncId={syncId} />;
}

type Asking = { conflict: WholesaleConflict; choice: Side };

function Desk({ syncId }: { syncId: number }) {
  const address = useListAddress(conflictFilters, SORTS);
  const maySettle = useCan().can(calls.settle.requires);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [before, setBefore] = useState<Asking | null>(null);
  const [offered, setOffered] = useState<Asking | null>(null);
  const where = useMemo(() => ({ syncId }), [syncId]);
  const bulk = useMemo(() => ({ ...conflictBulk, where }), [where]);

  /** Settling a field twice the same way says what its rule could be. */
  const settled = (done: Asking, always: boolean) => {
    const isAlike =
      before?.choice === done.choice &&
      before.conflict.kind === done.conflict.kind &&
      before.conflict.field === done.conflict.field;
    setBefore(done);
    if (isAlike && !always) setOffered(done);
  };

  return (
    <PageFrame
      title="Conflicts"
      breadcrumbs={crumbsOf(syncId)}
      aside={<span className="v-hint">Changed here and in the wholesale marketplace</span>}
      actions={<ListLinks links={[{ to: healthPath(syncId), label: 'Sync health' }]} />}
    >
      <ResourceGrid<WholesaleConflict>
        resource={wholesaleConflicts}
        where={where}
        label="Conflicts"
        noun={['conflict', 'conflicts']}
        columns={conflictColumns}
        nameOf={({ name, field }) => `${name}, ${field}`}
        reread={settledLeaves}
        address={address}
        filters={conflictFilters}
        search={{ label: 'Find a product or order', field: 'searchTerm' }}
        empty={{
          title: 'Nothing to settle',
          hint: 'A field that was changed here and in the wholesale marketplace appears here, so that neither change is lost.',
        }}
        {...(maySettle && { bulk })}
        rowActions={(conflict) =>
          maySettle && conflict.settled === null
            ? [
                { label: 'Keep ours', onSelect: () => setAsking({ conflict, choice: 'OURS' }) },
                { label: 'Take theirs', onSelect: () => setAsking({ conflict, choice: 'THEIRS' }) },
              ]
            : []
        }
        rowTone={({ settled: at }) => (at ? 'muted' : undefined)}
      />
      {asking && (
        <SettleQuestion {...asking} onSettled={(always) => settled(asking, always)} onClose={() => setAsking(null)} />
      )}
      {offered && !asking && <RuleQuestion syncId={syncId} {...offered} onClose={() => setOffered(null)} />}
    </PageFrame>
  );
}

const conflictBulk: ListBulk<WholesaleConflict, typeof calls.bulk> = {
  call: calls.bulk,
  label: 'Settle',
  nothingOpen: 'These are settled already.',
  acts: [
    {
      act: 'ours',
      title: 'Keep ours for #',
      outcome: 'settled with our value',
      review: (many) => `Our values of ${many} will be sent to the wholesale marketplace.`,
      isOpenTo: ({ settled }) => settled === null,
    },
    {
      act: 'theirs',
      title: 'Take theirs for #',
      outcome: 'settled with their value',
      review: (many) => `The wholesale marketplace’s values of ${many} will replace ours.`,
      isOpenTo: ({ settled }) => settled === null,
    },
  ],
};
