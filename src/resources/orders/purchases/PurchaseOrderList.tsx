import { useCallback } from 'react';
import { Link } from 'react-router';
import { BUYER_ORDER_SORTS, purchaseOrders as calls } from '../../../../domain/orders/contract';
import { purchaseOrderFilters } from '../../../../domain/orders/filters';
import type { BuyerOrderRow } from '../../../../domain/orders/order';
import { ListLinks, ResourceGrid, useFacets, useListAddress } from '../../../kit/list';
import { useSession } from '../../../providers/session';
import { PageFrame } from '../../../ui/PageFrame';
import { purchaseOrderColumns } from '../orders.columns';
import { rereadPurchase } from '../reread';
import { purchaseOrders } from '../resource';
import { usePurchaseExports } from '../useOrderExports';

const SORTS = { by: BUYER_ORDER_SORTS, first: 'created', desc: true } as const;
const LINKS = [
  { to: '/orders/purchases?late=true', label: 'Late' },
  { to: '/orders/purchases/approvals?status=WAITING', label: 'Approvals' },
];
const FACETS_FRESH_MS = 60_000;

/** The current buyer company's purchase orders. */
export default function PurchaseOrderList() {
  const address = useListAddress(purchaseOrderFilters, SORTS);
  const { scope, buyerCompany } = useSession();
  const orgId = scope?.orgId ?? 0;
  const query = { orgId, companyId: scope?.buyerCompanyId ?? undefined };
  const facets = useFacets(calls.facets, { query }, address.filters, { staleTime: FACETS_FRESH_MS });
  const reread = useCallback((row: BuyerOrderRow) => rereadPurchase(orgId, row), [orgId]);
  const exports = usePurchaseExports(address.search);
  return (
    <PageFrame
      title="Purchase Orders"
      actions={<ListLinks links={LINKS} />}
      aside={buyerCompany && <span className="muted">{buyerCompany.dba ?? buyerCompany.businessLicenseName}</span>}
    >
      <ResourceGrid<BuyerOrderRow>
        resource={purchaseOrders}
        label="Purchase orders"
        noun={['order', 'orders']}
        columns={purchaseOrderColumns}
        nameOf={({ orderNumber }) => `order ${orderNumber}`}
        address={address}
        filters={purchaseOrderFilters}
        {...facets}
        search={{ label: 'Order number or product', field: 'productNameSearch', number: 'sellerOrderNumber' }}
        empty={{
          title: 'No purchase orders yet',
          hint: 'Place an order on the marketplace and follow it here.',
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
