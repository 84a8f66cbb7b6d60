import type { ReportType } from '../../domain/reports/report-types';
import {
  INTERVALS,
  type Interval,
  REPORT_VALUES,
  type ReportValue,
  SPLITS,
  type Split,
} from '../../domain/reports/view';
import { Field, Select } from '../ui/Field';
import css from './reports.module.css';

export const CHART_SHAPES = ['BARS', 'LINES'] as const;

type Options = { interval: Interval; split: Split; value: ReportValue; chart: (typeof CHART_SHAPES)[number] };

type ReportOptionsProps = { type: ReportType; options: Options; onChange: (changes: Partial<Options>) => void };

const choices = (labels: Readonly<Record<string, string | { label: string }>>) =>
  Object.entries(labels).map(([value, named]) => ({ value, label: typeof named === 'string' ? named : named.label }));

/** What a report is divided or ranked by. */
export function ReportOptions({ type, options, onChange }: ReportOptionsProps) {
  const select = <K extends keyof Options>(key: K, label: string, labels: Parameters<typeof choices>[0]) => (
    <Field label={label}>
      <Select
        options={choices(labels)}
        value={options[key]}
        onChange={({ target }) => onChange({ [key]: target.value } as Partial<Options>)}
      />
    </Field>
  );
  return (
    <div className={css.options}>
      {type === 'REVENUE' ? (
        <>
          {select('interval', 'By', INTERVALS)}
          {select('split', 'Split by', SPLITS)}
          {select('chart', 'Chart', { BARS: 'Bars', LINES: 'Lines' })}
        </>
      ) : (
        select('value', 'Rank by', REPORT_VALUES)
      )}
    </div>
  );
}
