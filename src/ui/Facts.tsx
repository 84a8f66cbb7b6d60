import type { ReactNode } from 'react';
import css from './Facts.module.css';

export type FactsProps = {
  /** Values by label. Empty ones are omitted. */
  facts: Readonly<Record<string, ReactNode>>;
  /** Labels beside their values, above them, above them in as many columns as fit, or above large values in a row. */
  layout?: 'beside' | 'stacked' | 'columns' | 'figures';
};

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === false || value === '';

/** A record's facts, as labels and values. */
export function Facts({ facts, layout = 'beside' }: FactsProps) {
  return (
    <dl className={`${css.facts} ${css[layout]}`}>
      {Object.entries(facts)
        .filter(([, value]) => !isEmpty(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
