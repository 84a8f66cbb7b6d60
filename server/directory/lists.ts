import { and, eq, sql } from 'drizzle-orm';
import {
  type directoryLists as contract,
  type DirectoryList,
  LISTED_KINDS,
  MOST_LISTED,
  MOST_LISTS,
  OWNED_LICENSES,
} from '../../domain/directory/lists';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { lockRow, returnedRow } from '../db/rows';
import { directoryListEntries as entries, licenses, directoryLists as lists } from '../db/schema';
import { onTaken } from '../db/transact';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { type Entry, readLicenseListings, readListings } from './read-listings';

type Row = typeof lists.$inferSelect;

/** The organization's lists by name, after that of the licenses the reader sees; each says whether it has the listing asked about. */
export const listLists: Verb<typeof contract.list> = async (ctx, { query }) => {
  const { listingType, listingId } = query;
  const asked = listingType && listingId !== undefined ? { listingType, listingId } : undefined;
  return [await describeOwned(ctx, asked), ...(await describe(ctx, { asked }))];
};

/** NOT_FOUND for another organization's. */
export const getList: Verb<typeof contract.get> = async (ctx, { params: { id: slug } }) => {
  if (slug === OWNED_LICENSES.slug) {
    const listings = await readLicenseListings(ctx, visibleLicenses(ctx.membership));
    return { ...(await describeOwned(ctx)), listings };
  }
  const list = await describeOne(ctx, Number(slug));
  return { ...list, listings: await readListings(ctx, await readEntries(ctx, [Number(slug)])) };
};

/** Makes a list. BAD_INPUT on `name` for one that is taken, CONFLICT for too many, NOT_FOUND for a first listing that isn't there. */
export const createList: Verb<typeof contract.create> = async (ctx, { body: { name, first } }) => {
  const { db, now, membership } = ctx;
  const { orgId } = membership;
  await holdAlone(db, { kind: 'directory lists', id: orgId });
  if ((await db.$count(lists, eq(lists.orgId, orgId))) >= MOST_LISTS) {
    throw new DomainError('CONFLICT', `An organization has at most ${MOST_LISTS} lists. Delete one first.`);
  }
  const list = returnedRow(
    await db.insert(lists).values({ orgId, name, createdAt: now, updatedAt: now }).returning().catch(refuseTakenName),
  );
  if (first) await putIn(ctx, list, first);
  await ctx.audit({ id: list.id, before: null, after: { name, listings: first ? 1 : 0 } });
  return changed(ctx, list.id);
};

/** Renames a list. NOT_FOUND, STALE, BAD_INPUT on `name`. */
export const renameList: Verb<typeof contract.update> = async (ctx, { params: { id }, body: { name, version } }) => {
  const before = await lock(ctx, id);
  assertCurrent('This list', before, version);
  await ctx.db
    .update(lists)
    .set({ name, updatedAt: ctx.now, version: version + 1 })
    .where(own(ctx, id))
    .catch(refuseTakenName);
  await ctx.audit({ id, before: { name: before.name }, after: { name } });
  return changed(ctx, id);
};

export const removeList: Verb<typeof contract.remove> = async (ctx, { params: { id } }) => {
  const before = await lock(ctx, id, 'update');
  const held = await ctx.db.delete(entries).where(ofList(ctx, id)).returning({ id: entries.listingId });
  await ctx.db.delete(lists).where(own(ctx, id));
  await ctx.audit({ id, before: { name: before.name, listings: held.length }, after: null });
  await publish(ctx, id);
  return { ok: true };
};

/** Puts a listing in a list; again, it changes nothing. NOT_FOUND for either, CONFLICT for a full list. */
export const addListing: Verb<typeof contract.add> = async (ctx, { params: { id, listingType, listingId } }) => {
  const list = await lock(ctx, id);
  const isNew = await putIn(ctx, list, { listingType, listingId });
  await ctx.audit({ id, before: null, after: isNew ? { name: list.name, listingType, listingId } : null });
  return changed(ctx, id, { listingType, listingId });
};

