import { z } from 'zod';
import { BOOKS_LIMITS } from '../../../domain/accounting/vocabulary';
import { isEqual, roundCents } from '../../../domain/money';
import {
  type BooksAccount,
  type BooksCustomer,
  type BooksInvoice,
  type BooksInvoiceDraft,
  type BooksItem,
  type BooksPayment,
  type BooksPaymentDraft,
  BooksRefused,
  type BooksWrite,
} from '../books';

/** How a note names our document, at its end: notes can't be searched, but what is found is told by it. */
const MARK = '\nVerdant ref ';
const MARKED = /Verdant ref (\S+)\s*$/;
const VOIDED = /^voided\b/i;
const LICENSE = /license:?\s*([A-Z0-9][\w.-]*)/i;

const Ref = z.object({ value: z.string() });
const Meta = z.object({ LastUpdatedTime: z.string() });
const Head = z.object({ Id: z.string(), SyncToken: z.string(), MetaData: Meta });
const text = z.string().nullish();

export const WireInvoice = Head.extend({
  DocNumber: text,
  TxnDate: z.string(),
  DueDate: text,
  CustomerRef: Ref,
  TotalAmt: z.number(),
  Balance: z.number().default(0),
  PrivateNote: text,
});
export const WirePayment = Head.extend({
  TxnDate: z.string(),
  CustomerRef: Ref,
  TotalAmt: z.number(),
  PrivateNote: text,
  Line: z
    .array(z.object({ LinkedTxn: z.array(z.object({ TxnId: z.string(), TxnType: z.string() })).default([]) }))
    .nullish(),
});
export const WireCustomer = Head.extend({
  DisplayName: z.string(),
  Active: z.boolean().default(true),
  Notes: text,
  ResaleNum: text,
  PrimaryEmailAddr: z.object({ Address: text }).nullish(),
});
export const WireItem = Head.extend({ Name: z.string(), Sku: text, Active: z.boolean().default(true), Type: text });
export const WireAccount = z.object({
  Id: z.string(),
  Name: z.string(),
  AccountType: z.string(),
  Active: z.boolean().default(true),
});
export const WireDeleted = z.object({ Id: z.string(), status: z.literal('Deleted') });

const markerOf = (note: string | null | undefined) => MARKED.exec(note ?? '')?.[1] ?? null;
const isVoid = ({ TotalAmt, PrivateNote }: { TotalAmt: number; PrivateNote?: string | null | undefined }) =>
  TotalAmt === 0 && VOIDED.test(PrivateNote ?? '');

export const toInvoice = (wire: z.output<typeof WireInvoice>): BooksInvoice => ({
  id: wire.Id,
  version: wire.SyncToken,
  number: wire.DocNumber || null,
  marker: markerOf(wire.PrivateNote),
  customerId: wire.CustomerRef.value,
  day: wire.TxnDate,
  dueDay: wire.DueDate ?? null,
  totalUsd: roundCents(wire.TotalAmt),
  balanceUsd: roundCents(wire.Balance),
  isVoid: isVoid(wire),
  changedAt: wire.MetaData.LastUpdatedTime,
});

export const toPayment = (wire: z.output<typeof WirePayment>): BooksPayment => ({
  id: wire.Id,
  version: wire.SyncToken,
  marker: markerOf(wire.PrivateNote),
  customerId: wire.CustomerRef.value,
  amount: roundCents(wire.TotalAmt),
  day: wire.TxnDate,
  invoiceIds: (wire.Line ?? []).flatMap(({ LinkedTxn }) =>
    LinkedTxn.filter(({ TxnType }) => TxnType === 'Invoice').map(({ TxnId }) => TxnId),
  ),
  isVoid: isVoid(wire),
  changedAt: wire.MetaData.LastUpdatedTime,
});

export const toCustomer = (wire: z.output<typeof WireCustomer>): BooksCustomer => ({
  id: wire.Id,
  version: wire.SyncToken,
  name: wire.DisplayName,
  licenseNumber: LICENSE.exec(wire.Notes ?? '')?.[1] ?? (wire.ResaleNum || null),
  email: wire.PrimaryEmailAddr?.Address ?? null,
  isActive: wire.Active,
});

export const toItem = (wire: z.output<typeof WireItem>): BooksItem => ({
  id: wire.Id,
  version: wire.SyncToken,
  name: wire.Name,
  sku: wire.Sku || null,
  isActive: wire.Active,
});

