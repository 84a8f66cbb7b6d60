import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import { type ImportRowOf, RowVerdict as ImportVerdict } from '../import';

/** The fields of a customer file: a label, and other headers files use for it. */
export const IMPORT_FIELDS = {
  licenseNumber: { label: 'License number', aliases: ['license', 'license no', 'license id', 'lic'] },
  name: { label: 'Name', aliases: ['customer', 'customer name', 'company', 'company name', 'business', 'account'] },
  phone: { label: 'Phone', aliases: ['phone number', 'telephone', 'tel'] },
  email: { label: 'Email', aliases: ['email address', 'e mail'] },
  address: { label: 'Address', aliases: ['street address', 'location', 'shipping address'] },
  customerStatus: { label: 'Status', aliases: ['customer status', 'stage'] },
  serviceZone: { label: 'Service zone', aliases: ['zone', 'route', 'territory'] },
  managers: { label: 'Managers (emails)', aliases: ['manager', 'managers', 'sales rep', 'rep', 'account manager'] },
  delinquent: { label: 'Delinquent', aliases: ['past due'] },
  paymentTermsDays: { label: 'Payment terms (days)', aliases: ['terms', 'payment terms', 'net terms', 'net'] },
  creditLimitUsd: { label: 'Credit limit', aliases: ['limit', 'credit'] },
  deliveryPreferences: { label: 'Delivery preferences', aliases: ['delivery', 'delivery instructions'] },
  notes: { label: 'Notes', aliases: ['note', 'comments', 'comment'] },
} as const;

export type ImportField = keyof typeof IMPORT_FIELDS;

/** A row of the file by field; blank cells change nothing. */
export type ImportRow = ImportRowOf<typeof IMPORT_FIELDS>;

/** The result of a row, with the customer it matches or made. */
export const RowVerdict = ImportVerdict.extend({ customerId: Id.nullable() });
export type RowVerdict = z.infer<typeof RowVerdict>;

export const UNDOS = {
  restored: 'Restored',
  removed: 'Removed',
  kept: 'Kept: changed or has orders since',
} as const;
export type Undo = keyof typeof UNDOS;

const AppliedRow = RowVerdict.omit({ changes: true }).extend({
  undo: z.enum(Object.keys(UNDOS) as [Undo, ...Undo[]]).nullable(),
});

/** An applied import with each row's result. */
export const CustomerImport = z.strictObject({
  id: Id,
  companyId: Id,
  fileName: z.string(),
  created: Instant,
  createdBy: z.string(),
  undone: Instant.nullable(),
  rows: z.array(AppliedRow),
});
export type CustomerImport = z.infer<typeof CustomerImport>;
