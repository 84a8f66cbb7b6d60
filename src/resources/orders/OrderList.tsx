import { orders as calls, ORDER_SORTS } from '../../../domain/orders/contract';
import { orderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import { useNotAssigned } from '../../access/useAssignment';
import { ResourceGrid, useListAddress, useSavedViews } from '../../kit/list';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { PageFrame } from '../../ui/PageFrame';
import { orderBulk } from './orders.bulk';
import { orderColumns } from './orders.columns';
import { rereadOrder } from './reread';
import { orders, savedSearches } from './resource';
import { useOrderExports } from './useOrderExports';

const SORTS = { by: ORDER_SORTS, first: 'created', desc: true } as const;
const FACETS_FRESH_MS = 60_000;

/** The current seller company's sales orders. */
export default function OrderList() {
  const address = useListAddress(orderFilters, SORTS);
  const { scope, sellerCompany } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const facets = useCallQuery(calls.facets, { query }, { staleTime: FACETS_FRESH_MS });
  const views = useSavedViews(savedSearches, address);
  const exports = useOrderExports(address.search);
  const notAssigned = useNotAssigned('orders');
  return (
    <PageFrame title="Sales Orders" aside={sellerCompany && <span className="muted">{sellerCompany.name}</span>}>
      <ResourceGrid<OrderRow>
        resource={orders}
        label="Sales orders"
        noun={['order', 'orders']}
        columns={orderColumns}
        nameOf={({ orderNumber }) => `order ${orderNumber}`}
        address={address}
        filters={orderFilters}
        facets={facets.data}
        search={{ label: 'Order number or customer', field: 'customerSearch', number: 'sellerOrderNumber' }}
        empty={notAssigned ?? { title: 'No orders yet', hint: 'Orders buyers place on the marketplace appear here.' }}
        pathOf={({ id }) => `/orders/${id}`}
        reread={rereadOrder}
        bulk={orderBulk}
        exports={exports}
        views={views}
      />
    </PageFrame>
  );
}
