import { useState } from 'react';
import { reconciliation as calls, DIFFERENCE_SORTS } from '../../../../domain/inventory/reconciliation/contract';
import {
  type TrackingDifference,
  whyNotAccept,
  whyNotAdjust,
  whyNotAsk,
  whyNotCorrect,
} from '../../../../domain/inventory/reconciliation/difference';
import { differenceFilters } from '../../../../domain/inventory/reconciliation/difference-filters';
import { useCan } from '../../../access/useCan';
import { useNotAssigned } from '../../../access/WhyNot';
import { ResourceGrid, useListAddress } from '../../../kit/list';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { differenceBulk } from './differences.bulk';
import { differenceColumns } from './differences.columns';
import { differences } from './resource';
import { AcceptQuestion, AdjustQuestion, AskQuestion, CorrectQuestion } from './SettleDialogs';
import { Shortages } from './Shortages';

const SORTS = { by: DIFFERENCE_SORTS, first: 'found', desc: true } as const;
/** What is settled doesn't keep its place: an inbox gets shorter. */
const settledLeaves = async () => null;

/** What can be done about a difference, with the dialog that asks first. */
const ACTS = [
  { by: 'accept', label: 'Accept theirs', whyNot: whyNotAccept, Asking: AcceptQuestion },
  { by: 'correct', label: 'Correct ours', whyNot: whyNotCorrect, Asking: CorrectQuestion },
  {
    by: 'adjust',
    label: 'Adjust theirs',
    whyNot: (one: TrackingDifference) => whyNotAdjust(one),
    Asking: AdjustQuestion,
  },
  { by: 'ask', label: 'Ask a colleague', whyNot: whyNotAsk, Asking: AskQuestion },
] as const;

type Settling = { by: (typeof ACTS)[number]['by']; difference: TrackingDifference };

/** Where the tracking system and we disagree, until somebody settles it. */
export default function DifferenceList() {
  const address = useListAddress(differenceFilters, SORTS);
  const orgId = useSession().scope?.orgId ?? 0;
  const facets = useCallQuery(calls.facets, { query: { orgId } }, { topics: ['packages'] });
  const maySettle = useCan().can(calls.accept.requires);
  const [settling, setSettling] = useState<Settling | null>(null);
  const notAssigned = useNotAssigned('licenses');
  const close = () => setSettling(null);
  const Asking = ACTS.find(({ by }) => by === settling?.by)?.Asking;
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
            ? ACTS.filter(({ whyNot }) => whyNot(difference) === null).map(({ by, label }) => ({
                label,
                onSelect: () => setSettling({ by, difference }),
              }))
            : []
        }
        rowTone={({ settled }) => (settled ? 'muted' : undefined)}
      />
      {Asking && settling && <Asking difference={settling.difference} onClose={close} />}
    </PageFrame>
  );
}
