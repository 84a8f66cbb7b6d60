import { useCallback, useMemo } from 'react';
import { Link } from 'react-router';
import { BUYER_ORDER_SORTS, purchaseOrders as calls } from '../../../domain/orders/contract';
import { purchaseOrderFilters } from '../../../domain/orders/filters';
import type { BuyerOrderRow } from '../../../domain/orders/order';
import { useSession } from '../../providers/session';
import { useCallQuery } from '../../providers/use-call';
import { PageFrame } from '../../ui/PageFrame';
import { OrdersGrid } from './OrdersGrid';
import { purchaseOrderColumns } from './orders.columns';
import { filterFields } from './orders.filters';
import { rereadPurchase } from './reread';
import { useOrderAddress } from './useOrderAddress';
import { usePurchaseExport } from './useOrderExport';

const FACETS_FRESH_MS = 60_000;

/** All purchase orders of the buyer company entered. */
export default function PurchaseOrderList() {
  const address = useOrderAddress(purchaseOrderFilters, BUYER_ORDER_SORTS);
  const { scope, buyerCompany } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = scope?.buyerCompanyId ?? undefined;
  const facets = useCallQuery(calls.facets, { query: { orgId, companyId } }, { staleTime: FACETS_FRESH_MS });
  const fields = useMemo(
    () => filterFields(purchaseOrderFilters, facets.data, address.filters),
    [facets.data, address.filters],
  );
  const reread = useCallback((row: BuyerOrderRow) => rereadPurchase(orgId, row), [orgId]);
  const exports = usePurchaseExport(address);
  return (
    <PageFrame
      title="Purchase Orders"
      aside={buyerCompany && <span className="o-aside">{buyerCompany.dba ?? buyerCompany.businessLicenseName}</span>}
    >
      <OrdersGrid<BuyerOrderRow>
        resource="purchase-orders"
        label="Purchase orders"
        columns={purchaseOrderColumns}
        fields={fields}
        address={address}
        search={{ label: 'Order number or product', words: 'productNameSearch' }}
        empty={{
          title: 'No purchase orders yet',
          hint: 'Fill a cart on the marketplace and check out: your orders are followed here.',
          action: (
            <Link className="v-button" to="/marketplace">
              Go to the marketplace
            </Link>
          ),
        }}
        pathOf={({ id }) => `/orders/purchases/${id}`}
        reread={reread}
        exports={exports}
      />
    </PageFrame>
  );
}
