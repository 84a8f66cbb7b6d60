import { sql } from 'drizzle-orm';
import { boolean, check, date, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Told } from '../../../domain/licenses/watch';
import { createdAt, isAmong, ref, updatedAt, version } from './columns';
import { licenses, ofOrganization, orgUsers } from './organization';
import { keyedBy, ownKey, rowId, within } from './tenant';

/** What an organization calls its lists of listings. */
export const directoryLists = pgTable(
  'directory_lists',
  {
    id: rowId(),
    orgId: ofOrganization(),
    name: text('name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [ownKey(t), uniqueIndex('directory_lists_name').on(t.orgId, sql`lower(${t.name})`)],
);

/** The listings of a list: brands, organizations and licenses of anybody. What left the directory stays, unseen. */
export const directoryListEntries = pgTable(
  'directory_list_entries',
  {
    orgId: ref('org_id').notNull(),
    listId: ref('list_id').notNull(),
    listingType: text('listing_type').notNull(),
    listingId: ref('listing_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    keyedBy(t, t.listId, t.listingType, t.listingId),
    within(t, t.listId, directoryLists),
    check('directory_list_entries_type', isAmong(t.listingType, ['brand', 'org', 'license'])),
  ],
);

/** Licenses of others that an organization watches, what they were called then, and what of each was told last. */
export const licenseWatches = pgTable(
  'license_watches',
  {
    orgId: ofOrganization(),
    licenseId: ref('license_id')
      .notNull()
      .references(() => licenses.id),
    name: text('name').notNull(),
    usState: text('us_state').notNull(),
    licenseNumber: text('license_number').notNull(),
    /** Who began to. */
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    /** `Told` of `domain/licenses/watch.ts`. */
    toldLapse: text('told_lapse').$type<Told['lapse']>(),
    toldExpiresOn: date('told_expires_on', { mode: 'string' }),
    toldBarred: text('told_barred').$type<Told['barred']>(),
    toldGone: boolean('told_gone').notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [keyedBy(t, t.licenseId)],
);
