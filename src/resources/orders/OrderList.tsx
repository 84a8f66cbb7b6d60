import { useMemo } from 'react';
import { orders as calls, ORDER_SORTS } from '../../../domain/orders/contract';
import { orderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { PageFrame } from '../../ui/PageFrame';
import { OrderBulkActions } from './OrderBulkActions';
import { OrdersGrid } from './OrdersGrid';
import { orderColumns } from './orders.columns';
import { filterFields } from './orders.filters';
import { rereadOrder } from './reread';
import { SavedSearchDialogs } from './SavedSearchDialogs';
import { SavedSearchMenu } from './SavedSearchMenu';
import { useOrderAddress } from './useOrderAddress';
import { useOrderExport } from './useOrderExport';
import { useSavedSearches } from './useSavedSearches';

const FACETS_FRESH_MS = 60_000;

/** All sales orders of the seller company entered. */
export default function OrderList() {
  const address = useOrderAddress(orderFilters, ORDER_SORTS);
  const { scope, sellerCompany } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = scope?.sellerCompanyId ?? undefined;
  const facets = useCallQuery(calls.facets, { query: { orgId, companyId } }, { staleTime: FACETS_FRESH_MS });
  const fields = useMemo(
    () => filterFields(orderFilters, facets.data, address.filters),
    [facets.data, address.filters],
  );
  const searches = useSavedSearches(address);
  const exports = useOrderExport(address);
  return (
    <PageFrame title="Sales Orders" aside={sellerCompany && <span className="o-aside">{sellerCompany.name}</span>}>
      <OrdersGrid<OrderRow>
        resource="orders"
        label="Sales orders"
        columns={orderColumns}
        fields={fields}
        address={address}
        search={{ label: 'Order number or customer', words: 'customerSearch' }}
        empty={{
          title: 'No orders yet',
          hint: 'Orders that buyers place on the marketplace arrive here by themselves.',
        }}
        pathOf={({ id }) => `/orders/${id}`}
        reread={rereadOrder}
        bulkActions={(selected, clear) => <OrderBulkActions selected={selected} onDone={clear} />}
        exports={exports}
      >
        {companyId !== undefined && <SavedSearchMenu searches={searches} />}
      </OrdersGrid>
      <SavedSearchDialogs searches={searches} />
    </PageFrame>
  );
}
