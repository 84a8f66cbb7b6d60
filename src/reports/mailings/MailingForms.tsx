import { Link } from 'react-router';
import {
  isFixedTime,
  type MailedSearch,
  type Mailing,
  type MailingPerson,
  MOST_RECIPIENTS,
  reportTitle,
} from '../../../domain/reports/mailing';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import {
  hourText,
  monthDayText,
  REPEATS,
  type Repeat,
  type Schedule,
  scheduleText,
  WEEKDAYS,
} from '../../../domain/reports/schedule';
import { FormDrawer } from '../../kit/form/FormDrawer';
import type { FieldSpec } from '../../kit/form/fields';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { timeZone as timeZoneHere } from '../../ui/reader-dates';
import { reportMailings } from './resource';
import { useSearchWords } from './useSearchWords';

type Values = Schedule & { name: string; recipientIds: number[] };

const numbered = (count: number, label: (at: number) => string, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ value: at + first, label: label(at + first) }));

const HOURS = numbered(24, hourText);
const DAYS = numbered(7, (day) => WEEKDAYS[day] ?? '');
const MONTH_DAYS = numbered(31, monthDayText, 1);
const REPEAT_OPTIONS = (Object.keys(REPEATS) as Repeat[]).map((value) => ({ value, label: REPEATS[value] }));

/** Zones as people read them: "America/Los Angeles". */
const zoneText = (zone: string) => zone.replaceAll('_', ' ');

function fieldsFor(people: readonly MailingPerson[] | undefined, timeZone: string): FieldSpec<Values>[] {
  return [
    { name: 'name', label: 'Name', hint: 'The subject of the email.', required: true, maxLength: 80 },
    { name: 'repeat', label: 'Send', control: 'select', options: REPEAT_OPTIONS, half: true, required: true },
    {
      name: 'hour',
      label: 'At',
      hint: `${zoneText(timeZone)} time.`,
      control: 'select',
      options: HOURS,
      half: true,
      required: true,
    },
    {
      name: 'weekday',
      label: 'On',
      control: 'select',
      options: DAYS,
      required: true,
      when: ({ repeat }) => repeat === 'WEEK',
    },
    {
      name: 'monthDay',
      label: 'On the',
      hint: 'On the last day of months that are shorter.',
      control: 'select',
      options: MONTH_DAYS,
      required: true,
      when: ({ repeat }) => repeat === 'MONTH',
    },
    {
      name: 'recipientIds',
      label: 'Send to',
      hint: `Up to ${MOST_RECIPIENTS} people who can see orders. Each gets the figures of the orders they can see.`,
      control: 'picks',
      options: people?.map(({ orgUserId, displayName }) => ({ value: orgUserId, label: displayName })),
      placeholder: 'Find people',
      required: true,
    },
  ];
}

/** The body of what was entered, for the calls that save it. */
const bodyOf = ({ name, recipientIds, ...schedule }: Values, timeZone: string) => ({
  name,
  schedule,
  timeZone,
  recipientIds,
});

function usePeople(): readonly MailingPerson[] | undefined {
  const orgId = useSession().scope?.orgId ?? 0;
  return useCallQuery(calls.people, { query: { orgId } }).data;
}

const LIST = '/orders/emailed-reports';

function About({ search }: { search: MailedSearch }) {
  const wordsOf = useSearchWords();
  return (
    <>
      <p>{wordsOf(search)}</p>
      {isFixedTime(search.filters) && (
        <p className="v-hint">
          Every email covers these same days. For a time that moves along, such as the last 30 days, choose it in the
          report’s filters first.
        </p>
      )}
    </>
  );
}

type EmailReportProps = { search: MailedSearch; onClose: () => void };

/** The form that has the report on screen emailed. */
export function EmailReport({ search, onClose }: EmailReportProps) {
  const people = usePeople();
  const form = useRecordForm<typeof reportMailings, Values>(reportMailings, {
    values: {
      name: reportTitle(search.viewOptions),
      repeat: 'WEEK',
      weekday: 1,
      monthDay: 1,
      hour: 7,
      recipientIds: [],
    },
    body: (values) => ({ ...bodyOf(values, timeZoneHere), search }),
    draft: `report-mailings/new/${search.viewOptions.reportType}`,
    success: ({ name, schedule }) => `“${name}” is emailed ${lowerFirst(scheduleText(schedule))}.`,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title="Email this report"
      intro={
        <>
          <About search={search} />
          <p className="v-hint">
            See and change what you have emailed under <Link to={LIST}>Emailed reports</Link>.
          </p>
        </>
      }
      fields={fieldsFor(people, timeZoneHere)}
      save="Schedule emails"
      onClose={onClose}
    />
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The form of an emailed report: when and to whom. */
export function EditMailing({ mailing, onClose }: { mailing: Mailing; onClose: () => void }) {
  const people = usePeople();
  const { id, name, schedule, timeZone, recipients, version, search, problems } = mailing;
  const form = useRecordForm<typeof reportMailings, Values>(reportMailings, {
    id,
    values: { name, ...schedule, recipientIds: recipients.map(({ orgUserId }) => orgUserId).sort((a, b) => a - b) },
    version,
    body: (values, { version: of }) => ({ ...bodyOf(values, timeZone), version: of }),
    success: ({ name: saved }) => `“${saved}” saved.`,
    onSaved: onClose,
    unchanged: onClose,
  });
  // Who may no longer get it can still be removed.
  const offered = people && [
    ...people,
    ...recipients.filter((one) => !people.some((p) => p.orgUserId === one.orgUserId)),
  ];
  return (
    <FormDrawer
      form={form}
      title={`Edit ${name}`}
      intro={
        <>
          <About search={search} />
          {problems.length > 0 && <p role="note">{problems.join(' ')}</p>}
        </>
      }
      fields={fieldsFor(offered, timeZone)}
      save="Save"
      onClose={onClose}
    />
  );
}
