import { useEffect, useRef, useState } from 'react';
import type { FilterChip, FilterField } from '../../../domain/filters';
import { finds } from '../../../domain/search-text';
import { Combobox } from '../Combobox';
import { FilterFrame } from './FilterFrame';
import css from './FilterPicker.module.css';

type FilterPickerProps = {
  anchor: HTMLElement;
  fields: readonly FilterField[];
  /** Filters already set. */
  chips: readonly FilterChip[];
  /** Null means all filters. */
  onChoose: (field: FilterField | null) => void;
  onClose: () => void;
};

type Choice = { id: string; label: string; field: FilterField | null };

/** A searchable list of filters. */
export function FilterPicker({ anchor, fields, chips, onChoose, onClose }: FilterPickerProps) {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const isWanted = finds(text);
  const found = fields
    .filter(({ label }) => isWanted(label))
    .map((field): Choice => {
      const chip = chips.find(({ id }) => id === field.id);
      return { id: field.id, label: chip?.text ?? field.label, field };
    });
  return (
    <FilterFrame anchor={anchor} title="Filter by" isNarrow onClose={onClose}>
      <div className={css.picker}>
        <Combobox<Choice>
          ref={box}
          label="Filter by"
          placeholder="Find a filter"
          listLabel="Filters"
          text={text}
          onText={setText}
          groups={[{ label: null, options: [...found, { id: 'all', label: 'All filters', field: null }] }]}
          idOf={({ id }) => id}
          onChoose={({ field }) => onChoose(field)}
          startsChosen
          classes={{ list: css.list, option: css.option }}
          beside={
            found.length === 0 && (
              <p className="v-hint" role="status">
                No filters match “{text.trim()}”.
              </p>
            )
          }
        >
          {({ label }) => label}
        </Combobox>
      </div>
    </FilterFrame>
  );
}
