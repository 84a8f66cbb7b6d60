import type { ReactNode } from 'react';
import css from './Pill.module.css';

export type PillTone = 'neutral' | 'info' | 'progress' | 'positive' | 'warning' | 'negative';

/** A shape before the words. The first six fill up, one after the other, as something moves on. */
export type PillMark =
  | 'dashes'
  | 'ring'
  | 'quarter'
  | 'half'
  | 'most'
  | 'check'
  | 'done'
  | 'cross'
  | 'slash'
  | 'clock'
  | 'merge'
  | 'plus'
  | 'alert';

/** What a tone is told by where no mark says more. */
const MARKS: Partial<Record<PillTone, PillMark>> = { positive: 'check', warning: 'alert', negative: 'cross' };

export type PillProps = {
  tone?: PillTone;
  mark?: PillMark;
  /** Without a ground, for a second status beside the one that matters more. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** A status in words on a quiet ground; color and shape only repeat what the words say. */
export function Pill({ tone = 'neutral', mark, isQuiet = false, children }: PillProps) {
  return (
    <span className={isQuiet ? `${css.pill} ${css.quiet}` : css.pill} data-pill={tone} data-mark={mark ?? MARKS[tone]}>
      {children}
    </span>
  );
}
