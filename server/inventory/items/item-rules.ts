import { and, eq, sql } from 'drizzle-orm';
import { badInput, notFound } from '../../../domain/errors';
import type { itemRules as contract } from '../../../domain/inventory/items/held-items-contract';
import {
  conflictsOf,
  findsItem,
  type ItemRule,
  MOST_RULES,
  previewRule,
} from '../../../domain/inventory/items/item-rule';
import type { Ctx } from '../../context';
import { searchText } from '../../db/page';
import { brands, itemRules, licenses, trackingItems } from '../../db/schema';
import { visibleBrands, visibleItemBrands, visibleItems, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { holdAssigning, shareAssigned } from '../../network/shares/auto-share';
import { assertOwnBrand, assertOwnLicenses, publishItems } from './assign-items';
import { assignByRule, loadRuled, loadRules, tellAssigned } from './rule-items';

/** The rules of a state for brands the caller sees, with what they find of the items the caller sees. */
export const listItemRules: Verb<typeof contract.list> = (ctx, { query: { usState } }) => describe(ctx, usState);

/** What a rule would do, without doing it. BAD_INPUT. */
export const previewItemRule: Verb<typeof contract.preview> = async (ctx, { query: { orgId: _, ...rule } }) => {
  await assertOwn(ctx, rule);
  const items = await loadRuled(ctx.db, and(visibleItems(ctx.membership), eq(licenses.usState, rule.usState)));
  return previewRule(rule, await loadRules(ctx.db, ctx.membership.orgId, rule.usState), items).preview;
};

/** Adds a rule and applies it to the items without a brand that it decides. BAD_INPUT. */
export const createItemRule: Verb<typeof contract.create> = async (ctx, { body: { orgId: _, ...rule } }) => {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  await assertOwn(ctx, rule);
  await holdAssigning(db, orgId);
  const others = await loadRules(db, orgId, rule.usState);
  if (others.length >= MOST_RULES)
    throw badInput({ searchText: `There are ${MOST_RULES} rules already: delete one first` });
  const values = { orgId, ...rule, licenseIds: [...new Set(rule.licenseIds)].sort((a, b) => a - b), createdAt: now };
  const [made] = await db.insert(itemRules).values(values).onConflictDoNothing().returning({ id: itemRules.id });
  if (made === undefined) throw badInput({ searchText: 'A rule for this text and these licenses exists already' });
  const items = await loadRuled(db, and(eq(trackingItems.orgId, orgId), eq(licenses.usState, rule.usState)));
  const { toAssign } = previewRule(rule, others, items);
  const ids = toAssign.map(({ id }) => id);
  const assigned = await assignByRule(db, { orgId, rule: { id: made.id, brandId: rule.brandId }, ids, at: now });
  await ctx.audit({ id: made.id, before: null, after: { ...rule, assigned } });
  await tellAssigned(ctx, { orgId, brandId: rule.brandId, items: assigned, at: now, by: ctx.person.userId });
  await shareAssigned(ctx, { orgId, ids, by: ctx.person.userId, at: now });
  await publishItems(ctx);
  const row = (await describe(ctx, rule.usState)).find(({ id }) => id === made.id);
  if (row === undefined) throw new Error('A rule just added is listed');
  return row;
};

/** Deletes a rule; what it assigned stays. NOT_FOUND. */
export const removeItemRule: Verb<typeof contract.remove> = async (ctx, { params: { ruleId } }) => {
  const { db, membership } = ctx;
  const own = and(eq(itemRules.orgId, membership.orgId), eq(itemRules.id, ruleId));
  const [rule] = await db
    .select({ brandId: itemRules.brandId, searchText: itemRules.searchText, licenseIds: itemRules.licenseIds })
    .from(itemRules)
    .innerJoin(brands, and(eq(brands.id, itemRules.brandId), visibleItemBrands(membership)))
    .where(own)
    .for('update', { of: itemRules });
  if (rule === undefined) throw notFound('Rule');
  await db
    .update(trackingItems)
    .set({ ruleId: null })
    .where(and(eq(trackingItems.orgId, membership.orgId), eq(trackingItems.ruleId, ruleId)));
  await db.delete(itemRules).where(own);
  await ctx.audit({ id: ruleId, before: rule, after: null });
  await publishItems(ctx);
  return { ok: true };
};

/** Names that are part of too many others to mean a brand. */
const SHORTEST_BRAND = 3;

/** The caller's brands whose names are in the names of items without one, as a rule would find them (`hasRuleText`). */
export const recommendBrands: Verb<typeof contract.recommendedBrands> = async (ctx, { query: { usState } }) => {
  const { db, membership } = ctx;
  const { rows } = await db.execute(sql`
    select brands.id, brands.name, brands.profile_image_uri as "profileImageUri",
           array_agg(distinct tracking_items.license_id) as "recommendedForLicenseIds", count(*)::int as items
      from brands join tracking_items on strpos(${searchText(trackingItems.name)}, ${searchText(brands.name)}) > 0
     where ${visibleBrands(membership)} and ${visibleItems(membership)} and tracking_items.brand_id is null
       and char_length(brands.name) >= ${SHORTEST_BRAND}
       and tracking_items.license_id in (select ${licenses.id} from ${licenses}
             where ${visibleLicenses(membership)} and ${licenses.usState} = ${usState})
     group by brands.id, brands.name, brands.profile_image_uri
     order by items desc, brands.id`);
  type Found = { recommendedForLicenseIds: unknown[]; [column: string]: unknown };
  return (rows as Found[]).map((row) => ({
    ...row,
    recommendedForLicenseIds: row.recommendedForLicenseIds.map(Number),
  })) as Awaited<ReturnType<typeof recommendBrands>>;
};

type Asked = { brandId: number; licenseIds: number[]; usState: string };

async function assertOwn(ctx: Ctx, { brandId, licenseIds, usState }: Asked): Promise<void> {
  await assertOwnBrand(ctx, brandId);
  await assertOwnLicenses(ctx, licenseIds, usState);
}

async function describe({ db, membership }: Ctx, usState: string): Promise<ItemRule[]> {
  const all = await loadRules(db, membership.orgId, usState);
  const own = await db.select({ id: brands.id, name: brands.name }).from(brands).where(visibleItemBrands(membership));
  const names = new Map(own.map(({ id, name }) => [id, name]));
  const items = await loadRuled(db, and(visibleItems(membership), eq(licenses.usState, usState)));
  const seen = all.filter(({ brandId }) => names.has(brandId));
  const conflicts = conflictsOf(seen, items);
  return seen.map((rule) => ({
    id: rule.id,
    brandId: rule.brandId,
    brandName: names.get(rule.brandId) ?? '',
    searchText: rule.searchText,
    licenseIds: rule.licenseIds,
    usState,
    created: rule.createdAt.toISOString(),
    rank: all.indexOf(rule) + 1,
    found: items.filter((item) => findsItem(rule, item)).length,
    assigned: items.filter(({ ruleId }) => ruleId === rule.id).length,
    conflicts: [...(conflicts.get(rule) ?? [])].map(([other, count]) => ({
      ruleId: other.id,
      searchText: other.searchText,
      brandName: names.get(other.brandId) ?? '',
      items: count,
    })),
  }));
}
