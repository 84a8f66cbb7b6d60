import { accountingAudits } from '../../../domain/accounting/audit-contract';
import { accountingChanges } from '../../../domain/accounting/changes-contract';
import { accounting } from '../../../domain/accounting/connection-contract';
import { accountingMappings } from '../../../domain/accounting/mapping-contract';
import { resourceOf } from '../../providers/refine/resource';

/** Customers of a company with their records in its books. */
export const customerMappings = resourceOf({
  name: 'customer-mappings',
  topics: ['integrations', 'customers'],
  list: accountingMappings.searchCustomers,
});

/** Products of a company with their items in its books. */
export const productMappings = resourceOf({
  name: 'product-mappings',
  topics: ['integrations', 'products'],
  list: accountingMappings.searchProducts,
});

/** The books' own customers and items, as they find them. */
export const remoteCustomers = resourceOf({ name: 'books-customers', list: accounting.remoteCustomers });
export const remoteItems = resourceOf({ name: 'books-items', list: accounting.remoteItems });

/** What a comparison with the books found. */
export const auditFindings = resourceOf({
  name: 'audit-findings',
  topics: ['integrations'],
  list: accountingAudits.findings,
});

/** What was changed in the books. */
export const booksChanges = resourceOf({
  name: 'books-changes',
  topics: ['integrations'],
  list: accountingChanges.search,
});