/** Takes a listing out of a list; one that isn't in it changes nothing. */
export const dropListing: Verb<typeof contract.drop> = async (ctx, { params: { id, listingType, listingId } }) => {
  const list = await lock(ctx, id);
  const gone = await ctx.db
    .delete(entries)
    .where(and(ofList(ctx, id), eq(entries.listingType, listingType), eq(entries.listingId, listingId)))
    .returning({ id: entries.listingId });
  await ctx.audit({ id, before: gone.length > 0 ? { name: list.name, listingType, listingId } : null, after: null });
  return changed(ctx, id, { listingType, listingId });
};

const own = ({ membership }: Ctx, id: number) => and(eq(lists.orgId, membership.orgId), eq(lists.id, id));

const ofList = ({ membership }: Ctx, id: number) => and(eq(entries.orgId, membership.orgId), eq(entries.listId, id));

const lock = (ctx: Ctx, id: number, strength?: 'update') => lockRow(ctx.db, lists, own(ctx, id), 'List', strength);

const refuseTakenName = onTaken(() => badInput({ name: 'Another list already has this name' }));

const publish = ({ publish: send, membership: { orgId } }: Ctx, id: number) =>
  send({ topic: 'directory-lists', kind: 'changed', id, orgIds: [orgId] });

/** Whether the listing is new in the locked list. NOT_FOUND for one that isn't in the directory. */
async function putIn(ctx: Ctx, list: Row, entry: Entry): Promise<boolean> {
  const { db, now, membership } = ctx;
  const [listing] = await readListings(ctx, [entry]);
  if (!listing) throw notFound('Listing');
  const values = { orgId: membership.orgId, listId: list.id, ...entry, createdAt: now };
  const added = await db.insert(entries).values(values).onConflictDoNothing().returning({ id: entries.listingId });
  if (added.length > 0 && (await db.$count(entries, ofList(ctx, list.id))) > MOST_LISTED) {
    throw new DomainError('CONFLICT', `A list has at most ${MOST_LISTED} listings.`);
  }
  return added.length > 0;
}

async function changed(ctx: Ctx, id: number, asked?: Entry): Promise<DirectoryList> {
  await publish(ctx, id);
  return describeOne(ctx, id, asked);
}

async function describeOne(ctx: Ctx, id: number, asked?: Entry): Promise<DirectoryList> {
  const [found] = await describe(ctx, { id, asked });
  if (!found) throw notFound('List');
  return found;
}

const isEntry = (asked: Entry | undefined) => (one: Entry) =>
  one.listingType === asked?.listingType && one.listingId === asked.listingId;

/** Lists with what of them is in the directory now. */
async function describe(ctx: Ctx, { id, asked }: { id?: number; asked: Entry | undefined }): Promise<DirectoryList[]> {
  const { db, membership } = ctx;
  const rows = await db
    .select()
    .from(lists)
    .where(id === undefined ? eq(lists.orgId, membership.orgId) : own(ctx, id))
    .orderBy(sql`lower(${lists.name})`, lists.id);
  const held = await readEntries(
    ctx,
    rows.map((row) => row.id),
  );
  const shown = new Set((await readListings(ctx, held)).map((one) => `${one.directoryListingType}-${one.id}`));
  return rows.map((row) => {
    const of = held.filter(({ listId }) => listId === row.id);
    return {
      id: row.id,
      slug: String(row.id),
      kind: 'DIRECTORY_LISTING',
      name: row.name,
      listingCount: of.filter(({ listingType, listingId }) => shown.has(`${listingType}-${listingId}`)).length,
      hasListing: of.some(isEntry(asked)),
      changed: row.updatedAt.toISOString(),
      version: row.version,
    };
  });
}

async function describeOwned({ db, membership }: Ctx, asked?: Entry): Promise<DirectoryList> {
  const seen = await db.select({ id: licenses.id }).from(licenses).where(visibleLicenses(membership));
  return {
    id: null,
    ...OWNED_LICENSES,
    kind: 'OWNED_LICENSES',
    listingCount: seen.length,
    hasListing: asked?.listingType === 'license' && seen.some(({ id }) => id === asked.listingId),
    changed: null,
    version: null,
  };
}

async function readEntries({ db, membership }: Ctx, ids: readonly number[]): Promise<(Entry & { listId: number })[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(entries)
    .where(and(eq(entries.orgId, membership.orgId), sql`${entries.listId} = any (${sql.param([...ids])}::bigint[])`));
  return rows.map(({ listId, listingType, listingId }) => ({
    listId,
    listingType: LISTED_KINDS.parse(listingType),
    listingId,
  }));
}
