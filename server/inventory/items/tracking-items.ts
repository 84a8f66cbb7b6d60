import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { unitsOf } from '../../../domain/catalogue/units/convert-units';
import { badInput, type FieldErrors, notFound } from '../../../domain/errors';
import type { trackingItems as contract } from '../../../domain/inventory/items/items-contract';
import { itemErrors, type TrackingItem, type TrackingItemDraft } from '../../../domain/inventory/items/tracking-item';
import type { Ctx } from '../../context';
import { beginsWith, contains, isOneOf } from '../../db/page';
import { brands, licenses, trackingItems } from '../../db/schema';
import { visibleBrands, visibleItems, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import type { LicenseAccess } from '../../integrations/tracking/tracking-calls';
import { ItemsRefused, type OutsideItem } from '../../integrations/tracking/tracking-items';
import { withLicenseKey } from '../../integrations/tracking/use-license-key';
import { holdAssigning } from '../../network/shares/auto-share';
import { ITEM_COLUMNS, ofItem } from './read-tracking-items';
import { assignNewItems } from './rule-items';

/** A license's items by name; those that begin with the text first. NOT_FOUND for a license the caller doesn't see. */
export const listTrackingItems: Verb<typeof contract.list> = async (ctx, { query }) => {
  const { licenseId, searchTerm, measures, page, itemsPerPage } = query;
  await assertSeesLicense(ctx, licenseId);
  const where = and(
    visibleItems(ctx.membership),
    eq(trackingItems.licenseId, licenseId),
    isNull(trackingItems.closedAt),
    searchTerm === '' ? undefined : contains(trackingItems.name, searchTerm),
    measures && isOneOf(trackingItems.unitOfMeasure, unitsOf(measures)),
  );
  const results = await selectItems(ctx, where)
    .orderBy(
      sql`not ${beginsWith(trackingItems.name, searchTerm)}`,
      asc(sql`lower(${trackingItems.name})`),
      asc(trackingItems.id),
    )
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(trackingItems).where(where);
  return { results, resultCount: counted?.count ?? 0, page };
};

export const listItemCategories: Verb<typeof contract.categories> = (ctx, { query }) =>
  withLicenseKey(ctx, query.licenseId, (at) => ctx.services.integrations.tracking.itemCategories(at));

export const listTrackingStrains: Verb<typeof contract.strains> = (ctx, { query }) =>
  withLicenseKey(ctx, query.licenseId, (at) => ctx.services.integrations.tracking.strains(at));

/**
 * Adds items to a license at the tracking system, then here. BAD_INPUT at the fields of those it would refuse or does;
 * items that an earlier try of this call left there are taken over.
 */
export const createTrackingItems: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { licenseId, items } = body;
  const { tracking } = ctx.services.integrations;
  await assertSeesLicense(ctx, licenseId);
  await assertOwnBrands(ctx, items);
  const written = await withLicenseKey(ctx, licenseId, async (at) => {
    assertFit(items, await tracking.itemCategories(at));
    await tracking.createItems(at, items).catch(async (error: unknown) => {
      if (!(error instanceof ItemsRefused)) throw error;
      const left = await findWritten(ctx, at, items);
      const isLeft = left.length === items.length && !(await areKept(ctx, licenseId, left));
      if (!isLeft) throw badInput(refusedFields(error));
    });
    return findWritten(ctx, at, items);
  });
  return ctx.step('keep', (step) => storeItems(step, licenseId, items, written));
};

const fieldErrorsOf = (at: number, errors: Partial<Record<string, string>>): [string, string][] =>
  Object.entries(errors).flatMap(([field, message]) => (message ? [[`items.${at}.${field}`, message]] : []));

function assertFit(items: readonly TrackingItemDraft[], categories: Parameters<typeof itemErrors>[1][]): void {
  const errors = items.flatMap((item, at) =>
    fieldErrorsOf(
      at,
      itemErrors(
        item,
        categories.find((one) => one?.name === item.categoryName),
      ),
    ),
  );
  if (errors.length > 0) throw badInput(Object.fromEntries(errors));
}

