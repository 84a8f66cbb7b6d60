import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { decidingRule, inOrder, type Rule } from '../../../domain/inventory/items/item-rule';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { brands, itemRules, licenses, partnerBrands, trackingItems } from '../../db/schema';
import { isAgreed } from '../../db/visibility';
import { shareAssigned } from '../../network/shares/auto-share';
import { noticeAt } from '../../notices/notices';

/** Whether a brand is an organization's own, or one it is a partner of. */
const isKeptBy = (orgId: number) =>
  or(
    eq(brands.orgId, orgId),
    sql`exists (select from ${partnerBrands} where ${partnerBrands.orgId} = ${orgId} and ${partnerBrands.brandId} = ${brands.id}
      and ${isAgreed(sql`${partnerBrands}`, sql`${brands}`)})`,
  );

/** The rules of an organization for brands it still has, or those of one state, in the order in which they decide. */
export async function loadRules(db: Db, orgId: number, usState?: string) {
  const ofState = usState === undefined ? undefined : eq(itemRules.usState, usState);
  const rows = await db
    .select({ rule: itemRules })
    .from(itemRules)
    .innerJoin(brands, and(eq(brands.id, itemRules.brandId), isKeptBy(orgId)))
    .where(and(eq(itemRules.orgId, orgId), ofState));
  return inOrder(rows.map(({ rule }) => rule));
}

/** The parts of items that rules decide by. */
export const loadRuled = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: trackingItems.id,
      name: trackingItems.name,
      licenseId: trackingItems.licenseId,
      usState: licenses.usState,
      brandId: trackingItems.brandId,
      ruleId: trackingItems.ruleId,
    })
    .from(trackingItems)
    .innerJoin(licenses, eq(licenses.id, trackingItems.licenseId))
    .where(where)
    .orderBy(trackingItems.id);

/** Assigns items that have no brand to one by a rule; how many had none still. */
export async function assignByRule(
  db: Db,
  { orgId, rule, ids, at }: { orgId: number; rule: Pick<Rule, 'brandId'> & { id: number }; ids: number[]; at: Date },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { rowCount } = await db
    .update(trackingItems)
    .set({ brandId: rule.brandId, ruleId: rule.id, updatedAt: at })
    .where(and(eq(trackingItems.orgId, orgId), isOneOf(trackingItems.id, ids), isNull(trackingItems.brandId)));
  return rowCount ?? 0;
}

/** Has those who see a brand told that rules assigned items to it; `by` is who caused it. */
export async function tellAssigned(
  { enqueue }: Pick<Ctx, 'enqueue'>,
  { orgId, brandId, items, at, by }: { orgId: number; brandId: number; items: number; at: Date; by: string | null },
): Promise<void> {
  if (items === 0) return;
  const assigned = { subject: subjectOf.brandItems(brandId), payload: { brandId, items } };
  await enqueue(noticeAt({ type: 'ITEM_AUTO_ASSIGNED', orgId, ...assigned }, { by, now: at }));
}

/** Assigns items just added to the brands that rules say, unless they came with one. The caller did `holdAssigning` before. */
export async function assignNewItems(
  { db, enqueue, publish }: Pick<Ctx, 'db' | 'enqueue' | 'publish'>,
  { orgId, added, at, by = null }: { orgId: number; added: readonly number[]; at: Date; by?: string | null },
): Promise<void> {
  if (added.length === 0) return;
  const ordered = await loadRules(db, orgId);
  if (ordered.length === 0) return;
  const items = await loadRuled(
    db,
    and(eq(trackingItems.orgId, orgId), isOneOf(trackingItems.id, added), isNull(trackingItems.brandId)),
  );
  const decided = Map.groupBy(items, (item) => decidingRule(ordered, item));
  const told = new Map<number, number>();
  for (const [rule, of] of decided) {
    if (!rule) continue;
    const items = await assignByRule(db, { orgId, rule, ids: of.map(({ id }) => id), at });
    told.set(rule.brandId, (told.get(rule.brandId) ?? 0) + items);
  }
  for (const [brandId, items] of told) await tellAssigned({ enqueue }, { orgId, brandId, items, at, by });
  const ruled = [...decided].flatMap(([rule, of]) => (rule ? of.map(({ id }) => id) : []));
  await shareAssigned({ db, enqueue, publish }, { orgId, ids: ruled, by, at });
}
