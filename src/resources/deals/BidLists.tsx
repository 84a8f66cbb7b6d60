import { BID_SORTS, DEAL_ORDER_SORTS } from '../../../domain/deals/contract';
import type { BidRow } from '../../../domain/deals/deal';
import { bidFilters, dealOrderFilters } from '../../../domain/deals/filters';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { PageFrame } from '../../ui/PageFrame';
import { bidColumns, dealOrderColumns } from './deals.columns';
import { pathOfOffer } from './deals.text';
import { bids, dealOrders } from './resource';

const pathOf = ({ offerUuid }: BidRow) => pathOfOffer({ uuid: offerUuid });
const nameOf = ({ product, side, buyer, seller }: BidRow) =>
  `bid on ${product.name} with ${side === 'SELLER' ? buyer.name : seller.name}`;

/** Bids of both sides. */
export function Bids() {
  const address = useListAddress(bidFilters, { by: BID_SORTS, first: 'changed', desc: true });
  return (
    <PageFrame title="Bids">
      <ResourceGrid<BidRow>
        resource={bids}
        label="Bids"
        noun={['bid', 'bids']}
        columns={bidColumns}
        nameOf={nameOf}
        address={address}
        filters={bidFilters}
        search={{ label: 'Find by product or brand', field: 'search' }}
        rowTone={({ status }) => (status === 'OPEN' ? undefined : 'muted')}
        empty={{ title: 'No bids yet', hint: 'Your bids, and those on your offers, appear here.' }}
        pathOf={pathOf}
      />
    </PageFrame>
  );
}

/** Orders that came from deals, on both sides. */
export function DealOrders() {
  const address = useListAddress(dealOrderFilters, { by: DEAL_ORDER_SORTS, first: 'changed', desc: true });
  return (
    <PageFrame title="Deal Orders">
      <ResourceGrid<BidRow>
        resource={dealOrders}
        label="Deal orders"
        noun={['order', 'orders']}
        columns={dealOrderColumns}
        nameOf={({ order, product }) => `order ${order?.orderNumber ?? ''} of ${product.name}`}
        address={address}
        filters={dealOrderFilters}
        search={{ label: 'Find by product or brand', field: 'search' }}
        empty={{ title: 'No orders from deals yet', hint: 'A bid that both sides accept becomes an order.' }}
        pathOf={pathOf}
      />
    </PageFrame>
  );
}
