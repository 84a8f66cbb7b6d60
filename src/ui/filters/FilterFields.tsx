import { useId, useState } from 'react';
import { EARLIEST_DATE } from '../../../domain/dates';
import { Field, Select, TextInput } from '../Field';
import { Skeleton } from '../states';
import type { DateRangeFilter, FilterField, FilterValues, MultiFilter, NumberRangeFilter, TriFilter } from './types';
import type { FilterErrors } from './validate';

const SEARCH_FROM = 8;

type FieldProps<F> = {
  field: F;
  values: FilterValues;
  errors: FilterErrors;
  onChange: (changes: FilterValues) => void;
};

const textOf = (values: FilterValues, key: string) => String(values[key] ?? '');

/** The control of one declared field. */
export function FilterControl(props: FieldProps<FilterField>) {
  const { field, values, errors, onChange } = props;
  switch (field.kind) {
    case 'text':
      return (
        <Field label={field.label} error={errors[field.id]}>
          <TextInput
            value={textOf(values, field.id)}
            placeholder={field.placeholder}
            maxLength={field.maxLength}
            onChange={(event) => onChange({ [field.id]: event.target.value || undefined })}
          />
        </Field>
      );
    case 'numberRange':
      return <NumberRange {...props} field={field} />;
    case 'dateRange':
      return <DateRange {...props} field={field} />;
    case 'multi':
      return <Choices {...props} field={field} />;
    case 'tri':
      return <YesNo {...props} field={field} />;
  }
}

function NumberRange({ field, values, errors, onChange }: FieldProps<NumberRangeFilter>) {
  const bound = (key: string, label: string) => (
    <Field label={field.prefix ? `${label} (${field.prefix})` : label} error={errors[key]}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        className="v-end"
        value={textOf(values, key)}
        onChange={(event) => onChange({ [key]: event.target.value.trim() || undefined })}
      />
    </Field>
  );
  return (
    <fieldset className="vf-range">
      <legend className="v-label">{field.label}</legend>
      {bound(field.from, 'From')}
      {bound(field.to, 'To')}
    </fieldset>
  );
}

function DateRange({ field, values, errors, onChange }: FieldProps<DateRangeFilter>) {
  const { relative } = field;
  const absolute = { [field.from]: undefined, [field.to]: undefined };
  const bound = (key: string, label: string) => (
    <Field label={label} error={errors[key]}>
      <TextInput
        type="date"
        min={field.min ?? EARLIEST_DATE}
        max={field.max}
        value={textOf(values, key).slice(0, 10)}
        onChange={(event) =>
          onChange({ ...(relative ? { [relative.key]: undefined } : {}), [key]: event.target.value || undefined })
        }
      />
    </Field>
  );
  return (
    <fieldset className="vf-range">
      <legend className="v-label">{field.label}</legend>
      {relative && (
        <div className="vf-whole">
          <Select
            aria-label={`${field.label}, relative`}
            options={relative.options}
            placeholder="Any time"
            value={textOf(values, relative.key)}
            onChange={(event) => onChange({ ...absolute, [relative.key]: event.target.value || undefined })}
          />
        </div>
      )}
      {bound(field.from, 'From')}
      {bound(field.to, 'To')}
    </fieldset>
  );
}

function Choices({ field, values, onChange }: FieldProps<MultiFilter>) {
  const [search, setSearch] = useState('');
  const value = values[field.id];
  const chosen: readonly (string | number)[] = Array.isArray(value) ? value : [];
  const wanted = search.trim().toLowerCase();
  const shown = field.options.filter((option) => option.label.toLowerCase().includes(wanted));
  const toggle = (option: string | number) => {
    const next = chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option];
    onChange({ [field.id]: next.length ? (next as string[]) : undefined });
  };
  return (
    <fieldset className="vf-choices">
      <legend className="v-label">
        {field.label}
        {chosen.length > 0 && ` (${chosen.length})`}
      </legend>
      {field.options.length > SEARCH_FROM && (
        <TextInput
          type="search"
          aria-label={`Search ${field.label}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="vf-options">
        {field.loading && [70, 50, 60].map((width) => <Skeleton key={width} width={`${width}%`} height="14px" />)}
        {shown.map((option) => (
          <label key={option.value} className="v-check">
            <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
            <span className="vf-option-label">{option.label}</span>
            {option.count !== undefined && <span className="vf-count">{option.count.toLocaleString('en-US')}</span>}
          </label>
        ))}
        {!field.loading && shown.length === 0 && <p className="v-hint">Nothing matches “{search}”.</p>}
      </div>
    </fieldset>
  );
}

function YesNo({ field, values, onChange }: FieldProps<TriFilter>) {
  const name = useId();
  const states = [
    { label: 'Any', value: undefined },
    { label: field.yes ?? 'Yes', value: true },
    { label: field.no ?? 'No', value: false },
  ];
  return (
    <fieldset className="vf-tri">
      <legend className="v-label">{field.label}</legend>
      {states.map(({ label, value }) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            checked={values[field.id] === value}
            onChange={() => onChange({ [field.id]: value })}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
