import { unsentEmails as calls, UNSENT_DAYS, type UnsentEmail } from '../../../domain/mail/contract';
import { counted } from '../../../domain/text';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { momentHere } from '../../ui/reader-dates';
import { GivenUpGrid } from './GivenUpGrid';
import { unsentEmails } from './resource';

const columns: readonly GridColumn<UnsentEmail>[] = [
  nameColumn('subject', 'Email', { cell: ({ subject }) => subject, width: 290, sortable: false }),
  textColumn('recipient', 'To', ({ recipient }) => recipient, { width: 250, card: 'text' }),
  textColumn('reason', 'Why', ({ reason }) => reason, { width: 260, card: 'text' }),
  textColumn('tries', 'Tried', ({ tries }) => counted(tries, 'time'), { width: 80, card: 'hidden' }),
  textColumn('failed', 'Last tried', ({ failedAt }) => momentHere(failedAt), { width: 170, card: 'lead' }),
];

/** Emails that couldn't be sent, to see why and send them again. */
export default function UnsentEmails() {
  const params = { orgId: useSession().scope?.orgId ?? 0 };
  const again = useCall(calls.sendAgain, { showsErrors: true });
  const dismiss = useCall(calls.dismiss, { showsErrors: true });
  return (
    <PageFrame title="Unsent Emails">
      <GivenUpGrid<UnsentEmail>
        resource={unsentEmails}
        label="Unsent emails"
        noun={['email', 'emails']}
        columns={columns}
        nameOf={({ subject, recipient }) => (recipient ? `${subject}, to ${recipient}` : subject)}
        empty={{
          title: 'No unsent emails',
          hint: `We keep trying an email for two days. Those we can’t send appear here for ${UNSENT_DAYS} days.`,
        }}
        again={{
          label: 'Send again',
          run: (selection) => again.run({ params, body: { selection } }),
          isPending: again.isPending,
          said: (emails) => `Sending ${emails} again.`,
        }}
        dismiss={{
          run: (selection) => dismiss.run({ params, body: { selection } }),
          warning: 'A dismissed email can’t be sent again.',
        }}
      />
    </PageFrame>
  );
}
