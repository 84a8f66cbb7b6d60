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
  const lines = (of: LinesOf, filterLineItems: boolean) => {
    const whose = of.allMatching ? 'these orders' : counted(of.orderNumbers.length, 'order');
    void start(
      { body: { ...body, ...of, exportLineItems: true, filterLineItems } },
      `export the line items of ${whose}`,
    );
  };
  const isFiltered = LINE_FILTERS.some((name) => search.filters[name] !== undefined);
  return {
    requires: calls.orders.requires,
    all: (columns) =>
      void start({ body: { ...body, headers: columns as SalesBody['headers'] } }, 'export these orders'),
    more: (selected, except) => lineEntries(chosenOf(selected, except), isFiltered, lines),
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

/** Whose line items are exported: of orders by number, or of every match except some. */
type LinesOf = { allMatching: false; orderNumbers: string[] } | { allMatching: true; except: number[] };

/** Without a selection, every match. */
const chosenOf = (selected: readonly OrderRow[] | null, except: readonly number[]): LinesOf =>
  selected === null || selected.length === 0
    ? { allMatching: true, except: [...except] }
    : { allMatching: false, orderNumbers: selected.map(({ orderNumber }) => orderNumber) };

function lineEntries(
  of: LinesOf,
  isFiltered: boolean,
  onLines: (of: LinesOf, onlyMatching: boolean) => void,
): MenuEntry[] {
  const label = lineLabel(of);
  if (!of.allMatching && of.orderNumbers.length > MOST_ORDERS_OF_LINES) {
    const note = `Select up to ${formatNumber(MOST_ORDERS_OF_LINES)} orders, or all that match.`;
    return [{ label, disabled: true, note, onSelect: () => {} }];
  }
  const entry = (text: string, onlyMatching: boolean): MenuEntry => ({
    label: text,
    onSelect: () => onLines(of, onlyMatching),
  });
  return [entry(label, false), ...(isFiltered ? [entry(`${label} that match the filters`, true)] : [])];
}

function lineLabel(of: LinesOf): string {
  if (of.allMatching) return 'Line items of all matching orders';
  const many = of.orderNumbers.length;
  return many === 1 ? 'Line items of the selected order' : `Line items of the ${formatNumber(many)} selected`;
}
