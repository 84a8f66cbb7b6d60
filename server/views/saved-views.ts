import { and, asc, count, desc, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import { type ListSearch, MOST_SAVED_VIEWS, type SavedView, type SavedViews } from '../../domain/views/saved-view';
import type { Ctx } from '../context';
import { lockRow, lockRows, returnedRow } from '../db/rows';
import { orgUsers, savedSearches, users } from '../db/schema';
import { findSeenCompany } from '../organization/find-company';

type Kept = typeof savedSearches.$inferSelect;

const isView = ({ id, orgId }: Pick<Kept, 'id' | 'orgId'>) =>
  and(eq(savedSearches.orgId, orgId), eq(savedSearches.id, id));

const displayNameOfMember = sql<string>`coalesce(${users.firstName} || ' ' || ${users.lastName}, ${orgUsers.email})`;

type Draft<Search> = { name: string; search: Search; isShared?: boolean | undefined };
type Given<P, B> = { params: P; body: B };

/** The verbs of a list's saved views, per company: private to their owner, who can share them with the team. */
export function savedViewVerbs<Search extends ListSearch>(views: SavedViews<Search>) {
  const inList = eq(savedSearches.list, views.list);

  function toView(
    ctx: Ctx,
    { id, companyId, name, search, version, isShared, orgUserId }: Kept,
    by: string,
  ): SavedView<Search> {
    const isMine = orgUserId === ctx.membership.orgUserId;
    return { id, companyId, name, search: views.read(search), version, isShared, isMine, by };
  }

  /** Only the owner changes saved views, whoever else is in the organization. */
  function own({ membership }: Ctx, companyId?: number): SQL | undefined {
    const ofCompany = companyId === undefined ? undefined : eq(savedSearches.companyId, companyId);
    const ofPerson = and(eq(savedSearches.orgId, membership.orgId), eq(savedSearches.orgUserId, membership.orgUserId));
    return and(ofPerson, inList, ofCompany);
  }

  async function findOwn(ctx: Ctx, id: number): Promise<Kept> {
    return lockRow(ctx.db, savedSearches, and(own(ctx), eq(savedSearches.id, id)), 'Saved search');
  }

  const joined = ({ db }: Ctx) =>
    db
      .select({ view: savedSearches, by: displayNameOfMember })
      .from(savedSearches)
      .innerJoin(orgUsers, eq(orgUsers.id, savedSearches.orgUserId))
      .leftJoin(users, eq(users.id, orgUsers.userId));

  return {
    /** The caller's own, then the team's, each by name. NOT_FOUND for a company they don't see. */
    async list(ctx: Ctx, { query }: { query: { companyId: number } }): Promise<SavedView<Search>[]> {
      await findSeenCompany(ctx, query.companyId);
      const { orgId } = ctx.membership;
      const shared = and(inList, eq(savedSearches.companyId, query.companyId), eq(savedSearches.isShared, true));
      const kept = await joined(ctx)
        .where(and(eq(savedSearches.orgId, orgId), or(own(ctx, query.companyId), shared)))
        .orderBy(
          desc(sql`${savedSearches.orgUserId} = ${ctx.membership.orgUserId}`),
          asc(sql`lower(${savedSearches.name})`),
          asc(savedSearches.id),
        );
      return kept.map(({ view, by }) => toView(ctx, view, by));
    },

    /** NOT_FOUND for one that isn't the caller's and isn't shared, or of a company they don't see. */
    async get(ctx: Ctx, { params }: { params: { id: number } }): Promise<SavedView<Search>> {
      const isShared = and(inList, eq(savedSearches.isShared, true));
      const ofOrg = eq(savedSearches.orgId, ctx.membership.orgId);
      const [kept] = await joined(ctx).where(and(ofOrg, eq(savedSearches.id, params.id), or(own(ctx), isShared)));
      if (kept === undefined) throw notFound('Saved search');
      await findSeenCompany(ctx, kept.view.companyId);
      return toView(ctx, kept.view, kept.by);
    },

    /** CONFLICT above the limit; a duplicate name is refused on its field. */
    async create(ctx: Ctx, { body }: { body: Draft<Search> & { companyId: number } }): Promise<SavedView<Search>> {
      const { db, membership } = ctx;
      const { companyId, name, search, isShared = false } = body;
      await findSeenCompany(ctx, companyId);
      await oneAtATime(ctx);
      const [held] = await db.select({ many: count() }).from(savedSearches).where(own(ctx, companyId));
      if ((held?.many ?? 0) >= MOST_SAVED_VIEWS) {
        throw new DomainError(
          'CONFLICT',
          `You can have up to ${MOST_SAVED_VIEWS} saved searches. Delete one to save another.`,
        );
      }
      await assertFreeName(ctx, name, own(ctx, companyId));
      const { orgId, orgUserId } = membership;
      const of = { orgId, companyId, orgUserId, list: views.list };
      const values = { ...of, name, search, isShared, createdAt: ctx.now, updatedAt: ctx.now };
      const kept = returnedRow(await db.insert(savedSearches).values(values).returning());
      await ctx.audit({ id: kept.id, after: kept });
      return toView(ctx, kept, ctx.person.displayName);
    },

    /** STALE if changed since the given version, for example in another tab. */
    async update(
      ctx: Ctx,
      { params, body }: Given<{ id: number }, Draft<Search> & { version: number }>,
    ): Promise<SavedView<Search>> {
      await oneAtATime(ctx);
      const before = await findOwn(ctx, params.id);
      assertCurrent('This saved search', before, body.version);
      await assertFreeName(ctx, body.name, and(own(ctx, before.companyId), ne(savedSearches.id, before.id)));
      const { name, search, isShared = before.isShared } = body;
      const changes = { name, search, isShared, updatedAt: ctx.now, version: before.version + 1 };
      await ctx.db.update(savedSearches).set(changes).where(isView(before));
      const after = { ...before, ...changes };
      await ctx.audit({ id: before.id, before, after });
      return toView(ctx, after, ctx.person.displayName);
    },

    async remove(ctx: Ctx, { params }: { params: { id: number } }): Promise<{ ok: true }> {
      const before = await findOwn(ctx, params.id);
      await ctx.db.delete(savedSearches).where(isView(before));
      await ctx.audit({ id: before.id, before });
      return { ok: true };
    },
  };
}

/** Serializes one person's saves, so neither limit nor name is exceeded. */
async function oneAtATime({ db, membership }: Ctx): Promise<void> {
  await lockRows(db, orgUsers, eq(orgUsers.id, membership.orgUserId));
}

async function assertFreeName({ db }: Ctx, name: string, among: SQL | undefined): Promise<void> {
  const [taken] = await db
    .select({ name: savedSearches.name })
    .from(savedSearches)
    .where(and(among, sql`lower(${savedSearches.name}) = lower(${name})`));
  if (taken) throw badInput({ name: `You already have a saved search called “${taken.name}”` });
}
