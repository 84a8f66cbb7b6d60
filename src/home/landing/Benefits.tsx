import { Link } from 'react-router';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

type Change = [before: string, after: string];

const ROLES: readonly { title: string; changes: readonly Change[] }[] = [
  {
    title: 'For buyers',
    changes: [
      [
        'A spreadsheet from each brand, out of date by noon',
        'Every menu in one place, at your prices, with live stock',
      ],
      ['Lines cut after the order is in', 'You order only what’s there'],
      ['Reordering from memory', 'The last order again in one click, with what changed since'],
    ],
  },
  {
    title: 'For sales reps',
    changes: [
      ['Orders by text, email and phone, typed again at night', 'Paste what they sent. The lines are found and priced'],
      ['“Let me check if we still have it”', 'Stock beside every line, as you type'],
      ['Chasing the warehouse for a status', 'The order says where it is, and your customer sees it too'],
    ],
  },
  {
    title: 'For the warehouse',
    changes: [
      ['Picking from a printout that has changed', 'One list that follows the order'],
      ['Typing tags from labels', 'Tags and barcodes scanned as you pick'],
      ['The tracking system in another window', 'Packages synced, with their tests and history'],
    ],
  },
  {
    title: 'For owners and finance',
    changes: [
      ['Month-end in five files', 'Revenue, open balances and late customers, today'],
      ['Everybody sees everything', 'Roles for each job, by state, license and brand'],
      ['“Who changed this?”', 'A log with the name, the time and the value before'],
    ],
  },
];

/** What changes for each side of the trade. */
export default function Benefits() {
  return (
    <PublicPage title="Benefits" lead="What changes, by the work you do.">
      <div className={css.cards}>
        {ROLES.map(({ title, changes }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul className={css.changes}>
              {changes.map(([before, after]) => (
                <li key={before}>
                  <s>{before}</s>
                  <span>{after}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <p>
        See how each of them works under <Link to="/features">Features</Link>.
      </p>
    </PublicPage>
  );
}
