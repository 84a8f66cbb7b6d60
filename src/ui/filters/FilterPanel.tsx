import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  appliedOf,
  errorsIn,
  errorsOf,
  type Facets,
  type FilterErrors,
  type FilterField,
  type FilterSet,
  withoutKeys,
} from '../../../domain/filters';
import { Button } from '../Button';
import { countedZone, today } from '../reader-dates';
import css from './FilterBar.module.css';
import { FilterControl } from './FilterFields';
import { FilterFrame } from './FilterFrame';
import { choicesOf } from './offered';
import type { FilterValues } from './types';

type FilterPanelProps = {
  anchor: HTMLElement;
  filters: Pick<FilterSet, 'fields' | 'salvage'>;
  /** The fields to show. */
  fields: readonly FilterField[];
  isAll: boolean;
  facets: Facets;
  values: FilterValues;
  /** Changes to any filter not applied yet. */
  draft: FilterValues;
  onDraft: (draft: FilterValues) => void;
  errors: FilterErrors;
  onApply: (values: FilterValues) => void;
  onClose: () => void;
};

/** The controls of all filters, or of a single one, which discards its changes on close. */
export function FilterPanel(props: FilterPanelProps) {
  const { anchor, filters, fields, isAll, facets, values, errors, onApply, onClose } = props;
  const [own, setOwn] = useState(values);
  const typed = isAll ? props.draft : own;
  const setTyped = isAll ? props.onDraft : setOwn;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input,select,[data-flag]')?.focus(), []);

  const wrong = errorsOf(filters, typed, today());
  const apply = () => {
    if (Object.keys(wrong).length > 0) setTried(true);
    else onApply(appliedOf(filters, typed));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  const cleared = isAll
    ? {}
    : withoutKeys(
        typed,
        fields.flatMap(({ keys }) => keys),
      );
  const control = (field: FilterField) => (
    <FilterControl
      key={field.id}
      field={field}
      options={choicesOf(field, facets, values)}
      values={typed}
      errors={errorsIn(tried ? wrong : { ...errors, ...liveErrors(wrong, typed) }, countedZone())}
      onChange={(changes) => setTyped({ ...typed, ...changes })}
    />
  );
  return (
    <FilterFrame
      anchor={anchor}
      title={isAll ? 'All filters' : (fields[0]?.label ?? 'Filter')}
      isNarrow={!isAll}
      onClose={onClose}
      actions={
        <>
          <Button tone="quiet" onClick={() => setTyped(cleared)}>
            Clear
          </Button>
          <Button tone="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        {isAll
          ? groupsOf(fields).map((group) => <Group key={group.label} {...group} control={control} />)
          : fields.map(control)}
        <button type="submit" hidden>
          Apply
        </button>
      </form>
    </FilterFrame>
  );
}

type FilterGroup = { label: string; fields: readonly FilterField[] };

const REST = 'More';

/** The filters by group, those used most first; without groups, one without a name. */
function groupsOf(fields: readonly FilterField[]): FilterGroup[] {
  const inOrder = fields.toSorted((a, b) => (a.group?.place ?? fields.length) - (b.group?.place ?? fields.length));
  const groups = Map.groupBy(inOrder, ({ group }) => group?.label ?? REST);
  if (groups.size === 1) return [{ label: '', fields }];
  return [...groups].map(([label, fields]) => ({ label, fields }));
}

function Group({ label, fields, control }: FilterGroup & { control: (field: FilterField) => ReactNode }) {
  if (label === '') return fields.map(control);
  return (
    <section className={css.section} aria-label={label}>
      <h3>{label}</h3>
      {fields.map(control)}
    </section>
  );
}

/** Before the first Apply, only finished input shows errors: both ends of a range. */
function liveErrors(wrong: FilterErrors, typed: FilterValues): FilterErrors {
  return Object.fromEntries(
    Object.entries(wrong).filter(([key]) => typed[key] !== undefined && wrong[key]?.includes('equal')),
  );
}
