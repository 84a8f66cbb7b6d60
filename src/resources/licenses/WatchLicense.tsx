import { member } from '../../../domain/access/ability';
import { licenseWatches as calls } from '../../../domain/licenses/watch-contract';
import { useCan } from '../../access/useCan';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { Button } from '../../ui/Button';

/** Watches a license of another organization, or stops; nothing where neither is possible. */
export function WatchLicense({ id }: { id: number }) {
  const { can } = useCan();
  const { data } = useCallQuery(
    calls.of,
    { params: { id } },
    { enabled: can(member), topics: ['directory-lists', 'organization'] },
  );
  const add = useCall(calls.add, {
    success: 'You’re told 60, 30 and 7 days before it lapses, and if the state register says it’s no longer good.',
  });
  const drop = useCall(calls.drop, { success: 'You no longer watch this license.' });
  if (!data || (!data.isWatched && !data.canWatch)) return null;
  const { run, isPending } = data.isWatched ? drop : add;
  return (
    <Button icon="bell" busy={isPending} onClick={() => void run({ params: { id } })}>
      {data.isWatched ? 'Stop watching' : 'Watch license'}
    </Button>
  );
}
