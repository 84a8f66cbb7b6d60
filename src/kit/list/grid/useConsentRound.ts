import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LiveTopic } from '../../../../domain/live/events';
import { onTopic } from '../../../providers/live';
import { gather, resourceKey } from '../../../providers/refine/live-refine';

/**
 * A number that changes when a list has other rows than before a consent changed. Lists keep their rows in place when they
 * are read again; with this as its key, what isn't shown to the reader any more leaves at once, and what is now comes. The
 * topics aren't among the resource's own: their ids are no rows of it.
 */
export function useConsentRound(resource: string, topics: readonly LiveTopic[]): number {
  const client = useQueryClient();
  const [round, setRound] = useState(() => {
    // What was read earlier may not be shown any more.
    client.removeQueries({ queryKey: resourceKey(resource), type: 'inactive' });
    return 0;
  });
  useEffect(() => {
    const queries = { queryKey: resourceKey(resource), type: 'active' as const };
    const rows = () =>
      JSON.stringify(
        client
          .getQueriesData<{ data?: { id?: unknown }[] }>(queries)
          .map(([, page]) => page?.data?.map(({ id }) => id)),
      );
    const burst = gather<unknown>(async () => {
      const before = rows();
      await client.refetchQueries(queries);
      if (rows() !== before) setRound((last) => last + 1);
    });
    const offs = topics.map((topic) => onTopic(topic, burst.add));
    return () => {
      for (const off of offs) off();
      burst.stop();
    };
  }, [client, resource, topics]);
  return round;
}
