import type { ReactNode } from 'react';
import {
  AGGREGATIONS,
  isAggregated,
  PIVOT_FIELDS,
  PIVOT_VALUES,
  pivotValueLabel,
  TOPS,
} from '../../../domain/reports/pivot';
import { Button } from '../../ui/Button';
import { Checkbox, Field, Select } from '../../ui/Field';
import { useMediaQuery } from '../../ui/hooks';
import { type FIELD_KEYS, flipped, NO_FIELD, type PivotOptions, viewOf } from './options';
import css from './pivot.module.css';

type PivotChoicesProps = {
  options: PivotOptions;
  onChange: (changes: Partial<PivotOptions>) => void;
  /** Further buttons. */
  children: ReactNode;
};

const fieldsOf = (of: 'order' | 'line') =>
  Object.entries(PIVOT_FIELDS)
    .filter(([, one]) => one.of === of)
    .map(([value, { label }]) => ({ value, label }));
const FIELD_GROUPS = { 'Of the order': fieldsOf('order'), 'Of its lines': fieldsOf('line') };
const named = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const TOP_CHOICES = TOPS.map((top) => ({ value: String(top), label: top === 0 ? 'All' : `${top} and others` }));

/** What a pivot report is arranged by, and what it counts. */
export function PivotChoices({ options, onChange, children }: PivotChoicesProps) {
  const field = (key: (typeof FIELD_KEYS)[number], label: string, hint: string) => (
    <Field label={label} hint={hint}>
      <Select
        options={FIELD_GROUPS}
        placeholder="None"
        value={options[key] === NO_FIELD ? '' : options[key]}
        onChange={({ target }) =>
          onChange({ [key]: target.value || NO_FIELD, sort: undefined } as Partial<PivotOptions>)
        }
      />
    </Field>
  );
  const select = (key: 'value' | 'aggregation', label: string, labels: Readonly<Record<string, string>>) => (
    <Field label={label}>
      <Select
        options={named(labels)}
        value={options[key]}
        onChange={({ target }) => onChange({ [key]: target.value } as Partial<PivotOptions>)}
      />
    </Field>
  );
  const top = (key: 'rowTop' | 'columnTop', label: string) => (
    <Field label={label}>
      <Select
        options={TOP_CHOICES}
        value={String(options[key])}
        onChange={({ target }) => onChange({ [key]: Number(target.value) as PivotOptions['rowTop'] })}
      />
    </Field>
  );
  const isWide = useMediaQuery('(min-width: 600px)');
  const choices = (
    <div className={css.choices}>
      {field('x1Field', 'Row Primary', 'What each row is')}
      {field('x2Field', 'Row Secondary', 'Splits each row')}
      {field('y1Field', 'Column Primary', 'What each column is')}
      {field('y2Field', 'Column Secondary', 'Splits each column')}
      {select('value', 'Value', {
        ...PIVOT_VALUES,
        revenue: pivotValueLabel({ ...viewOf(options), value: 'revenue' }),
      })}
      {isAggregated(options.value) && select('aggregation', 'Calculate', AGGREGATIONS)}
      {top('rowTop', 'Rows shown')}
      {top('columnTop', 'Columns shown')}
      <div className={css.buttons}>
        <Button icon="refresh" onClick={() => onChange(flipped(options))}>
          Flip axes
        </Button>
        {children}
        <Checkbox
          label="Shade cells"
          checked={options.heat}
          onChange={({ target }) => onChange({ heat: target.checked })}
        />
      </div>
    </div>
  );
  if (isWide) return choices;
  // On a phone the table would begin below the first screen.
  return (
    <details>
      <summary className={css.summary}>Arrange</summary>
      {choices}
    </details>
  );
}
