import type { ReactNode } from 'react';
import css from './Pill.module.css';

export type PillTone = 'neutral' | 'info' | 'positive' | 'warning' | 'negative';

/** A status in words on a quiet ground; the color only repeats what the words say. */
export function Pill({ tone = 'neutral', children }: { tone?: PillTone; children: ReactNode }) {
  return (
    <span className={css.pill} data-pill={tone}>
      {children}
    </span>
  );
}