const refusedFields = ({ reasons }: ItemsRefused): FieldErrors =>
  Object.fromEntries(reasons.map(({ row, message }) => [`items.${row}.name`, `The tracking system says: ${message}`]));

/** How far back to look for items just written; clocks differ. */
const LOOK_BACK_MS = 3_600_000;

/** The items as the tracking system has them now, by name. */
async function findWritten(
  { services, now }: Ctx,
  at: LicenseAccess,
  items: readonly TrackingItemDraft[],
): Promise<OutsideItem[]> {
  const recent = await services.integrations.tracking.items(at, new Date(now.getTime() - LOOK_BACK_MS));
  const byName = new Map(recent.map((item) => [item.name.toLowerCase(), item]));
  return items.flatMap((item) => {
    const found = byName.get(item.name.toLowerCase());
    const isSame = found?.categoryName === item.categoryName && found.unitOfMeasure === item.unitOfMeasure;
    return found && isSame ? [found] : [];
  });
}

async function areKept({ db, membership }: Ctx, licenseId: number, items: readonly OutsideItem[]): Promise<boolean> {
  const kept = await db
    .select({ id: trackingItems.id })
    .from(trackingItems)
    .where(
      and(
        eq(trackingItems.orgId, membership.orgId),
        eq(trackingItems.licenseId, licenseId),
        isOneOf(
          trackingItems.trackingId,
          items.map(({ trackingId }) => trackingId),
        ),
      ),
    )
    .limit(1);
  return kept.length > 0;
}

async function storeItems(
  ctx: Ctx,
  licenseId: number,
  items: readonly TrackingItemDraft[],
  written: readonly OutsideItem[],
): Promise<TrackingItem[]> {
  const { orgId } = ctx.membership;
  const ids = new Map(written.map(({ name, trackingId }) => [name.toLowerCase(), trackingId]));
  const rows = items.map((item) => {
    const trackingId = ids.get(item.name.toLowerCase());
    if (trackingId === undefined) throw new Error('The tracking system has no item it just took');
    return { orgId, licenseId, trackingId, ...item, createdAt: ctx.now, updatedAt: ctx.now };
  });
  await holdAssigning(ctx.db, orgId);
  const made = await ctx.db
    .insert(trackingItems)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: trackingItems.id });
  await assignNewItems(ctx, { orgId, added: made.map(({ id }) => id), at: ctx.now, by: ctx.person.userId });
  const added = await selectItems(
    ctx,
    and(
      eq(trackingItems.orgId, orgId),
      isOneOf(
        trackingItems.id,
        made.map(({ id }) => id),
      ),
    ),
  ).orderBy(asc(trackingItems.id));
  for (const item of added) await ctx.audit({ id: item.id, before: null, after: item });
  await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
  return added;
}

const selectItems = ({ db }: Pick<Ctx, 'db'>, where: SQL | undefined) =>
  db.select(ITEM_COLUMNS).from(trackingItems).innerJoin(licenses, ofItem).where(where);

async function assertSeesLicense({ db, membership }: Ctx, licenseId: number): Promise<void> {
  const [seen] = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.id, licenseId), visibleLicenses(membership)));
  if (!seen) throw notFound('License');
}

async function assertOwnBrands({ db, membership }: Ctx, items: readonly TrackingItemDraft[]): Promise<void> {
  const asked = items.flatMap(({ brandId }) => brandId ?? []);
  if (asked.length === 0) return;
  const own = await db
    .select({ id: brands.id })
    .from(brands)
    .where(and(isOneOf(brands.id, asked), visibleBrands(membership)));
  const known = new Set(own.map(({ id }) => id));
  const errors = items.flatMap(({ brandId }, at): [string, string][] =>
    brandId === null || known.has(brandId) ? [] : [[`items.${at}.brandId`, 'Choose one of your brands']],
  );
  if (errors.length > 0) throw badInput(Object.fromEntries(errors));
}
