import { type Requirement, read } from '../access/ability';
import { seesOrders } from '../orders/sees-orders';
import type { OrderStatus } from '../orders/status';

type Need = {
  /** What opening its list requires. */
  requires: Requirement;
  /** The list's filters, as in its address. */
  filters: Readonly<Record<string, string>>;
};

/** What waits for a seller's people: the matches of a list with these filters. */
export const NEEDS = {
  toAccept: { requires: seesOrders, filters: { statuses: 'SUBMITTED' satisfies OrderStatus } },
  late: { requires: seesOrders, filters: { late: 'true' } },
  lowStock: { requires: read('PRODUCTS'), filters: { lowStock: 'true' } },
  expiring: { requires: read('MANAGE_LICENSES'), filters: { expiring: 'true' } },
  differences: { requires: read('INVENTORY'), filters: {} },
} as const satisfies Record<string, Need>;
export type NeedId = keyof typeof NEEDS;
