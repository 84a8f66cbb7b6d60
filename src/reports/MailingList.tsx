import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { defineFilters } from '../../domain/filters';
import { type Mailing, reportAddress } from '../../domain/reports/mailing';
import { reportMailings as calls } from '../../domain/reports/mailing-contract';
import { scheduleText } from '../../domain/reports/schedule';
import { viewAddress } from '../../domain/views/saved-view';
import { useCan } from '../access/useCan';
import { Confirm } from '../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress, useOpenRecord } from '../kit/list';
import { nameColumn, textColumn } from '../kit/list/columns';
import { useCall } from '../providers/refine/use-call';
import { useResourceDelete } from '../providers/refine/use-resource';
import type { GridColumn } from '../ui/grid';
import type { MenuEntry } from '../ui/Menu';
import { PageFrame } from '../ui/PageFrame';
import { momentHere } from '../ui/reader-dates';
import { EditMailing } from './MailingForms';
import { reportMailings } from './mailings/resource';
import { type Shown, subjectText, useSearchWords } from './mailings/useSearchWords';

const NO_FILTERS = defineFilters({});
const REPORT = '/orders?report=REVENUE&createdRel=LAST_30_DAYS';

/** The reports and saved searches the person has emailed, and those emailed to them. */
export default function MailingList() {
  const address = useListAddress(NO_FILTERS);
  const wordsOf = useSearchWords();
  const columns = useMemo(() => mailingColumns(wordsOf), [wordsOf]);
  const { entriesOf, dialogs } = useMailingActions();
  const { whyNot } = useCan();
  return (
    <PageFrame title="Scheduled emails" breadcrumbs={[{ label: 'Sales Orders', to: '/orders' }]}>
      <ResourceGrid<Mailing>
        resource={reportMailings}
        label="Scheduled emails"
        noun={['email', 'emails']}
        columns={columns}
        nameOf={({ name }) => name}
        address={address}
        empty={{
          title: 'No scheduled emails yet',
          hint: 'Open a report of your orders and choose “Email”, or email yourself a saved search from its menu.',
          action: (
            <Link className="v-button" to={REPORT}>
              Open a report
            </Link>
          ),
        }}
        rowActions={entriesOf}
        rowTone={({ problems, next }) => (problems.length > 0 ? 'warning' : next === null ? 'muted' : undefined)}
        whyNotOpen={(row) => {
          if (row?.isOwn === false) return `Only ${row.owner.displayName} can change this.`;
          return row && isGone(row) ? row.problems.join(' ') : whyNot(calls.update.requires);
        }}
        drawer={({ row, onClose }) => row && <EditMailing mailing={row} onClose={onClose} />}
      />
      {dialogs}
    </PageFrame>
  );
}

/** A saved search that can't be emailed anymore. */
const isGone = ({ savedSearch }: Mailing) => savedSearch?.name === null;

const placeOf = ({ search, savedSearch }: Mailing) =>
  search ? reportAddress(search) : viewAddress('/orders', savedSearch?.id ?? 0);

/** What can be done with one of them, and the question it asks. */
function useMailingActions() {
  const { open } = useOpenRecord();
  const navigate = useNavigate();
  const { can } = useCan();
  const [asked, setAsked] = useState<Mailing | null>(null);
  const pause = useCall(calls.pause);
  const sendNow = useCall(calls.sendNow, { success: 'We emailed it to you.' });
  const entriesOf = (mailing: Mailing): MenuEntry[] => {
    const { id, version, next, isOwn, search } = mailing;
    const what = search ? 'Open the report' : 'Open the search';
    const see = { label: what, onSelect: () => void navigate(placeOf(mailing)) };
    const ask = () => setAsked(mailing);
    if (isGone(mailing)) return [{ label: 'Remove', tone: 'danger', onSelect: ask }];
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

function Remove({ mailing, onClose }: QuestionProps) {
  const { id, name, search } = mailing;
  const { run } = useResourceDelete(reportMailings, { showsErrors: true });
  return (
    <Confirm
      title={`Remove ${name}?`}
      act="Remove"
      run={() => run(id)}
      success={`“${name}” removed.`}
      onClose={onClose}
    >
      <p>
        {search ? 'Nobody gets this report anymore.' : 'You won’t get this search by email anymore.'}
        {!isGone(mailing) && ' To stop it for a while, pause it instead.'}
      </p>
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

const moment = (instant: string | null) => (instant === null ? '' : momentHere(instant));
const at = (instant: string | null) => (instant === null ? null : new Date(instant));

/** To whom it goes, or, for someone else's, from whom it comes. */
const peopleText = ({ isOwn, owner, recipients }: Mailing) =>
  isOwn ? recipients.map(({ displayName }) => displayName).join(', ') : `You, from ${owner.displayName}`;

/** The columns of scheduled emails; `wordsOf` says what a report shows. */
const mailingColumns = (wordsOf: (shown: Shown) => string): readonly GridColumn<Mailing>[] => [
  nameColumn<Mailing>('name', 'Name', { cell: ({ name }) => name, value: ({ name }) => name, width: 184 }),
  textColumn<Mailing>('report', 'Report or search', (mailing) => subjectText(mailing, wordsOf), {
    width: 240,
    card: 'text',
  }),
  textColumn<Mailing>('schedule', 'When', ({ schedule }) => scheduleText(schedule), { width: 206 }),
  textColumn<Mailing>('people', 'To', peopleText, { width: 186, value: peopleText, sortable: true }),
  {
    id: 'next',
    header: 'Next',
    cell: ({ next, isStopped }) => (next === null ? (isStopped ? 'Stopped' : 'Paused') : moment(next)),
    value: ({ next }) => at(next),
    width: 200,
    sortable: true,
    card: 'end',
  },
  textColumn<Mailing>('problems', 'Not sent', ({ problems }) => problems.join(' '), { width: 200, card: 'text' }),
  {
    id: 'lastSent',
    header: 'Last sent',
    cell: ({ lastSent }) => moment(lastSent),
    value: ({ lastSent }) => at(lastSent),
    width: 200,
    sortable: true,
  },
];
