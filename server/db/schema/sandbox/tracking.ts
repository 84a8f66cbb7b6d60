import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { amount, at, id } from '../columns';

/** The tracking system sandbox's packages, in its own words; empty in production. */
export const sandboxPackages = pgTable(
  'sandbox_packages',
  {
    id: id(),
    licenseNumber: text('license_number').notNull(),
    list: text('list').notNull(),
    label: text('label').notNull(),
    quantity: amount('quantity').notNull(),
    /** Everything else a package has there. */
    data: jsonb('data').notNull(),
    modifiedAt: at('modified_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    index('sandbox_packages_list').on(t.licenseNumber, t.list, t.modifiedAt, t.id),
    uniqueIndex('sandbox_packages_label').on(t.licenseNumber, t.label),
  ],
);