export const toAccount = ({ Id, Name, AccountType, Active }: z.output<typeof WireAccount>): BooksAccount => ({
  id: Id,
  name: Name,
  type: /income/i.test(AccountType) ? 'INCOME' : /expense|cost of goods/i.test(AccountType) ? 'EXPENSE' : 'OTHER',
  isActive: Active,
});

/** An amount as a JSON number, which prints as the same digits; INVALID where a number can't. */
function exact(amount: string): number {
  const number = Number(amount);
  if (Number.isFinite(number) && isEqual(String(number), amount)) return number;
  throw new BooksRefused('INVALID', `${amount} is too long a number for the books.`);
}

function noted(note: string, marker: string): string {
  const mark = `${MARK}${marker}`;
  return `${note.slice(0, BOOKS_LIMITS.privateNote - mark.length)}${mark}`.trimStart();
}

const invoiceBody = ({ customerId, number, day, dueDay, lines, discount, note, marker }: BooksInvoiceDraft) => ({
  CustomerRef: { value: customerId },
  ...(number === null ? {} : { DocNumber: number }),
  TxnDate: day,
  ...(dueDay === null ? {} : { DueDate: dueDay }),
  PrivateNote: noted(note, marker),
  Line: [
    ...lines.map(({ itemId, description, quantity, unitPrice, amount }) => ({
      DetailType: 'SalesItemLineDetail',
      Amount: exact(amount),
      Description: description.slice(0, BOOKS_LIMITS.privateNote),
      SalesItemLineDetail: { ItemRef: { value: itemId }, Qty: exact(quantity), UnitPrice: exact(unitPrice) },
    })),
    ...(discount === null
      ? []
      : [
          {
            DetailType: 'DiscountLineDetail',
            Amount: exact(discount.amount),
            DiscountLineDetail: { PercentBased: false, DiscountAccountRef: { value: discount.accountId } },
          },
        ]),
  ],
});

const paymentBody = ({ customerId, invoiceId, amount, appliedUsd, day, note, marker }: BooksPaymentDraft) => ({
  CustomerRef: { value: customerId },
  TotalAmt: exact(amount),
  TxnDate: day,
  PrivateNote: noted(note, marker),
  Line: isEqual(appliedUsd, 0)
    ? []
    : [{ Amount: exact(appliedUsd), LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }],
});

export type WireKind = 'Invoice' | 'Payment' | 'Customer' | 'Item';
export type WireWrite = { kind: WireKind; operation: 'create' | 'update' | 'void'; body: Record<string, unknown> };

/** A write as they take it. */
export function toWrite(write: BooksWrite): WireWrite {
  switch (write.act) {
    case 'CREATE_INVOICE':
      return { kind: 'Invoice', operation: 'create', body: invoiceBody(write.draft) };
    case 'UPDATE_INVOICE': {
      const body = { Id: write.id, SyncToken: write.version, sparse: false, ...invoiceBody(write.draft) };
      return { kind: 'Invoice', operation: 'update', body };
    }
    case 'CREATE_PAYMENT':
      return { kind: 'Payment', operation: 'create', body: paymentBody(write.draft) };
    case 'VOID_INVOICE':
    case 'VOID_PAYMENT': {
      const kind = write.act === 'VOID_INVOICE' ? 'Invoice' : 'Payment';
      return { kind, operation: 'void', body: { Id: write.id, SyncToken: write.version, sparse: true } };
    }
    case 'CREATE_CUSTOMER': {
      const { name, licenseNumber, email } = write;
      const body = {
        DisplayName: name,
        ...(licenseNumber === null ? {} : { Notes: `License: ${licenseNumber}` }),
        ...(email === null ? {} : { PrimaryEmailAddr: { Address: email } }),
      };
      return { kind: 'Customer', operation: 'create', body };
    }
    case 'CREATE_ITEM': {
      const { name, sku, incomeAccountId, expenseAccountId } = write;
      const body = {
        Name: name,
        Type: 'NonInventory',
        ...(sku === null ? {} : { Sku: sku }),
        IncomeAccountRef: { value: incomeAccountId },
        ...(expenseAccountId === null ? {} : { ExpenseAccountRef: { value: expenseAccountId } }),
      };
      return { kind: 'Item', operation: 'create', body };
    }
    default: {
      const isCustomer = write.act.endsWith('CUSTOMER');
      const change = 'name' in write ? { [isCustomer ? 'DisplayName' : 'Name']: write.name } : { Active: true };
      const body = { Id: write.id, SyncToken: write.version, sparse: true, ...change };
      return { kind: isCustomer ? 'Customer' : 'Item', operation: 'update', body };
    }
  }
}
