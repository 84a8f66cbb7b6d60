import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { defineFilters } from '../../../domain/filters';
import { type Mailing, reportAddress } from '../../../domain/reports/mailing';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { useCan } from '../../access/useCan';
import { Confirm } from '../../kit/form/Confirm';
import { ResourceGrid, useListAddress, useOpenRecord } from '../../kit/list';
import { useCall } from '../../providers/use-call';
import { useResourceDelete } from '../../providers/use-resource';
import type { MenuEntry } from '../../ui/Menu';
import { PageFrame } from '../../ui/PageFrame';
import { EditMailing } from './MailingForms';
import { mailingColumns } from './mailings.columns';
import { reportMailings } from './resource';
import { useSearchWords } from './useSearchWords';

const NO_FILTERS = defineFilters({});
const REPORT = '/orders?report=REVENUE&createdRel=LAST_30_DAYS';

/** The reports the person has emailed, and those emailed to them. */
export default function MailingList() {
  const address = useListAddress(NO_FILTERS);
  const wordsOf = useSearchWords();
  const columns = useMemo(() => mailingColumns(wordsOf), [wordsOf]);
  const { entriesOf, dialogs } = useMailingActs();
  const { whyNot } = useCan();
  return (
    <PageFrame title="Emailed reports" breadcrumbs={[{ label: 'Sales Orders', to: '/orders' }]}>
      <ResourceGrid<Mailing>
        resource={reportMailings}
        label="Emailed reports"
        noun={['report', 'reports']}
        columns={columns}
        nameOf={({ name }) => name}
        address={address}
        empty={{
          title: 'No emailed reports yet',
          hint: 'Open a report of your orders and choose “Email”.',
          action: (
            <Link className="v-button" to={REPORT}>
              Open a report
            </Link>
          ),
        }}
        rowActions={entriesOf}
        rowTone={({ problems, next }) => (problems.length > 0 ? 'warning' : next === null ? 'muted' : undefined)}
        whyNotOpen={(row) =>
          row?.isOwn === false ? `Only ${row.owner.displayName} can change this.` : whyNot(calls.update.requires)
        }
        drawer={({ row, onClose }) => row && <EditMailing mailing={row} onClose={onClose} />}
      />
      {dialogs}
    </PageFrame>
  );
}

/** What can be done with one of them, and the question it asks. */
function useMailingActs() {
  const { open } = useOpenRecord();
  const navigate = useNavigate();
  const { can } = useCan();
  const [asked, setAsked] = useState<Mailing | null>(null);
  const pause = useCall(calls.pause);
  const sendNow = useCall(calls.sendNow, { success: 'We emailed you the report.' });
  const entriesOf = (mailing: Mailing): MenuEntry[] => {
    const { id, version, next, isOwn, search } = mailing;
    const see = { label: 'Open the report', onSelect: () => void navigate(reportAddress(search)) };
    const ask = () => setAsked(mailing);
    if (!isOwn) return [see, { label: 'Stop getting it', tone: 'danger', separated: true, onSelect: ask }];
    const isPaused = next !== null;
    return [
      ...(can(calls.update.requires)
        ? [
            { label: 'Edit', onSelect: () => open(id) },
            { label: 'Send me one now', onSelect: () => void sendNow.run({ params: { id } }) },
          ]
        : []),
      see,
      {
        label: isPaused ? 'Pause' : 'Resume',
        onSelect: () => void pause.run({ params: { id }, body: { isPaused, version } }),
      },
      { label: 'Remove', tone: 'danger', separated: true, onSelect: ask },
    ];
  };
  const close = () => setAsked(null);
  const dialogs =
    asked && (asked.isOwn ? <Remove mailing={asked} onClose={close} /> : <Leave mailing={asked} onClose={close} />);
  return { entriesOf, dialogs };
}

type QuestionProps = { mailing: Mailing; onClose: () => void };

function Remove({ mailing: { id, name }, onClose }: QuestionProps) {
  const { run } = useResourceDelete(reportMailings, { showsErrors: true });
  return (
    <Confirm
      title={`Remove ${name}?`}
      act="Remove"
      run={() => run(id)}
      success={`“${name}” removed.`}
      onClose={onClose}
    >
      <p>Nobody gets this report anymore. To stop it for a while, pause it instead.</p>
    </Confirm>
  );
}

function Leave({ mailing: { id, name, owner }, onClose }: QuestionProps) {
  const { run } = useCall(calls.leave, { showsErrors: true });
  return (
    <Confirm
      title={`Stop getting ${name}?`}
      act="Stop getting it"
      run={() => run({ params: { id } })}
      success={`You won’t get “${name}” anymore.`}
      onClose={onClose}
    >
      <p>We tell {owner.displayName}, who can’t add you to it again.</p>
    </Confirm>
  );
}
