import type { BooksFault } from '../../domain/accounting/vocabulary';

/** The books refused something, or gave no answer. `message` is their reason, cut to a sentence. */
export class BooksRefused extends Error {
  override name = 'BooksRefused';
  constructor(
    readonly fault: BooksFault,
    message: string,
    /** What of the document is meant, in their words; null where they name nothing. */
    readonly element: string | null = null,
  ) {
    super(message);
  }
}

/** Which connection a call is for. The tokens are the adapter's own affair: it reads, renews and keeps them. */
export type BooksOf = { orgId: number; connectionId: number };

export type BooksTokens = {
  accessToken: string;
  refreshToken: string;
  accessExpiresAt: Date;
  refreshExpiresAt: Date;
  /** When the connection ends whatever is done; null where they don't say. */
  endsAt: Date | null;
};

/** How a company keeps its books, as read when connecting and before each run. */
export type BooksPreferences = {
  name: string;
  /** True: numbers of ours are taken, and none given stays empty. False: the books number by themselves. */
  takesOurNumbers: boolean;
  allowsDiscount: boolean;
  /** Books up to this day are closed; null without. */
  closedUntil: string | null;
  currency: string;
};

export type BooksAccount = { id: string; name: string; type: 'INCOME' | 'EXPENSE' | 'OTHER'; isActive: boolean };
export type BooksItem = { id: string; version: string; name: string; sku: string | null; isActive: boolean };
export type BooksCustomer = {
  id: string;
  version: string;
  name: string;
  /** Where a license number was noted there; null without. */
  licenseNumber: string | null;
  email: string | null;
  isActive: boolean;
};

/** Amounts are decimal strings of dollars; days are YYYY-MM-DD. */
export type BooksLine = { itemId: string; description: string; quantity: string; unitPrice: string; amount: string };
export type BooksInvoiceDraft = {
  customerId: string;
  /** Null: the books number it. */
  number: string | null;
  day: string;
  dueDay: string | null;
  lines: readonly BooksLine[];
  discount: { amount: string; accountId: string } | null;
  /** Read by people, and names our document, so that it is found again: see `marker`. */
  note: string;
  /** Unique by document of ours; part of what is stored there, and what `findInvoices` looks for. */
  marker: string;
};
export type BooksInvoice = {
  id: string;
  version: string;
  number: string | null;
  marker: string | null;
  customerId: string;
  day: string;
  dueDay: string | null;
  totalUsd: string;
  /** What is still unpaid there. */
  balanceUsd: string;
  isVoid: boolean;
  changedAt: string;
};
export type BooksPaymentDraft = {
  customerId: string;
  invoiceId: string;
  amount: string;
  /** What of it pays the invoice; the rest is the customer's credit. */
  appliedUsd: string;
  day: string;
  note: string;
  marker: string;
};
export type BooksPayment = {
  id: string;
  version: string;
  marker: string | null;
  customerId: string;
  amount: string;
  day: string;
  invoiceIds: readonly string[];
  isVoid: boolean;
  changedAt: string;
};

export type BooksChanges = {
  invoices: readonly BooksInvoice[];
  payments: readonly BooksPayment[];
  customers: readonly BooksCustomer[];
  items: readonly BooksItem[];
  /** Ids of what was deleted there, by kind. */
  deleted: readonly { kind: 'INVOICE' | 'PAYMENT' | 'CUSTOMER' | 'ITEM'; id: string }[];
  /** Since when to ask next, by their clock. */
  until: Date;
};

