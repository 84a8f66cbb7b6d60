import type { z } from 'zod';
import type { MenuFacets } from '../../../../domain/catalogue/menu';
import { Checkbox, Field, Select, TextInput } from '../../../ui/Field';
import { useAddressText } from '../../../ui/useAddressText';
import css from '../../marketplace.module.css';
import { MENU_SORTS, type MenuFilters, type MenuSort } from './useMenuAddress';

type Facets = z.infer<typeof MenuFacets>;

export type MenuFilterBarProps = {
  /** Undefined if loading failed: then there are no choices. */
  facets: Facets | undefined;
  filters: MenuFilters;
  onChange: (change: Partial<MenuFilters>) => void;
};

export function MenuFilterBar({ facets, filters, onChange }: MenuFilterBarProps) {
  const categories = choicesOf(facets?.categories);
  const strains = choicesOf(facets?.strainClassifications);
  const [text, find] = useAddressText('q');
  return (
    <div className={css.filters}>
      <Field label="Search this menu">
        <TextInput
          type="search"
          placeholder="Name, SKU, strain"
          value={text}
          onChange={(event) => find(event.target.value)}
        />
      </Field>
      <Field label="Category">
        <Select
          placeholder="All categories"
          options={categories}
          value={filters.category}
          onChange={(event) => onChange({ category: event.target.value })}
        />
      </Field>
      {strains.length > 0 && (
        <Field label="Strain type">
          <Select
            placeholder="All strain types"
            options={strains}
            value={filters.strain}
            onChange={(event) => onChange({ strain: event.target.value })}
          />
        </Field>
      )}
      <Field label="Sort by">
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
    </div>
  );
}

const SORTS = Object.entries(MENU_SORTS).map(([value, label]) => ({ value, label }));

const choicesOf = (entries: Facets['categories'] = []) =>
  entries.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }));
