import { useId, useState } from 'react';
import { dayOfBound, EARLIEST_DATE, LATEST_DATE, RELATIVE_RANGES } from '../../../domain/dates';
import { type FilterErrors, type FilterField, type FilterOption, MOST_OFFERED } from '../../../domain/filters';
import { formatNumber } from '../../../domain/money';
import { finds } from '../../../domain/search-text';
import { daysIn } from '../../../domain/time-zones';
import { Field, Select, TextInput } from '../Field';
import { countedZone, today } from '../reader-dates';
import { Skeleton } from '../states';
import css from './FilterFields.module.css';
import type { FilterValues } from './types';

const SEARCH_FROM = 8;

type OfKind<K> = Extract<FilterField, { kind: K }>;

type FieldProps<F> = {
  field: F;
  /** The choices, undefined while loading. */
  options: readonly FilterOption[] | undefined;
  values: FilterValues;
  errors: FilterErrors;
  onChange: (changes: FilterValues) => void;
};

const textOf = (values: FilterValues, key: string) => String(values[key] ?? '');

/** What a date field shows of an end: an instant, as of a link, is its day where days are counted. */
const dayIn = (bound: string) => bound && dayOfBound(bound, countedZone());

/** A declared field's control. */
export function FilterControl(props: FieldProps<FilterField>) {
  const { field, values, errors, onChange } = props;
  switch (field.kind) {
    case 'text':
      return (
        <Field label={field.label} error={errors[field.id]}>
          <TextInput
            value={textOf(values, field.id)}
            maxLength={field.maxLength}
            onChange={(event) => onChange({ [field.id]: event.target.value || undefined })}
          />
        </Field>
      );
    case 'amounts':
      return <Amounts {...props} field={field} />;
    case 'dates':
      return <Dates {...props} field={field} />;
    case 'flag':
      return <YesNo {...props} field={field} />;
    default:
      return <Choices {...props} field={field} />;
  }
}

function Amounts({ field, values, errors, onChange }: FieldProps<OfKind<'amounts'>>) {
  const [from = '', to = ''] = field.keys;
  const bound = (key: string, label: string) => (
    <Field label={field.prefix ? `${label} (${field.prefix})` : label} error={errors[key]}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        className="end"
        value={textOf(values, key)}
        onChange={(event) => onChange({ [key]: event.target.value.trim() || undefined })}
      />
    </Field>
  );
  return (
    <fieldset className={`${css.group} ${css.range}`}>
      <legend className="v-label">{field.label}</legend>
      {bound(from, 'From')}
      {bound(to, 'To')}
    </fieldset>
  );
}

function Dates({ field, values, errors, onChange }: FieldProps<OfKind<'dates'>>) {
  const [from = '', to = '', relative = ''] = field.keys;
  const ranges = field.ranges.map((value) => ({ value, label: RELATIVE_RANGES[value].label }));
  const bound = (key: string, label: string) => (
    <Field label={label} error={errors[key]}>
      <TextInput
        type="date"
        min={EARLIEST_DATE}
        max={field.past ? today() : LATEST_DATE}
        value={dayIn(textOf(values, key))}
        onChange={(event) => onChange({ [relative]: undefined, [key]: event.target.value || undefined })}
      />
    </Field>
  );
  return (
    <fieldset className={`${css.group} ${css.range}`}>
      <legend className="v-label">{field.label}</legend>
      <div className={css.whole}>
        <Select
          aria-label={`${field.label}, relative`}
          options={ranges}
          placeholder="Any time"
          value={textOf(values, relative)}
          onChange={(event) =>
            onChange({ [from]: undefined, [to]: undefined, [relative]: event.target.value || undefined })
          }
        />
      </div>
      {bound(from, 'From')}
      {bound(to, 'To')}
      {!field.isDay && <p className={`v-hint ${css.whole}`}>{daysIn(countedZone())}</p>}
    </fieldset>
  );
}

function Choices({ field, options: known, values, onChange }: FieldProps<OfKind<'ids' | 'choices'>>) {
  const options = known ?? [];
  const [search, setSearch] = useState('');
  const value = values[field.id];
  const chosen: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const isWanted = finds(search);
  const shown = options.filter((option) => isWanted(option.label));
  const toggle = (option: string | number) => {
    const next = chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
    onChange({ [field.id]: next.length ? (next as string[]) : undefined });
  };
  return (
    <fieldset className={css.group}>
      <legend className="v-label">
        {field.label}
        {chosen.length > 0 && ` (${chosen.length})`}
      </legend>
      {options.length > SEARCH_FROM && (
        <TextInput
          type="search"
          aria-label={`Search ${field.label}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {options.length >= MOST_OFFERED && (
        <p className="v-hint">Only the first {formatNumber(MOST_OFFERED)} are listed here.</p>
      )}
      <div className={css.options}>
        {known === undefined && [70, 50, 60].map((width) => <Skeleton key={width} width={`${width}%`} height="14px" />)}
        {shown.map((option) => (
          <label key={option.value} className="v-check">
            <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
            <span className={css.optionLabel}>{option.label}</span>
            {option.count !== undefined && <span className={css.count}>{formatNumber(option.count)}</span>}
          </label>
        ))}
        {known !== undefined && shown.length === 0 && <p className="v-hint">No matches for “{search}”.</p>}
      </div>
    </fieldset>
  );
}

/** One button that cycles yes, no and any. */
function YesNo({ field, values, onChange }: FieldProps<OfKind<'flag'>>) {
  const id = useId();
  const value = values[field.id];
  const said = value === true ? field.yes : value === false ? field.no : 'Any';
  const next = value === undefined ? true : value === true ? false : undefined;
  return (
    <div className={`${css.group} ${css.flag}`}>
      <span id={id} className="v-label">
        {field.label}
      </span>
      <button
        type="button"
        id={`${id}-value`}
        className="v-button"
        data-flag={value === undefined ? 'any' : String(value)}
        aria-labelledby={`${id} ${id}-value`}
        onClick={() => onChange({ [field.id]: next })}
      >
        {said}
      </button>
    </div>
  );
}
