import type { CallInput } from '../../../domain/contract/endpoint';
import type { OrderFilters } from '../../../domain/filters';
import { orderExports as calls } from '../../../domain/orders/export-contract';
import type { Scope } from '../../providers/call-context';
import { isAbort, messageOf } from '../../providers/call-errors';
import { useResumable } from '../../providers/resume';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import type { GridState } from '../../ui/grid';
import { exportFile } from './export-file';

type Asked = { state: GridState; filters: OrderFilters };
type SalesInput = CallInput<typeof calls.orders>;
type PurchasesInput = CallInput<typeof calls.purchaseOrders>;

/** Exporting sales orders; `columns` are ids of the grid's. */
export function useOrderExport(asked: Asked) {
  const { scope } = useSession();
  const run = useResumable('orders.export', (input: SalesInput) => exportFile(calls.orders, input));
  const body = searchOf<SalesInput['body']['sortBy']>(asked, scope, scope?.sellerCompanyId);
  return {
    requires: calls.orders.requires,
    all: (columns: readonly string[]) =>
      attempt(run, { body: { ...body, headers: columns as SalesInput['body']['headers'] } }, 'export these orders'),
    lines: (orderNumbers: string[], onlyMatching: boolean) =>
      attempt(
        run,
        { body: { ...body, exportLineItems: true, filterLineItems: onlyMatching, orderNumbers } },
        `export the line items of ${orderNumbers.length} ${orderNumbers.length === 1 ? 'order' : 'orders'}`,
      ),
  };
}

/** Exporting purchase orders. */
export function usePurchaseExport(asked: Asked) {
  const { scope } = useSession();
  const run = useResumable('purchase-orders.export', (input: PurchasesInput) =>
    exportFile(calls.purchaseOrders, input),
  );
  const body = searchOf<PurchasesInput['body']['sortBy']>(asked, scope, scope?.buyerCompanyId);
  return {
    requires: calls.purchaseOrders.requires,
    all: (columns: readonly string[]) =>
      attempt(run, { body: { ...body, headers: columns as PurchasesInput['body']['headers'] } }, 'export these orders'),
  };
}

/** The search that is looked at. Grids are sorted by the names that the platform sorts by. */
function searchOf<SortBy>(asked: Asked, scope: Scope | null, companyId: number | null | undefined) {
  const [sort] = asked.state.sort;
  return {
    orgId: scope?.orgId ?? 0,
    companyId: companyId ?? undefined,
    filters: asked.filters,
    sortBy: sort?.id as SortBy,
    sortDesc: sort?.desc ?? true,
  };
}

/** Says what went wrong and offers the same again. */
async function attempt<I>(run: (input: I, label: string) => Promise<void>, input: I, label: string): Promise<void> {
  try {
    await run(input, label);
  } catch (error) {
    if (isAbort(error)) return;
    showSnack({
      key: 'order-export',
      status: 'error',
      message: messageOf(error, 'The export could not be prepared'),
      action: { label: 'Try again', run: () => void attempt(run, input, label) },
      timeoutMs: null,
    });
  }
}
