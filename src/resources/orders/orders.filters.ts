import { RELATIVE_RANGES } from '../../../domain/dates';
import { type Facets, type FilterSet, optionsOf } from '../../../domain/filters';
import type { FilterField } from '../../ui/filters';

type Declared = Pick<FilterSet, 'fields'>;

/** Declared filters as fields; choices that are not known yet are shown as loading, those only a link makes when made. */
export function filterFields({ fields }: Declared, facets: Facets, filters: Record<string, unknown>): FilterField[] {
  return fields.flatMap((field): FilterField[] => {
    const { id, label, keys } = field;
    const [from = '', to = '', key = ''] = keys;
    switch (field.kind) {
      case 'text':
        return [{ kind: 'text', id, label, maxLength: field.maxLength }];
      case 'flag':
        return [{ kind: 'tri', id, label, yes: field.yes, no: field.no }];
      case 'amounts': {
        const { decimals, prefix, min } = field;
        return [{ kind: 'numberRange', id, label, from, to, decimals, prefix, ...(min === undefined ? {} : { min }) }];
      }
      case 'dates': {
        const options = field.ranges.map((value) => ({ value, label: RELATIVE_RANGES[value].label }));
        return [{ kind: 'dateRange', id, label, from, to, relative: { key, options } }];
      }
      default: {
        const options = optionsOf(field, facets, filters);
        if (options?.length === 0 && field.facet === null) return [];
        return [{ kind: 'multi', id, label, options: options ?? [], loading: options === undefined }];
      }
    }
  });
}
