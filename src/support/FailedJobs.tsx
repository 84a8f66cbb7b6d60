import { useMemo, useState } from 'react';
import { defineFilters } from '../../domain/filters';
import { support as calls, type FailedJob } from '../../domain/support/contract';
import { counted } from '../../domain/text';
import { ResourceGrid, useListAddress } from '../kit/list';
import { nameColumn, textColumn } from '../kit/list/columns';
import { useCall } from '../providers/refine/use-call';
import { showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';
import type { GridColumn, GridSelection } from '../ui/grid';
import { PageFrame } from '../ui/PageFrame';
import { momentHere } from '../ui/reader-dates';
import { failedJobs } from './resource';

const filters = defineFilters({});

const columns: readonly GridColumn<FailedJob>[] = [
  nameColumn('queue', 'Job', { cell: ({ queue }) => queue, width: 200, sortable: false }),
  textColumn('org', 'Organization', ({ orgName }) => orgName, { width: 200, card: 'lead' }),
  textColumn('to', 'To', ({ recipient }) => recipient, { width: 220, card: 'hidden' }),
  textColumn('subject', 'Email', ({ subject, queue }) => (subject === queue ? '' : subject), {
    width: 240,
    card: 'hidden',
  }),
  textColumn('reason', 'Why', ({ reason }) => reason, { width: 280, card: 'lead' }),
  textColumn('tries', 'Tried', ({ tries }) => counted(tries, 'time'), { width: 100, card: 'hidden' }),
  textColumn('failed', 'Last tried', ({ failedAt }) => momentHere(failedAt), { width: 200, card: 'lead' }),
];

/** Jobs that were given up, for support staff to try again; organizations send their own emails again. */
export default function FailedJobs() {
  const address = useListAddress(filters);
  // A list keeps its rows in place when it is read again; what was tried again leaves, so it is another list.
  const [round, setRound] = useState(0);
  const of = useMemo(() => ({ round }), [round]);
  const { run, isPending } = useCall(calls.tryAgain);
  const begin = async (selection: GridSelection, clear?: () => void) => {
    const chosen =
      selection.kind === 'some' ? { ids: selection.ids.map(Number) } : { except: selection.except.map(Number) };
    const done = await run({ body: { selection: chosen } });
    if (!done.ok) return;
    clear?.();
    setRound(round + 1);
    showSnack({ status: 'success', message: `Trying ${counted(done.value.sent, 'job')} again.` });
  };
  return (
    <PageFrame title="Failed jobs" breadcrumbs={[{ label: 'Support console', to: '/support' }]}>
      <ResourceGrid<FailedJob>
        resource={failedJobs}
        label="Failed jobs"
        noun={['job', 'jobs']}
        columns={columns}
        nameOf={({ queue, failedAt }) => `${queue}, ${momentHere(failedAt)}`}
        address={address}
        where={of}
        filters={filters}
        empty={{ title: 'No failed jobs', hint: 'Jobs that were tried as often as they may be appear here.' }}
        rowActions={({ id }) => [
          { label: 'Try again', onSelect: () => void begin({ kind: 'some', ids: [String(id)] }) },
        ]}
        selectionActions={({ selection, clear }) => (
          <Button disabled={isPending} onClick={() => void begin(selection, clear)}>
            Try again
          </Button>
        )}
      />
    </PageFrame>
  );
}
