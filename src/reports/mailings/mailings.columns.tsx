import type { Mailing } from '../../../domain/reports/mailing';
import { scheduleText } from '../../../domain/reports/schedule';
import { nameColumn, textColumn } from '../../kit/list/columns';
import type { GridColumn } from '../../ui/grid';
import { momentHere } from '../../ui/reader-dates';
import { type Shown, subjectText } from './useSearchWords';

const moment = (instant: string | null) => (instant === null ? '' : momentHere(instant));
const at = (instant: string | null) => (instant === null ? null : new Date(instant));

/** To whom it goes, or, for someone else's, from whom it comes. */
const peopleText = ({ isOwn, owner, recipients }: Mailing) =>
  isOwn ? recipients.map(({ displayName }) => displayName).join(', ') : `You, from ${owner.displayName}`;

/** The columns of scheduled emails; `wordsOf` says what a report shows. */
export const mailingColumns = (wordsOf: (shown: Shown) => string): readonly GridColumn<Mailing>[] => [
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
    width: 176,
    sortable: true,
    card: 'end',
  },
  textColumn<Mailing>('problems', 'Not sent', ({ problems }) => problems.join(' '), { width: 200, card: 'text' }),
  {
    id: 'lastSent',
    header: 'Last sent',
    cell: ({ lastSent }) => moment(lastSent),
    value: ({ lastSent }) => at(lastSent),
    width: 170,
    sortable: true,
  },
];
