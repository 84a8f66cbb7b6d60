import { OFFER_SORTS } from '../../../domain/deals/contract';
import type { OfferRow } from '../../../domain/deals/deal';
import { openOfferFilters } from '../../../domain/deals/filters';
import { ResourceGrid, useConsentRound, useListAddress } from '../../kit/list';
import { PageFrame } from '../../ui/PageFrame';
import { openOfferColumns } from './deals.columns';
import { pathOfOffer } from './deals.text';
import { openOffers } from './resource';

const SORTS = { by: OFFER_SORTS, first: 'created', desc: true } as const;

/** A consent is told to who may see it, and with their organization to everybody else. */
const CONSENTS = ['network', 'organization'] as const;

/** Offers of other organizations that the reader can bid on. */
export default function OpenOffers() {
  const address = useListAddress(openOfferFilters, SORTS);
  const round = useConsentRound(openOffers.name, CONSENTS);
  return (
    <PageFrame title="Offers" aside={<span className="v-hint">From sellers in the states you buy in</span>}>
      <ResourceGrid<OfferRow>
        key={round}
        resource={openOffers}
        label="Offers"
        noun={['offer', 'offers']}
        columns={openOfferColumns}
        nameOf={({ product, seller }) => `offer of ${product.name} by ${seller.name}`}
        address={address}
        search={{ label: 'Find by product, brand or seller', field: 'search' }}
        empty={{ title: 'No offers now', hint: 'Offers from sellers appear here while they’re open.' }}
        pathOf={pathOfOffer}
      />
    </PageFrame>
  );
}
