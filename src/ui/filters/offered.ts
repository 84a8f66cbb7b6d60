import { type Facets, type FilterField, type FilterOption, optionsOf } from '../../../domain/filters';
import type { FilterValues } from './types';

/** What a field offers, undefined while that is not known yet; `values` are those applied. */
export function choicesOf(
  field: FilterField,
  facets: Facets,
  values: FilterValues,
): readonly FilterOption[] | undefined {
  return field.kind === 'ids' || field.kind === 'choices' ? optionsOf(field, facets, values) : [];
}

/** Whether there is anything to choose: what only a link can choose is offered once it has. */
export function isOffered(field: FilterField, facets: Facets, values: FilterValues): boolean {
  return (field.kind !== 'ids' && field.kind !== 'choices') || choicesOf(field, facets, values)?.length !== 0;
}
