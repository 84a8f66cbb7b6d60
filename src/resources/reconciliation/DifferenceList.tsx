import { useState } from 'react';
import {
  type TrackingDifference,
  whyNotAccept,
  whyNotAdjust,
  whyNotCorrect,
} from '../../../domain/inventory/difference';
import { differenceFilters } from '../../../domain/inventory/difference-filters';
import { reconciliation as calls, DIFFERENCE_SORTS } from '../../../domain/inventory/reconciliation-contract';
import { useNotAssigned } from '../../access/useAssignment';
import { useCan } from '../../access/useCan';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { PageFrame } from '../../ui/PageFrame';
import { differenceBulk } from './differences.bulk';
import { differenceColumns } from './differences.columns';
import { differences } from './resource';
import { AcceptQuestion, AdjustQuestion, CorrectQuestion } from './SettleDialogs';
import { Shortages } from './Shortages';

const SORTS = { by: DIFFERENCE_SORTS, first: 'found', desc: true } as const;
/** What is settled doesn't keep its place: an inbox gets shorter. */
const settledLeaves = async () => null;

type Settling = { by: 'accept' | 'correct' | 'adjust'; difference: TrackingDifference };

/** Where the tracking system and we disagree, until somebody settles it. */
export default function DifferenceList() {
  const address = useListAddress(differenceFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const facets = useCallQuery(calls.facets, { query: { orgId } }, { topics: ['packages'] });
  const maySettle = useCan().can(calls.accept.requires);
  const [settling, setSettling] = useState<Settling | null>(null);
  const notAssigned = useNotAssigned('licenses');
  const close = () => setSettling(null);
  return (
    <PageFrame title="Reconciliation" aside={<span className="v-hint">Differences with the tracking system</span>}>
      <Shortages />
      <ResourceGrid<TrackingDifference>
        resource={differences}
        label="Differences"
        noun={['difference', 'differences']}
        columns={differenceColumns}
        nameOf={({ label }) => label}
        reread={settledLeaves}
        address={address}
        filters={differenceFilters}
        facets={facets.data}
        search={{ label: 'Find a tag or item', field: 'searchTerm' }}
        empty={
          notAssigned ?? {
            title: 'Nothing to settle',
            hint: 'When the tracking system says something else of a package than Verdant, it appears here.',
          }
        }
        {...(maySettle && { bulk: differenceBulk })}
        rowActions={(difference) =>
          maySettle
            ? [
                ...(whyNotAccept(difference) === null
                  ? [{ label: 'Accept theirs', onSelect: () => setSettling({ by: 'accept', difference }) }]
                  : []),
                ...(whyNotCorrect(difference) === null
                  ? [{ label: 'Correct ours', onSelect: () => setSettling({ by: 'correct', difference }) }]
                  : []),
                ...(whyNotAdjust(difference) === null
                  ? [{ label: 'Adjust theirs', onSelect: () => setSettling({ by: 'adjust', difference }) }]
                  : []),
              ]
            : []
        }
        rowTone={({ settled }) => (settled ? 'muted' : undefined)}
      />
      {settling?.by === 'accept' && <AcceptQuestion difference={settling.difference} onClose={close} />}
      {settling?.by === 'adjust' && <AdjustQuestion difference={settling.difference} onClose={close} />}
      {settling?.by === 'correct' && <CorrectQuestion difference={settling.difference} onClose={close} />}
    </PageFrame>
  );
}