/** One write of a batch: what `write` does, each with a request id of its own. */
export type BooksWrite =
  | { act: 'CREATE_INVOICE'; requestId: string; draft: BooksInvoiceDraft }
  | { act: 'UPDATE_INVOICE'; requestId: string; id: string; version: string; draft: BooksInvoiceDraft }
  | { act: 'VOID_INVOICE'; requestId: string; id: string; version: string }
  | { act: 'CREATE_PAYMENT'; requestId: string; draft: BooksPaymentDraft }
  | { act: 'VOID_PAYMENT'; requestId: string; id: string; version: string }
  | { act: 'CREATE_CUSTOMER'; requestId: string; name: string; licenseNumber: string | null; email: string | null }
  | {
      act: 'CREATE_ITEM';
      requestId: string;
      name: string;
      sku: string | null;
      incomeAccountId: string;
      expenseAccountId: string | null;
    }
  | { act: 'RENAME_CUSTOMER' | 'RENAME_ITEM'; requestId: string; id: string; version: string; name: string }
  | { act: 'REOPEN_CUSTOMER' | 'REOPEN_ITEM'; requestId: string; id: string; version: string };
export type BooksWritten =
  | { kind: 'INVOICE'; record: BooksInvoice }
  | { kind: 'PAYMENT'; record: BooksPayment }
  | { kind: 'CUSTOMER'; record: BooksCustomer }
  | { kind: 'ITEM'; record: BooksItem };

/**
 * An accounting service. Everything may raise BooksRefused, whose fault says what became of it; UNAVAILABLE is never
 * raised to jobs: it is TRANSIENT for reads and UNCERTAIN for writes whose answer was lost.
 */
export interface Books {
  /** The page where a person lets us in, which answers to `returnTo` with the state. */
  authorizePage(input: { state: string; returnTo: string }): string;
  /** Exchanges the code of that answer. */
  exchange(input: { code: string; returnTo: string }): Promise<BooksTokens>;
  /** Gives up a connection's tokens there; nothing if it has none. */
  revoke(of: BooksOf): Promise<void>;
  /** What a fresh token lets us into, before anything is stored. */
  look(input: { accessToken: string; externalCompanyId: string }): Promise<BooksPreferences>;
  preferences(of: BooksOf): Promise<BooksPreferences>;
  accounts(of: BooksOf): Promise<BooksAccount[]>;
  /** Active ones whose name contains the text, by name; at most `limit`. */
  searchItems(of: BooksOf, text: string, limit: number): Promise<BooksItem[]>;
  searchCustomers(of: BooksOf, text: string, limit: number): Promise<BooksCustomer[]>;
  /** All of them, page by page of up to 1,000, inactive ones too; `after` counts those already read. */
  listItems(of: BooksOf, after: number): Promise<{ records: BooksItem[]; isLast: boolean }>;
  listCustomers(of: BooksOf, after: number): Promise<{ records: BooksCustomer[]; isLast: boolean }>;
  listInvoices(
    of: BooksOf,
    filter: { fromDay: string | null; toDay: string | null },
    after: number,
  ): Promise<{ records: BooksInvoice[]; isLast: boolean }>;
  listPayments(
    of: BooksOf,
    filter: { fromDay: string | null; toDay: string | null },
    after: number,
  ): Promise<{ records: BooksPayment[]; isLast: boolean }>;
  /**
   * Looks up by id, number or marker; a few hundred at once. Void ones too. Notes can't be searched there: markers are
   * looked for in all documents made `since` then (by default 31 days ago), so say when it was sent.
   */
  findInvoices(
    of: BooksOf,
    by: { ids?: readonly string[]; numbers?: readonly string[]; markers?: readonly string[]; since?: Date },
  ): Promise<BooksInvoice[]>;
  findPayments(
    of: BooksOf,
    by: { ids?: readonly string[]; markers?: readonly string[]; since?: Date },
  ): Promise<BooksPayment[]>;
  /**
   * Sends up to 30 writes in one call; an answer or a refusal for each, in their order. One alone is done once per request
   * id, however often it is sent; of several, only the same ones together are. What is UNCERTAIN must be looked up first.
   */
  write(of: BooksOf, writes: readonly BooksWrite[]): Promise<(BooksWritten | BooksRefused)[]>;
  /** What changed since, at most 30 days back; asks in portions until all of it is read. */
  changes(of: BooksOf, since: Date): Promise<BooksChanges>;
}
