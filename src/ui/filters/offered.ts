import { type Facets, type FilterField, type FilterOption, optionsOf } from '../../../domain/filters';
import type { FilterValues } from './types';

/** A field's choices, undefined while loading; `values` are those applied. */
export function choicesOf(
  field: FilterField,
  facets: Facets,
  values: FilterValues,
): readonly FilterOption[] | undefined {
  return field.kind === 'ids' || field.kind === 'choices' ? optionsOf(field, facets, values) : [];
}

/** Whether there is anything to choose: a field only links can set appears once set. */
export function isOffered(field: FilterField, facets: Facets, values: FilterValues): boolean {
  return (field.kind !== 'ids' && field.kind !== 'choices') || choicesOf(field, facets, values)?.length !== 0;
}
