import { useMemo } from 'react';
import { refsIn, refText } from '../../../domain/cards/refs';
import { RecordCard } from './RecordCard';
import css from './RecordCard.module.css';

/** The cards of a message's text. */
export function RecordCards({ text }: { text: string }) {
  const refs = useMemo(() => refsIn(text, location.origin), [text]);
  if (refs.length === 0) return null;
  return (
    <ul className={css.cards} aria-label="Linked records">
      {refs.map((ref) => (
        <li key={refText(ref)} className={css.card}>
          <RecordCard of={ref} />
        </li>
      ))}
    </ul>
  );
}
