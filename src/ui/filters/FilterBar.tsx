import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  chipsOf,
  type Facets,
  type FilterErrors,
  type FilterField,
  type FilterSet,
  isSet,
  withoutKeys,
} from '../../../domain/filters';
import { Icon } from '../Icon';
import { lazyDialog } from '../lazy';
import { useAnchored } from '../Menu';
import { countedZone } from '../reader-dates';
import css from './FilterBar.module.css';
import { isOffered } from './offered';
import type { FilterValues } from './types';
import '../ui.css';

const FilterPanel = lazyDialog(async () => (await import('./FilterPanel')).FilterPanel);
const FilterPicker = lazyDialog(async () => (await import('./FilterPicker')).FilterPicker);
const prefetch = () => {
  FilterPanel.prefetch();
  FilterPicker.prefetch();
};
const NO_ERRORS: FilterErrors = {};

export type FilterBarProps = {
  /** As `defineFilters` gives it. */
  filters: Pick<FilterSet, 'fields' | 'salvage'>;
  /** The choices' source; undefined while loading. */
  facets?: Facets;
  /** The applied filters. */
  values: FilterValues;
  /** All values, replacing those applied. */
  onApply: (values: FilterValues) => void;
  /** Other errors by key, from a damaged address or the server. */
  errors?: FilterErrors;
  /** The pointer or focus comes to what opens them, or they are opened. */
  onNear?: (() => void) | undefined;
};

/**
 * A list's filters: add one with the first button, or F in the list, and change it by its chip; "All filters" is a
 * panel where changes wait for Apply and survive closing. Below medium both fill the screen.
 */
export function FilterBar({ filters, facets, values, onApply, errors = NO_ERRORS, onNear }: FilterBarProps) {
  const { anchor, close, open, buttonProps } = useAnchored();
  const [shown, setShown] = useState<Shown>('all');
  const bar = useRef<HTMLDivElement>(null);
  /** What had focus before. */
  const opener = useRef<Element | null>(null);
  const [draft, setDraft] = useState(values);
  useEffect(() => setDraft(values), [values]);

  const chips = chipsOf(filters, values, countedZone(), facets);
  const fields = filters.fields.filter((field) => isOffered(field, facets, values));
  const addButton = () => bar.current?.querySelector('button');
  const approach = () => {
    prefetch();
    onNear?.();
  };
  const near = { onPointerEnter: approach, onFocus: approach };
  const show = (what: Shown, at: HTMLElement | null | undefined) => {
    setShown(what);
    if (at) open(at);
  };
  const add = (from: Element | null) => {
    opener.current = from;
    approach();
    show('choice', addButton());
  };
  useListKey(bar, add);
  const leave = () => {
    if (document.activeElement === anchor) focus(opener.current);
    close();
  };
  const apply = (next: FilterValues) => {
    // The chip that opened the filter may be gone: focus moves to the add button.
    const isGone = typeof shown === 'object' && !shown.keys.some((key) => isSet(next[key]));
    focus(isGone && opener.current?.closest('li') ? addButton() : opener.current);
    close();
    onApply(next);
  };
  const removeChip = (keys: readonly string[]) => {
    addButton()?.focus();
    onApply(withoutKeys(values, keys));
  };
  const opens = (what: Shown) => ({
    ...near,
    ...buttonProps,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': anchor !== null && shown === what,
    onClick: (event: React.MouseEvent<HTMLElement>) => {
      opener.current = event.currentTarget;
      approach();
      setShown(what);
      buttonProps.onClick(event);
    },
  });
  return (
    <div ref={bar} className={css.bar}>
      <button type="button" className={`v-button ${css.add}`} aria-keyshortcuts="F" {...opens('choice')}>
        <Icon name="filter" size={18} />
        Filter
        {chips.length > 0 && (
          <span className={css.number} aria-hidden="true">
            {chips.length}
          </span>
        )}
      </button>
      <button type="button" className={`v-button ${css.all}`} {...opens('all')}>
        All filters
        {chips.length > 0 && <span className={css.number}>{chips.length}</span>}
      </button>
      {chips.length > 0 && (
        <ul className={css.chips} data-strip="filters" aria-label="Filters set">
          {chips.map((chip) => (
            <li key={chip.id} className={css.chip} data-filter={chip.id}>
              <button
                type="button"
                className={css.chipText}
                aria-haspopup="dialog"
                {...near}
                onClick={({ currentTarget }) => {
                  opener.current = currentTarget;
                  const field = fields.find(({ id }) => id === chip.id);
                  if (field) show(field, currentTarget);
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
        <p className={css.damaged} data-strip="damaged" role="status">
          We ignored part of this link because we couldn’t read it.
        </p>
      )}
      {anchor && shown === 'choice' && (
        <FilterPicker.Part
          anchor={anchor}
          fields={fields}
          chips={chips}
          onChoose={(field) => {
            const chip = bar.current?.querySelector<HTMLElement>(`[data-filter="${field?.id}"] button`);
            show(field ?? 'all', chip ?? addButton());
          }}
          onClose={leave}
        />
      )}
      {anchor && shown !== 'choice' && (
        <FilterPanel.Part
          key={shown === 'all' ? '' : shown.id}
          anchor={anchor}
          filters={filters}
          fields={shown === 'all' ? fields : [shown]}
          isAll={shown === 'all'}
          facets={facets}
          values={values}
          draft={draft}
          onDraft={setDraft}
          errors={errors}
          onApply={apply}
          onClose={leave}
        />
      )}
    </div>
  );
}

/** What is open: the filter picker, all filters, or a single one. */
type Shown = 'choice' | 'all' | FilterField;

function focus(element: Element | null | undefined): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** F adds a filter while a cell of the surrounding list has focus. */
function useListKey(bar: RefObject<HTMLElement | null>, add: (cell: Element) => void): void {
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    const list = bar.current?.closest<HTMLElement>('[data-part=grid]');
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (key.toLowerCase() !== 'f' || ctrlKey || metaKey || altKey) return;
      if (!(target instanceof Element) || !target.matches('[role=grid] [data-c]')) return;
      // An overlay over the bar handles its own keys.
      if (bar.current?.closest('[inert]')) return;
      event.preventDefault();
      latest.current(target);
    };
    list?.addEventListener('keydown', onKey);
    return () => list?.removeEventListener('keydown', onKey);
  }, [bar]);
}
