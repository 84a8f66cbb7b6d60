import type { BooksConnection } from '../../../../domain/accounting/connection-contract';

/** A screen about a company's books, below `/account/integrations/accounting/:companyId/`. */
export type BooksLink = {
  path: string;
  label: string;
  /** What of it is left to do. */
  count?: (counts: BooksConnection['counts']) => number;
};

/** The screens about a connected company's books, in order. */
export const BOOKS_LINKS: readonly BooksLink[] = [
  { path: 'problems', label: 'Not sent', count: ({ problems }) => problems },
  { path: 'customers', label: 'Customers', count: ({ unmappedCustomers }) => unmappedCustomers },
  { path: 'products', label: 'Products', count: ({ unmappedProducts }) => unmappedProducts },
  { path: 'audit', label: 'Compare' },
  { path: 'changes', label: 'Changes', count: ({ proposals }) => proposals },
];
