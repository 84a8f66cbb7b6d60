import type { ReactNode } from 'react';
import css from './Pill.module.css';

export type PillTone = 'neutral' | 'info' | 'progress' | 'positive' | 'warning' | 'negative';

/** A shape before the text. The first six fill up step by step, as a status progresses. */
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

/** Tones get a mark of their own unless another is given. */
const MARKS: Partial<Record<PillTone, PillMark>> = { positive: 'check', warning: 'alert', negative: 'cross' };

export type PillProps = {
  tone?: PillTone;
  mark?: PillMark;
  /** Without background, for a second status beside a more important one. */
  isQuiet?: boolean;
  children: ReactNode;
};

/** A status on a quiet background; color and shape only repeat the text. */
export function Pill({ tone = 'neutral', mark, isQuiet = false, children }: PillProps) {
  return (
    <span className={isQuiet ? `${css.pill} ${css.quiet}` : css.pill} data-pill={tone} data-mark={mark ?? MARKS[tone]}>
      {children}
    </span>
  );
}
