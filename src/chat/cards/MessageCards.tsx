import { lazy, Suspense, useMemo } from 'react';
import { refsIn, refText } from '../../../domain/cards/refs';
import css from './MessageCards.module.css';

/** Cards' code isn't in the first download: most conversations begin without one. */
const RecordCard = lazy(() =>
  import('./RecordCard').then(
    ({ RecordCard }) => ({ default: RecordCard }),
    () => ({ default: NotLoaded }),
  ),
);

/** Cards of the records a message links to, in the room they will need from the first. */
export function MessageCards({ text }: { text: string | undefined }) {
  const refs = useMemo(() => refsIn(text ?? '', location.origin), [text]);
  if (refs.length === 0) return null;
  return (
    <ul className={css.cards} aria-label="Linked records">
      {refs.map((ref) => (
        <li key={refText(ref)} className={css.card} data-kind={ref.kind}>
          <Suspense fallback={<span className={css.waiting} aria-busy="true" />}>
            <RecordCard of={ref} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}

function NotLoaded() {
  return (
    <p className={css.said}>
      This didn’t load.{' '}
      <button type="button" className="v-link" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}
