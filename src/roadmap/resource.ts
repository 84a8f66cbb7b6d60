import { useQueryClient } from '@tanstack/react-query';
import { roadmap as calls } from '../../domain/roadmap/contract';
import { resourceKey } from '../providers/refine/live-refine';
import { resourceOf } from '../providers/refine/resource';

/** Entries of the roadmap. Members suggest them, support staff change and remove them. */
export const roadmap = resourceOf({
  name: 'roadmap',
  topics: ['roadmap'],
  list: calls.search,
  one: calls.get,
  create: calls.suggest,
  update: calls.update,
  remove: calls.remove,
});

export const pathOfEntry = ({ id }: { id: number }): string => `/roadmap/${id}`;

/** Reads entries again after a call that tells nobody of its change: support staff in no organization hear of none. */
export function useRefreshRoadmap(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: resourceKey(roadmap.name) });
}
