import { and, eq } from 'drizzle-orm';
import type { Membership } from '../../domain/access/roles';
import { type OrderSearch, orderViews } from '../../domain/orders/saved-searches';
import { whyStopped } from '../../domain/reports/mailing';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { companies, savedSearches } from '../db/schema';
import { MAILED } from './mailings/mailing-people';

/** A saved search of orders, as it is now. */
export type FoundSearch = { id: number; name: string; companyId: number; search: OrderSearch };

/** A saved search someone may be mailed, or why not, as the end of a sentence for them. */
export type Readable = { search: FoundSearch; why: null } | { search: null; why: string };

/** Saved searches by id, as someone may be mailed them now: their own and those shared with them, of companies they see. */
export async function findSavedSearches(
  { db, membership }: { db: Db; membership: Membership },
  ids: readonly number[],
): Promise<(id: number) => Readable> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ view: savedSearches, removedAt: companies.removedAt })
          .from(savedSearches)
          .innerJoin(companies, eq(companies.id, savedSearches.companyId))
          .where(
            and(
              eq(savedSearches.orgId, membership.orgId),
              isOneOf(savedSearches.id, ids),
              eq(savedSearches.list, orderViews.list),
            ),
          );
  const kept = new Map(rows.map(({ view, removedAt }) => [view.id, { ...view, isCompanyRemoved: removedAt !== null }]));
  return (id) => {
    const view = kept.get(id) ?? null;
    const why = whyStopped(view, membership, MAILED);
    if (view === null || why !== null) return { search: null, why: why ?? '' };
    return {
      search: { id, name: view.name, companyId: view.companyId, search: orderViews.read(view.search) },
      why: null,
    };
  };
}

/** The same for one. */
export async function findSavedSearch(by: { db: Db; membership: Membership }, id: number): Promise<Readable> {
  return (await findSavedSearches(by, [id]))(id);
}
