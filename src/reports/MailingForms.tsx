import { useState } from 'react';
import { Link } from 'react-router';
import type { OrderSearch } from '../../domain/orders/saved-searches';
import {
  isFixedTime,
  type MailedSearch,
  type Mailing,
  type MailingPerson,
  MOST_LETTER_ORDERS,
  MOST_RECIPIENTS,
  reportTitle,
} from '../../domain/reports/mailing';
import { reportMailings as calls } from '../../domain/reports/mailing-contract';
import {
  hourText,
  monthDayText,
  REPEATS,
  type Repeat,
  type Schedule,
  scheduleText,
  WEEKDAYS,
} from '../../domain/reports/schedule';
import { zoneText } from '../../domain/time-zones';
import type { SavedView } from '../../domain/views/saved-view';
import { FormDrawer } from '../kit/form/FormDrawer';
import type { FieldSpec } from '../kit/form/fields';
import { useCallForm, useRecordForm } from '../kit/form/useRecordForm';
import { useCallQuery } from '../providers/refine/use-call';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { timeZone } from '../ui/reader-dates';
import { reportMailings } from './mailings/resource';
import { type Shown, subjectText, useSearchWords } from './mailings/useSearchWords';

type Times = Schedule & { name: string };
type Values = Times & { recipientIds: number[] };

const numbered = (count: number, label: (at: number) => string, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ value: at + first, label: label(at + first) }));

const HOURS = numbered(24, hourText);
const DAYS = numbered(7, (day) => WEEKDAYS[day] ?? '');
const MONTH_DAYS = numbered(31, monthDayText, 1);
const REPEAT_OPTIONS = (Object.keys(REPEATS) as Repeat[]).map((value) => ({ value, label: REPEATS[value] }));

function timeFields(timeZone: string): FieldSpec<Times>[] {
  return [
    { name: 'name', label: 'Name', hint: 'The subject of the email.', required: true, maxLength: 80 },
    { name: 'repeat', label: 'Send', control: 'select', options: REPEAT_OPTIONS, half: true, required: true },
    {
      name: 'hour',
      label: 'At',
      hint: `${zoneText(timeZone)}.`,
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
  ];
}

function fieldsFor(people: readonly MailingPerson[] | undefined, timeZone: string): FieldSpec<Values>[] {
  return [
    ...(timeFields(timeZone) as FieldSpec<Values>[]),
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
const bodyOf = ({ recipientIds, ...times }: Values, timeZone: string) => ({
  ...timesOf(times, timeZone),
  recipientIds,
});

const timesOf = ({ name, ...schedule }: Times, timeZone: string) => ({ name, schedule, timeZone });

function usePeople(): readonly MailingPerson[] | undefined {
  const orgId = useSession().scope?.orgId ?? 0;
  return useCallQuery(calls.people, { query: { orgId } }).data;
}

const LIST = '/orders/emailed-reports';

function About({ shown }: { shown: Shown }) {
  const wordsOf = useSearchWords();
  return (
    <>
      <p>{wordsOf(shown)}</p>
      {isFixedTime(shown.filters) && (
        <p className="v-hint">
          Every email covers these same days. For a time that moves along, such as the last 30 days, choose it in the{' '}
          {shown.viewOptions ? 'report’s' : 'search’s'} filters first.
        </p>
      )}
    </>
  );
}

const WhereToChange = () => (
  <p className="v-hint">
    See and change all scheduled emails under <Link to={LIST}>Scheduled emails</Link>.
  </p>
);

/** Mondays at 7 AM, until something else is chosen. */
const AT_FIRST = { repeat: 'WEEK', weekday: 1, monthDay: 1, hour: 7 } as const;

const scheduled = ({ name, schedule }: Mailing) => `“${name}” is emailed ${lowerFirst(scheduleText(schedule))}.`;

type EmailReportProps = { search: MailedSearch; onClose: () => void };

/** The form that has the report on screen emailed. */
export function EmailReport({ search, onClose }: EmailReportProps) {
  const people = usePeople();
  const form = useRecordForm<typeof reportMailings, Values>(reportMailings, {
    values: {
      name: reportTitle(search.viewOptions),
      ...AT_FIRST,
      recipientIds: [],
    },
    body: (values) => ({ ...bodyOf(values, timeZone), search }),
    draft: `report-mailings/new/${search.viewOptions.reportType}`,
    success: scheduled,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title="Email this report"
      intro={
        <>
          <About shown={search} />
          <WhereToChange />
        </>
      }
      fields={fieldsFor(people, timeZone)}
      save="Schedule emails"
      onClose={onClose}
    />
  );
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

type EmailSearchProps = { view: SavedView<OrderSearch>; onClose: () => void };

/** The form that has a saved search emailed to the person, or changes when it is. */
export function EmailSearch({ view, onClose }: EmailSearchProps) {
  const { query } = useResourceList(reportMailings);
  if (query.isLoading) return null;
  const mailing = query.data?.data.find(({ savedSearch }) => savedSearch?.id === view.id);
  return <NewOrEdited mailing={mailing} view={view} onClose={onClose} />;
}

function NewOrEdited({ mailing, ...props }: EmailSearchProps & { mailing: Mailing | undefined }) {
  // Saving a new one adds it to the list, which doesn't make this its edit form.
  const [isNew] = useState(mailing === undefined);
  if (isNew) return <NewSubscription {...props} />;
  return mailing ? <EditMailing mailing={mailing} onClose={props.onClose} /> : null;
}

function NewSubscription({ view, onClose }: EmailSearchProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const form = useCallForm<typeof calls.subscribe, Times>(calls.subscribe, {
    values: { name: view.name, ...AT_FIRST },
    body: (values) => ({ ...timesOf(values, timeZone), orgId, savedSearchId: view.id }),
    draft: `report-mailings/new/search/${view.id}`,
    success: scheduled,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title={`Email “${view.name}”`}
      intro={
        <>
          <About shown={{ filters: view.search.filters }} />
          <p className="v-hint">
            You get how many orders match and the first {MOST_LETTER_ORDERS}, as the search is when the email is sent.
            Only you get it.
          </p>
          <WhereToChange />
        </>
      }
      fields={timeFields(timeZone)}
      save="Schedule emails"
      onClose={onClose}
    />
  );
}

/** The form of a scheduled email: when, and a report's to whom. */
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
          {search ? <About shown={search} /> : <p>{subjectText(mailing, () => '')}</p>}
          {problems.length > 0 && <p role="note">{problems.join(' ')}</p>}
        </>
      }
      fields={search ? fieldsFor(offered, timeZone) : (timeFields(timeZone) as FieldSpec<Values>[])}
      save="Save"
      onClose={onClose}
    />
  );
}
