import type { CallInput } from '../../../domain/contract/endpoint';
import { formatNumber } from '../../../domain/money';
import { MOST_ORDERS_OF_LINES } from '../../../domain/orders/export';
import { orderExports as calls } from '../../../domain/orders/export-contract';
import type { OrderFilters, PurchaseOrderFilters } from '../../../domain/orders/filters';
import type { BuyerOrderRow, OrderRow } from '../../../domain/orders/order';
import { counted } from '../../../domain/text';
import type { ListSearch } from '../../../domain/views/saved-view';
import { type ListExports, useExport } from '../../kit/list';
import { useSession } from '../../providers/session';
import type { MenuEntry } from '../../ui/Menu';

type SalesBody = CallInput<typeof calls.orders>['body'];
type PurchasesBody = CallInput<typeof calls.purchaseOrders>['body'];

/** The filters that apply to single line items. */
const LINE_FILTERS = ['productNameSearch', 'brandIds', 'productLineIds', 'productCategoryIds'] as const;

/** Exports of sales orders, and of the selected orders' line items. */
export function useOrderExports(
  search: ListSearch<OrderFilters, NonNullable<SalesBody['sortBy']>>,
): ListExports<OrderRow> {
  const { scope } = useSession();
  const start = useExport('orders.export', calls.orders);
  const body = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined, ...search };
  const lines = (orderNumbers: string[], filterLineItems: boolean) => {
    const label = `export the line items of ${counted(orderNumbers.length, 'order')}`;
    void start({ body: { ...body, exportLineItems: true, filterLineItems, orderNumbers } }, label);
  };
  const isFiltered = LINE_FILTERS.some((name) => search.filters[name] !== undefined);
  return {
    requires: calls.orders.requires,
    all: (columns) =>
      void start({ body: { ...body, headers: columns as SalesBody['headers'] } }, 'export these orders'),
    more: (selected) => lineEntries(selected?.map(({ orderNumber }) => orderNumber) ?? null, isFiltered, lines),
  };
}

/** Exports of purchase orders. */
export function usePurchaseExports(
  search: ListSearch<PurchaseOrderFilters, NonNullable<PurchasesBody['sortBy']>>,
): ListExports<BuyerOrderRow> {
  const { scope } = useSession();
  const start = useExport('purchase-orders.export', calls.purchaseOrders);
  const body = { orgId: scope?.orgId ?? 0, companyId: scope?.buyerCompanyId ?? undefined, ...search };
  return {
    requires: calls.purchaseOrders.requires,
    all: (columns) =>
      void start({ body: { ...body, headers: columns as PurchasesBody['headers'] } }, 'export these orders'),
  };
}

type OnLines = (orderNumbers: string[], onlyMatching: boolean) => void;

/** `selected` are order numbers; null when more are selected than were loaded. */
function lineEntries(selected: readonly string[] | null, isFiltered: boolean, onLines: OnLines): MenuEntry[] {
  const many = selected?.length ?? 0;
  const label = lineLabel(many);
  const whyNot = whyNoLines(selected);
  if (whyNot !== null || selected === null) {
    return [{ label, disabled: true, note: whyNot ?? '', onSelect: () => {} }];
  }
  const entry = (text: string, onlyMatching: boolean): MenuEntry => ({
    label: text,
    onSelect: () => onLines([...selected], onlyMatching),
  });
  return [entry(label, false), ...(isFiltered ? [entry(`${label} that match the filters`, true)] : [])];
}

function lineLabel(many: number): string {
  if (many === 0) return 'Line items of selected orders';
  return many === 1 ? 'Line items of the selected order' : `Line items of the ${many} selected`;
}

function whyNoLines(selected: readonly string[] | null): string | null {
  if (selected?.length === 0) return 'Select at least one order first.';
  return selected === null || selected.length > MOST_ORDERS_OF_LINES
    ? `Select up to ${formatNumber(MOST_ORDERS_OF_LINES)} orders at a time.`
    : null;
}
