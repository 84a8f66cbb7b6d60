import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { RegisterChange, RegisterImportState } from '../../../../domain/licenses/register';
import type { StatedStatus } from '../../../../domain/licenses/standing';
import { at, createdAt, id, ref } from '../columns';
import { users } from '../identity';

/** What a state's register says of a license. Email and phone are never public. */
const registered = () => ({
  name: text('name').notNull(),
  dba: text('dba'),
  licenseeName: text('licensee_name'),
  /** In the register’s words. */
  licenseType: text('license_type'),
  /** Null where the register doesn’t say, or in words we don’t know. */
  status: text('status').$type<StatedStatus>(),
  /** In the register’s words. */
  statusText: text('status_text'),
  expiresOn: date('expires_on', { mode: 'string' }),
  address: text('address'),
  city: text('city'),
  postalCode: text('postal_code'),
  email: text('email'),
  phone: text('phone'),
});

/** Registers of states as support staff imported them; one that isn’t applied is a draft. */
export const registerImports = pgTable(
  'register_imports',
  {
    id: id(),
    usState: text('us_state').notNull(),
    fileName: text('file_name').notNull(),
    /** The day the register is of, by its state’s clock. */
    asOf: date('as_of', { mode: 'string' }).notNull(),
    /** The file’s column for each field that has one. */
    columns: jsonb('columns').$type<Record<string, string>>().notNull(),
    /** How many rows its file has; it can be applied once they are all here. */
    rows: integer('rows').notNull(),
    state: text('state').$type<RegisterImportState>().notNull().default('DRAFT'),
    /** Once it is applied. */
    added: integer('added').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    gone: integer('gone').notNull().default(0),
    unchanged: integer('unchanged').notNull().default(0),
    leftOut: integer('left_out').notNull().default(0),
    createdByUserId: uuid('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    appliedByUserId: uuid('applied_by_user_id').references(() => users.id),
    appliedAt: at('applied_at'),
    undoneByUserId: uuid('undone_by_user_id').references(() => users.id),
    undoneAt: at('undone_at'),
  },
  (t) => [
    index('register_imports_state').on(t.usState, t.appliedAt),
    check('register_imports_state_known', sql`${t.state} in ('DRAFT', 'APPLIED', 'UNDONE')`),
  ],
);

/** The licenses of states’ registers, whoever has them; one that a register no longer lists stays. */
export const registeredLicenses = pgTable(
  'registered_licenses',
  {
    id: id(),
    usState: text('us_state').notNull(),
    /** As `normalLicenseNumber` makes it. */
    licenseNumber: text('license_number').notNull(),
    ...registered(),
    /** The day of the last register that lists it. */
    listedOn: date('listed_on', { mode: 'string' }).notNull(),
    /** The day of the first register since that doesn’t; null while it is listed. */
    notListedSince: date('not_listed_since', { mode: 'string' }),
    /** The import that last read it. */
    importId: ref('import_id')
      .notNull()
      .references(() => registerImports.id),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('registered_licenses_number').on(t.usState, t.licenseNumber),
    index('registered_licenses_import').on(t.importId),
  ],
);

/** The rows of a register’s file, and what they replaced once they are applied, until a later one is. */
export const registerImportRows = pgTable(
  'register_import_rows',
  {
    importId: ref('import_id')
      .notNull()
      .references(() => registerImports.id, { onDelete: 'cascade' }),
    /** Its number in the file; of a license that the file lacks, one after the last. */
    row: integer('row').notNull(),
    /** The call it came with; 0 for a license that the file lacks. */
    portion: integer('portion').notNull(),
    licenseNumber: text('license_number').notNull(),
    ...registered(),
    /** Why it can’t be imported. */
    problem: text('problem'),
    /** What the import did with it, once it is applied. */
    change: text('change').$type<RegisterChange>(),
    /** The registered license before the import; null where there was none. */
    before: jsonb('before'),
    /** The claimed license of this number, and its check before the import. */
    licenseId: ref('license_id'),
    checkBefore: jsonb('check_before'),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.row] }),
    index('register_import_rows_number').on(t.importId, t.licenseNumber),
  ],
);
