import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  appliedOf,
  chipsOf,
  errorsOf,
  type Facets,
  type FilterErrors,
  type FilterField,
  type FilterOption,
  type FilterSet,
  optionsOf,
  withoutKeys,
} from '../../../domain/filters';
import { Button } from '../Button';
import { Dialog } from '../Dialog';
import { useIsMedium } from '../hooks';
import { Icon } from '../Icon';
import { useAnchored } from '../Menu';
import { Popover } from '../Popover';
import { FilterControl } from './FilterFields';
import type { FilterValues } from './types';
import '../ui.css';
import css from './FilterBar.module.css';

const NO_ERRORS: FilterErrors = {};

export type FilterBarProps = {
  /** As `defineFilters` gives it. */
  filters: Pick<FilterSet, 'fields' | 'salvage'>;
  /** What the choices are taken from; undefined while it is asked for. */
  facets?: Facets;
  /** What is applied now. */
  values: FilterValues;
  /** All values, to put in place of those applied. */
  onApply: (values: FilterValues) => void;
  /** Errors from elsewhere, such as a damaged address or the server, by key. */
  errors?: FilterErrors;
};

/**
 * A button that opens the filters, and a chip for each that is set, which opens that one alone. What is typed waits for
 * Apply and outlives closing the panel; Clear empties all. Below medium the panel fills the screen.
 */
export function FilterBar({ filters, facets, values, onApply, errors = NO_ERRORS }: FilterBarProps) {
  const { anchor, close, open, buttonProps } = useAnchored();
  const [only, setOnly] = useState<string | null>(null);
  const isMedium = useIsMedium();
  const bar = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState(values);
  const [tried, setTried] = useState(false);
  useEffect(() => {
    setDraft(values);
    setTried(false);
  }, [values]);

  const chips = chipsOf(filters, values, facets);
  const wrong = errorsOf(filters, draft);
  const apply = () => {
    if (Object.keys(wrong).length) setTried(true);
    else {
      // The chip that opened its filter may go with it: the keyboard goes to the button of all filters.
      if (only !== null) bar.current?.querySelector('button')?.focus();
      onApply(appliedOf(filters, draft));
      close();
    }
  };
  const shown = filters.fields.filter((field) => isOffered(field, facets, values) && (only ?? field.id) === field.id);
  const title = only === null ? 'Filters' : (shown[0]?.label ?? 'Filters');
  const form = (
    <FilterForm
      fields={shown}
      options={(field) => choicesOf(field, facets, values)}
      values={draft}
      errors={tried ? wrong : { ...errors, ...liveErrors(wrong, draft) }}
      onChange={(changes) => setDraft((before) => ({ ...before, ...changes }))}
      onApply={apply}
    />
  );
  const actions = (
    <>
      <Button tone="quiet" onClick={() => setDraft(only === null ? {} : withoutKeys(draft, keysOf(shown)))}>
        Clear
      </Button>
      <Button tone="primary" onClick={apply}>
        Apply
      </Button>
    </>
  );
  const removeChip = (keys: readonly string[]) => {
    bar.current?.querySelector('button')?.focus();
    onApply(withoutKeys(values, keys));
  };
  return (
    <div ref={bar} className={css.bar}>
      <button
        type="button"
        className="v-button"
        aria-haspopup="dialog"
        {...buttonProps}
        onClick={(event) => {
          setOnly(null);
          buttonProps.onClick(event);
        }}
      >
        <Icon name="filter" size={18} />
        Filters
        {chips.length > 0 && <span className={css.number}>{chips.length}</span>}
      </button>
      {chips.length > 0 && (
        <ul className={css.chips} aria-label="Filters set">
          {chips.map((chip) => (
            <li key={chip.id} className={css.chip} data-filter={chip.id}>
              <button
                type="button"
                className={css.chipText}
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => {
                  setOnly(chip.id);
                  open(currentTarget);
                }}
              >
                {chip.text}
              </button>
              <button type="button" aria-label={`Remove ${chip.text}`} onClick={() => removeChip(chip.keys)}>
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
          <li>
            <button type="button" className="v-link" onClick={() => removeChip(chips.flatMap((chip) => chip.keys))}>
              Clear all
            </button>
          </li>
        </ul>
      )}
      {Object.keys(errors).length > 0 && (
        <p className={css.damaged} role="status">
          Part of this link could not be read and is left out.
        </p>
      )}
      {anchor && isMedium && (
        <Popover
          anchor={anchor}
          onClose={close}
          role="dialog"
          label={title}
          className={only === null ? css.panel : `${css.panel} ${css.only}`}
        >
          {form}
          <div className={css.actions}>{actions}</div>
        </Popover>
      )}
      {anchor && !isMedium && (
        <Dialog title={title} onClose={close} actions={actions}>
          {form}
        </Dialog>
      )}
    </div>
  );
}

const keysOf = (fields: readonly FilterField[]) => fields.flatMap(({ keys }) => keys);

/** Before Apply was tried, only what a person has finished typing is called wrong: both ends of a range. */
function liveErrors(wrong: FilterErrors, draft: FilterValues): FilterErrors {
  return Object.fromEntries(
    Object.entries(wrong).filter(([key]) => draft[key] !== undefined && wrong[key]?.includes('equal')),
  );
}

/** Whether there is anything to choose: what only a link can choose is offered once it has. */
function isOffered(field: FilterField, facets: Facets, values: FilterValues): boolean {
  return (field.kind !== 'ids' && field.kind !== 'choices') || choicesOf(field, facets, values)?.length !== 0;
}

/** What a field offers, undefined while that is not known yet; `values` are those applied. */
function choicesOf(field: FilterField, facets: Facets, values: FilterValues): readonly FilterOption[] | undefined {
  return field.kind === 'ids' || field.kind === 'choices' ? optionsOf(field, facets, values) : [];
}

type FilterFormProps = {
  fields: readonly FilterField[];
  options: (field: FilterField) => readonly FilterOption[] | undefined;
  values: FilterValues;
  errors: FilterErrors;
  onChange: (changes: FilterValues) => void;
  onApply: () => void;
};

function FilterForm({ fields, options, values, errors, onChange, onApply }: FilterFormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => ref.current?.querySelector<HTMLElement>('input,select')?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply();
  };
  return (
    <form ref={ref} className={css.form} noValidate onSubmit={submit}>
      {fields.map((field) => (
        <FilterControl
          key={field.id}
          field={field}
          options={options(field)}
          values={values}
          errors={errors}
          onChange={onChange}
        />
      ))}
      <button type="submit" hidden>
        Apply
      </button>
    </form>
  );
}
