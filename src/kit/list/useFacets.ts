import { useCallback, useState } from 'react';
import type { CallInput, Endpoint } from '../../../domain/contract/endpoint';
import { type CallQueryOptions, useCallQuery } from '../../providers/refine/use-call';

/**
 * A list's facets, read once they matter: a filter is set, or the person nears the filters. A fresh list asks for its rows
 * alone. `facets` and `onNearFilters` go to the list as they are.
 */
export function useFacets<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  filters: object,
  options: Pick<CallQueryOptions, 'topics' | 'staleTime'> = {},
) {
  const [isNear, setNear] = useState(false);
  const enabled = isNear || Object.keys(filters).length > 0;
  const { data: facets } = useCallQuery(endpoint, input, { ...options, enabled });
  const onNearFilters = useCallback(() => setNear(true), []);
  return { facets, onNearFilters };
}
