import type { Bulk } from '../bulk/bulk';
import { bulkPackages } from '../catalogue/mapping/bulk-packages';
import { bulkCustomers } from '../customers/bulk-customers';
import { bulkDifferences } from '../inventory/reconciliation/settle-differences';
import { bulkOrders } from '../orders/bulk-orders';
import { bulkOrgUsers } from '../team/bulk-org-users';

/** Every kind of record with bulk actions. */
export const BULKS: readonly Bulk[] = [bulkOrders, bulkCustomers, bulkOrgUsers, bulkDifferences, bulkPackages];
