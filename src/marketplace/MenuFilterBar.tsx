import type { MenuProduct } from '../../domain/catalogue/product';
import { Checkbox, Field, Select, TextInput } from '../ui/Field';
import { useAddressText } from '../ui/useAddressText';
import css from './marketplace.module.css';
import { choicesOf, type MenuFilters } from './useMenuAddress';

export type MenuFilterBarProps = {
  products: readonly MenuProduct[];
  filters: MenuFilters;
  onChange: (change: Partial<MenuFilters>) => void;
};

export function MenuFilterBar({ products, filters, onChange }: MenuFilterBarProps) {
  const { categories, strains } = choicesOf(products);
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
      <Checkbox
        label="In stock"
        checked={filters.isInStock}
        onChange={(event) => onChange({ isInStock: event.target.checked })}
      />
    </div>
  );
}
