import { useQueryClient } from '@tanstack/react-query';
import { whyNot } from '../../../domain/access/ability';
import { signedInNow } from '../session/session-store';
import { resourceKey } from './live-refine';
import type { Resource } from './resource';
import type { RowOf } from './resource-types';

type Listed<Row> = { data: readonly Row[] };

/**
 * The row of a record that isn't here yet, from the newest cached list that has it, if the reader may read such lists.
 * Undefined without one; a list that something changed since isn't searched.
 */
export function useKnownRow<P extends Resource>(
  resources: readonly P[],
  is: (row: RowOf<P>) => boolean,
): RowOf<P> | undefined {
  const cache = useQueryClient().getQueryCache();
  const ability = signedInNow()?.ability;
  return resources
    .filter(({ requires }) => ability && whyNot(ability, requires) === null)
    .flatMap(({ name }) => cache.findAll({ queryKey: [...resourceKey(name), 'list'] }))
    .filter(({ state }) => state.data !== undefined && !state.isInvalidated)
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .map(({ state }) => (state.data as Listed<RowOf<P>>).data.find(is))
    .find((row) => row !== undefined);
}
