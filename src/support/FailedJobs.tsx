import { UNSENT_DAYS } from '../../domain/mail/contract';
import { support as calls, type FailedJob } from '../../domain/support/contract';
import { counted } from '../../domain/text';
import { nameColumn, textColumn } from '../kit/list/columns';
import { useCall } from '../providers/refine/use-call';
import { GivenUpGrid } from '../resources/mail/GivenUpGrid';
import type { GridColumn } from '../ui/grid';
import { PageFrame } from '../ui/PageFrame';
import { momentHere } from '../ui/reader-dates';
import { failedJobs } from './resource';

const columns: readonly GridColumn<FailedJob>[] = [
  nameColumn('queue', 'Job', { cell: ({ queue }) => queue, width: 150, sortable: false }),
  textColumn('org', 'Organization', ({ orgName }) => orgName, { width: 170, card: 'lead' }),
  textColumn(
    'email',
    'Email',
    ({ subject, queue, recipient }) => (subject === queue ? '' : subject + (recipient ? `, to ${recipient}` : '')),
    { width: 220, card: 'hidden' },
  ),
  textColumn('reason', 'Why', ({ reason }) => reason, { width: 250, card: 'text' }),
  textColumn('tries', 'Tried', ({ tries }) => counted(tries, 'time'), { width: 80, card: 'hidden' }),
  textColumn('failed', 'Last tried', ({ failedAt }) => momentHere(failedAt), { width: 170, card: 'lead' }),
];

/** Jobs that were given up, for support staff to try again; organizations send their own emails again. */
export default function FailedJobs() {
  const again = useCall(calls.tryAgain, { showsErrors: true });
  const dismiss = useCall(calls.dismissJobs, { showsErrors: true });
  return (
    <PageFrame title="Failed jobs" breadcrumbs={[{ label: 'Support console', to: '/support' }]}>
      <GivenUpGrid<FailedJob>
        resource={failedJobs}
        label="Failed jobs"
        noun={['job', 'jobs']}
        columns={columns}
        nameOf={({ queue, failedAt }) => `${queue}, ${momentHere(failedAt)}`}
        empty={{
          title: 'No failed jobs',
          hint: `Jobs we gave up on appear here for ${UNSENT_DAYS} days. Unsent emails of an organization are on its own list.`,
        }}
        again={{
          label: 'Try again',
          run: (selection) => again.run({ body: { selection } }),
          isPending: again.isPending,
          said: (jobs) => `Trying ${jobs} again.`,
        }}
        dismiss={{
          run: (selection) => dismiss.run({ body: { selection } }),
          warning: 'A dismissed job can’t be tried again.',
        }}
      />
    </PageFrame>
  );
}
