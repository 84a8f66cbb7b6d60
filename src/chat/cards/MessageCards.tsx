import { lazy, Suspense } from 'react';
import css from './MessageCards.module.css';

/** Not in the first download: most conversations begin without a card. */
const RecordCards = lazy(() =>
  import('./RecordCards').then(
    ({ RecordCards }) => ({ default: RecordCards }),
    () => ({ default: NotLoaded }),
  ),
);

/** What may be the address of a record's page; which are is told by `refsIn`, loaded with the cards. */
const MAYBE = /\/(?:orders|deals|inventory|fulfillment|marketplace)[/?]\S/g;

/** Cards of the records a message links to, in the room they need from the first. */
export function MessageCards({ text = '' }: { text: string | undefined }) {
  const likely = text.match(MAYBE)?.length ?? 0;
  if (likely === 0) return null;
  return (
    <Suspense fallback={<div className={css.waiting} data-cards={Math.min(likely, 3)} aria-busy="true" />}>
      <RecordCards text={text} />
    </Suspense>
  );
}

function NotLoaded() {
  return (
    <p className="v-hint">
      Links didn’t load.{' '}
      <button type="button" className="v-link" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  );
}
