import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, isAmong, ref, updatedAt, version } from './columns';
import { ofOrganization } from './organization';
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
