import { useMemo, useState } from 'react';
import { defineFilters } from '../../../domain/filters';
import { unsentEmails as calls, UNSENT_DAYS, type UnsentEmail } from '../../../domain/mail/contract';
import { counted } from '../../../domain/text';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { nameColumn, textColumn } from '../../kit/list/columns';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import type { GridColumn, GridSelection } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { momentHere } from '../../ui/reader-dates';
import { unsentEmails } from './resource';

const filters = defineFilters({});

const columns: readonly GridColumn<UnsentEmail>[] = [
  nameColumn('subject', 'Email', { cell: ({ subject }) => subject, width: 340, sortable: false }),
  textColumn('recipient', 'To', ({ recipient }) => recipient, { width: 260, card: 'lead' }),
  textColumn('reason', 'Why', ({ reason }) => reason, { width: 300, card: 'lead' }),
  textColumn('tries', 'Tried', ({ tries }) => counted(tries, 'time'), { width: 100, card: 'hidden' }),
  textColumn('failed', 'Last tried', ({ failedAt }) => momentHere(failedAt), { width: 200, card: 'lead' }),
];

/** Emails that couldn't be sent, to see why and send them again. */
export default function UnsentEmails() {
  const orgId = useSession().scope?.orgId ?? 0;
  const address = useListAddress(filters);
  // A list keeps its rows in place when it is read again; what was sent again leaves, so it is another list.
  const [round, setRound] = useState(0);
  const of = useMemo(() => ({ round }), [round]);
  const { run, isPending } = useCall(calls.sendAgain);
  const send = async (selection: GridSelection, clear?: () => void) => {
    const chosen =
      selection.kind === 'some' ? { ids: selection.ids.map(Number) } : { except: selection.except.map(Number) };
    const done = await run({ params: { orgId }, body: { selection: chosen } });
    if (!done.ok) return;
    clear?.();
    setRound(round + 1);
    showSnack({ status: 'success', message: `Sending ${counted(done.value.sent, 'email')} again.` });
  };
  return (
    <PageFrame title="Unsent Emails">
      <ResourceGrid<UnsentEmail>
        resource={unsentEmails}
        label="Unsent emails"
        noun={['email', 'emails']}
        columns={columns}
        nameOf={({ subject, recipient }) => `${subject}, to ${recipient ?? 'nobody'}`}
        address={address}
        where={of}
        filters={filters}
        empty={{
          title: 'No unsent emails',
          hint: `We keep trying an email for two days. Those we can’t send appear here for ${UNSENT_DAYS} days.`,
        }}
        rowActions={({ id }) => [
          { label: 'Send again', onSelect: () => void send({ kind: 'some', ids: [String(id)] }) },
        ]}
        selectionActions={({ selection, clear }) => (
          <Button disabled={isPending} onClick={() => void send(selection, clear)}>
            Send again
          </Button>
        )}
      />
    </PageFrame>
  );
}
