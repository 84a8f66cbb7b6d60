import { and, asc, count, eq, ne, type SQL, sql } from 'drizzle-orm';
import { seesEverything } from '../../domain/access/roles';
import { badInput, DomainError, notFound, stale } from '../../domain/errors';
import { MOST_SAVED_SEARCHES, type SavedSearch } from '../../domain/orders/saved-search';
import type { savedSearches as contract } from '../../domain/orders/saved-search-contract';
import type { Ctx } from '../context';
import { companies, orgUsers, savedSearches } from '../db/schema';
import type { Verb } from '../implement';

type Kept = typeof savedSearches.$inferSelect;

/** One's own saved searches of a company, by name. NOT_FOUND for a company one does not see. */
export const listSavedSearches: Verb<typeof contract.list> = async (ctx, { query }) => {
  await assertSeenCompany(ctx, query.companyId);
  const kept = await ctx.db
    .select()
    .from(savedSearches)
    .where(and(own(ctx), eq(savedSearches.companyId, query.companyId)))
    .orderBy(asc(sql`lower(${savedSearches.name})`));
  return kept.map(toSavedSearch);
};

/** CONFLICT above the number one may keep; a name one has already is refused at its field. */
export const createSavedSearch: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const { companyId, name, search } = body;
  await assertSeenCompany(ctx, companyId);
  await oneAtATime(ctx);
  const ofCompany = and(own(ctx), eq(savedSearches.companyId, companyId));
  const [held] = await db.select({ many: count() }).from(savedSearches).where(ofCompany);
  if ((held?.many ?? 0) >= MOST_SAVED_SEARCHES) {
    throw new DomainError(
      'CONFLICT',
      `You have ${MOST_SAVED_SEARCHES} saved searches, which is as many as there can be. Delete one to save another.`,
    );
  }
  await assertFreeName(ctx, name, ofCompany);
  const { orgId, orgUserId } = membership;
  const values = { orgId, companyId, orgUserId, name, search, createdAt: ctx.now, updatedAt: ctx.now };
  const [kept] = await db.insert(savedSearches).values(values).returning();
  if (kept === undefined) throw new Error('The saved search did not come back');
  await ctx.audit({ id: kept.id, after: kept });
  return toSavedSearch(kept);
};

/** STALE when it was changed since the version given, in another tab for example. */
export const updateSavedSearch: Verb<typeof contract.update> = async (ctx, { params, body }) => {
  await oneAtATime(ctx);
  const before = await findOwn(ctx, params.id);
  if (before.version !== body.version) throw stale('This saved search', before.version);
  const others = and(own(ctx), eq(savedSearches.companyId, before.companyId), ne(savedSearches.id, before.id));
  await assertFreeName(ctx, body.name, others);
  const { name, search } = body;
  const changes = { name, search, updatedAt: ctx.now, version: before.version + 1 };
  await ctx.db.update(savedSearches).set(changes).where(eq(savedSearches.id, before.id));
  const after = { ...before, ...changes };
  await ctx.audit({ id: before.id, before, after });
  return toSavedSearch(after);
};

export const removeSavedSearch: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const before = await findOwn(ctx, params.id);
  await ctx.db.delete(savedSearches).where(eq(savedSearches.id, before.id));
  await ctx.audit({ id: before.id, before });
  return { ok: true };
};

/** A saved search is its owner's alone, whoever else there is in the organization. */
function own({ membership }: Ctx): SQL | undefined {
  return eq(savedSearches.orgUserId, membership.orgUserId);
}

/** What one person saves at the same time waits for each other, so that neither limit nor name is passed by. */
async function oneAtATime({ db, membership }: Ctx): Promise<void> {
  await db.select({ id: orgUsers.id }).from(orgUsers).where(eq(orgUsers.id, membership.orgUserId)).for('update');
}

async function findOwn(ctx: Ctx, id: number): Promise<Kept> {
  const [kept] = await ctx.db
    .select()
    .from(savedSearches)
    .where(and(own(ctx), eq(savedSearches.id, id)))
    .for('update');
  if (kept === undefined) throw notFound('Saved search');
  return kept;
}

async function assertSeenCompany({ db, membership }: Ctx, companyId: number): Promise<void> {
  const seen = seesEverything(membership) || membership.companyIds.includes(companyId);
  const [company] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, companyId), eq(companies.orgId, membership.orgId)));
  if (!seen || company === undefined) throw notFound('Company');
}

async function assertFreeName({ db }: Ctx, name: string, among: SQL | undefined): Promise<void> {
  const [taken] = await db
    .select({ name: savedSearches.name })
    .from(savedSearches)
    .where(and(among, sql`lower(${savedSearches.name}) = lower(${name})`));
  if (taken) throw badInput({ name: `You have a saved search called “${taken.name}” already` });
}

function toSavedSearch({ id, name, search, version }: Kept): SavedSearch {
  return { id, name, search, version };
}
