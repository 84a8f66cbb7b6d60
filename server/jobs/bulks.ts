import { bulkPushes } from '../accounting/push/push-orders';
import type { Changing } from '../bulk/bulk';
import { productEdits, productImports } from '../catalogue/changes/undo-change';
import { bulkPackages } from '../catalogue/mapping/bulk-packages';
import { bulkCustomers } from '../customers/bulk-customers';
import { customerImport } from '../customers/import/undo-import';
import { bulkDifferences } from '../inventory/reconciliation/settle-differences';
import { licenseImport } from '../licenses/undo-import';
import { bulkOrders } from '../orders/bulk-orders';
import { bulkOrgUsers } from '../team/bulk-org-users';
import { inviteImport } from '../team/undo-import';
import { bulkConflicts } from '../wholesale/desk/settle-conflicts';
import { bulkStock } from '../wholesale/stock/stock-acts';

/** Every kind of change in the ledger: bulk actions, which run as jobs, and what is made at once and undone like them. */
export const BULKS: readonly Changing[] = [
  bulkOrders,
  bulkPushes,
  bulkCustomers,
  bulkOrgUsers,
  bulkDifferences,
  bulkPackages,
  productEdits,
  productImports,
  customerImport,
  licenseImport,
  inviteImport,
  bulkStock,
  bulkConflicts,
];
