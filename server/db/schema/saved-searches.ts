import { sql } from 'drizzle-orm';
import { boolean, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ListSearch } from '../../../domain/views/saved-view';
import { createdAt, ref, updatedAt, version } from './columns';
import { ofCompany, ofOrganization, orgUsers } from './organization';
import { ownKey, rowId } from './tenant';

/** Saved searches of lists, each owned by one person for one company. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: rowId(),
    orgId: ofOrganization(),
    companyId: ofCompany(),
    orgUserId: ref('org_user_id')
      .notNull()
      .references(() => orgUsers.id),
    /** The list it filters and sorts. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** Everyone who sees the list of the company can use it. */
    isShared: boolean('is_shared').notNull().default(false),
    search: jsonb('search').$type<ListSearch>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    ownKey(t),
    uniqueIndex('saved_searches_person_name').on(t.orgId, t.orgUserId, t.companyId, t.list, sql`lower(${t.name})`),
  ],
);
