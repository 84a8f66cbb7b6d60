import { useState } from 'react';
import type { Choosing, MenuChoice } from '../../../../domain/catalogue/menu-filters';
import { isNarrowed } from '../../../../domain/catalogue/menu-filters';
import { Button } from '../../../ui/Button';
import { Checkbox, Field, Select, TextInput } from '../../../ui/Field';
import { useAddressText } from '../../../ui/useAddressText';
import css from './MenuBar.module.css';
import { MENU_SORTS, type MenuFilters, type MenuSort } from './useMenuAddress';

export type MenuFilterBarProps = {
  choices: Readonly<Record<Choosing, readonly MenuChoice[]>>;
  filters: MenuFilters;
  onChange: (change: Partial<MenuFilters>) => void;
};

const FIELDS: readonly { name: Choosing; label: string; placeholder: string }[] = [
  { name: 'category', label: 'Category', placeholder: 'All categories' },
  { name: 'strain', label: 'Strain type', placeholder: 'All strain types' },
  { name: 'thc', label: 'THC', placeholder: 'Any THC' },
  { name: 'price', label: 'Price', placeholder: 'Any price' },
];

export const NO_FILTERS = { q: '', category: '', strain: '', thc: '', price: '', isInStock: false } as const;

/** The search of a menu and what narrows and sorts it; on narrow screens the rest opens on demand. */
export function MenuFilterBar({ choices, filters, onChange }: MenuFilterBarProps) {
  const [text, find] = useAddressText('q');
  const [isOpen, setOpen] = useState(false);
  const { q, ...others } = filters;
  const count = FIELDS.filter(({ name }) => filters[name] !== '').length + (filters.isInStock ? 1 : 0);
  return (
    <>
      <Field label="Search this menu" labelHidden>
        <TextInput
          type="search"
          placeholder="Search this menu: name, SKU, strain"
          value={text}
          onChange={(event) => find(event.target.value)}
        />
      </Field>
      <Button className={css.toggle ?? ''} icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div className={`${css.filters} ${isOpen ? css.isOpen : ''}`}>
        {FIELDS.map(
          ({ name, label, placeholder }) =>
            choices[name].length > 0 && (
              <Field key={name} label={label} labelHidden>
                <Select
                  placeholder={placeholder}
                  options={choices[name].map(({ value, label: text, count: many }) => ({
                    value,
                    label: `${text} (${many})`,
                  }))}
                  value={filters[name]}
                  onChange={(event) => onChange({ [name]: event.target.value })}
                />
              </Field>
            ),
        )}
        <Field label="Sort by" labelHidden>
          <Select
            options={SORTS}
            value={filters.sort}
            onChange={(event) => onChange({ sort: event.target.value as MenuSort })}
          />
        </Field>
        <Checkbox
          label="In stock"
          checked={filters.isInStock}
          onChange={(event) => onChange({ isInStock: event.target.checked })}
        />
        {isNarrowed({ ...others, q: '' }) && (
          <button type="button" className="v-link" onClick={() => onChange({ ...NO_FILTERS, q })}>
            Reset filters
          </button>
        )}
      </div>
    </>
  );
}

const SORTS = Object.entries(MENU_SORTS).map(([value, label]) => ({ value, label }));
