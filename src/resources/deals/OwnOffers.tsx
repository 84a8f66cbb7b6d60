import { offers as calls, OFFER_SORTS } from '../../../domain/deals/contract';
import type { OfferRow } from '../../../domain/deals/deal';
import { ownOfferFilters } from '../../../domain/deals/filters';
import { CreateButton, ResourceGrid, useListAddress } from '../../kit/list';
import { useSession } from '../../providers/session';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { ownOfferColumns } from './deals.columns';
import { pathOfOffer } from './deals.text';
import { offers } from './resource';

const OfferDrawer = lazyDialog(async () => (await import('./OfferDrawer')).OfferDrawer);

const SORTS = { by: OFFER_SORTS, first: 'created', desc: true } as const;

/** The current company's offers. */
export default function OwnOffers() {
  const address = useListAddress(ownOfferFilters, SORTS);
  const { sellerCompany } = useSession();
  const add = <CreateButton label="Make an offer" requires={calls.create.requires} />;
  return (
    <PageFrame
      title="Our Offers"
      aside={sellerCompany && <span className="v-hint">{sellerCompany.name}</span>}
      actions={add}
    >
      <ResourceGrid<OfferRow>
        resource={offers}
        label="Our offers"
        noun={['offer', 'offers']}
        columns={ownOfferColumns}
        nameOf={({ product }) => `offer of ${product.name}`}
        address={address}
        filters={ownOfferFilters}
        search={{ label: 'Find by product or brand', field: 'search' }}
        rowTone={({ status }) => (status === 'OPEN' ? undefined : 'muted')}
        empty={{
          title: 'No offers yet',
          hint: 'Offer a product at a price until a day you choose. Buyers take it or bid.',
          action: add,
        }}
        pathOf={pathOfOffer}
        drawer={({ onClose }) => <OfferDrawer.Part onClose={onClose} />}
      />
    </PageFrame>
  );
}
