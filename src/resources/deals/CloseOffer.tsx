import { offers as calls } from '../../../domain/deals/contract';
import type { Offer } from '../../../domain/deals/deal';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useCall } from '../../providers/refine/use-call';

/** Closes an offer. */
export function CloseOffer({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { run } = useCall(calls.close, { showsErrors: true });
  const open = offer.openBids;
  const declined = open === 1 ? 'The open bid is declined.' : `The ${open} open bids are declined.`;
  return (
    <Confirm
      title={`Close the offer of ${offer.product.name}?`}
      act="Close offer"
      run={() => run({ params: { offerUuid: offer.uuid }, body: { version: offer.version } })}
      success="Offer closed."
      onClose={onClose}
    >
      <p>Buyers stop seeing it. {open > 0 && declined} Orders already made stay as they are. It can’t be reopened.</p>
    </Confirm>
  );
}
