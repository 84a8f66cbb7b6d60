import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';

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
export const IMPORT_FIELD_IDS = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

/** Most rows per import. */
export const MOST_IMPORT_ROWS = 2000;

/** A row of the file by field; blank cells change nothing. */
export const ImportRow = z.partialRecord(z.enum(IMPORT_FIELD_IDS), z.string().max(4000, 'Too long'));
export type ImportRow = z.infer<typeof ImportRow>;

export const VERDICTS = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Skipped',
} as const;
export type Verdict = keyof typeof VERDICTS;

/** The result of a row, and why; `changes` list each field's label with the old and new value. */
export const RowVerdict = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int().positive(),
  verdict: z.enum(Object.keys(VERDICTS) as [Verdict, ...Verdict[]]),
  name: z.string(),
  customerId: Id.nullable(),
  changes: z.array(z.strictObject({ label: z.string(), from: z.string(), to: z.string() })),
  reasons: z.array(z.string()),
});
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

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Maps a file's columns to fields by their headers; each column and field is used once. */
export function guessMapping(headers: readonly string[]): Partial<Record<ImportField, number>> {
  const mapping: Partial<Record<ImportField, number>> = {};
  const free = headers.map(plain);
  const take = (field: ImportField, names: readonly string[]) => {
    const at = free.findIndex((header) => header !== '' && names.includes(header));
    if (at < 0 || mapping[field] !== undefined) return;
    mapping[field] = at;
    free[at] = '';
  };
  // A field's own name wins over its aliases.
  for (const field of IMPORT_FIELD_IDS) take(field, [plain(field), plain(IMPORT_FIELDS[field].label)]);
  for (const field of IMPORT_FIELD_IDS) take(field, IMPORT_FIELDS[field].aliases);
  return mapping;
}

/** A file's rows by field, without unmapped columns and blank rows. */
export function mapRows(
  lines: readonly (readonly string[])[],
  mapping: Partial<Record<ImportField, number>>,
): ImportRow[] {
  return lines
    .map((cells): ImportRow => {
      const row: ImportRow = {};
      for (const field of IMPORT_FIELD_IDS) {
        const at = mapping[field];
        const text = at === undefined ? '' : (cells[at] ?? '').trim();
        if (text !== '') row[field] = text;
      }
      return row;
    })
    .filter((row) => Object.keys(row).length > 0);
}
