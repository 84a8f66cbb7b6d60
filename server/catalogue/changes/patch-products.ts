import { getTableColumns, sql } from 'drizzle-orm';
import { type FieldPatch, type KnownNames, loggedValues } from '../../../domain/catalogue/product-change';
import { LISTED_STATUSES } from '../../../domain/catalogue/vocabulary';
import { type Applied, recordChange } from '../../bulk/applied';
import type { NewRow } from '../../bulk/ledger';
import type { Ctx } from '../../context';
import { recordset } from '../../db/recordset';
import { products } from '../../db/schema';
import { endTracking } from '../../inventory/stock/end-tracking';
import { lockStock } from '../../inventory/stock/lock-stock';
import { setManualStock } from '../../inventory/stock/set-manual-stock';
import { syncMappedStock } from '../../inventory/stock/sync-mapped-stock';
import { publishProducts } from '../publish-products';
import { namesIn } from './change-names';
import type { Standing } from './standing-products';

/** A product's change, with the values before it. */
export type Patched = {
  id: number;
  before: Standing;
  patch: FieldPatch;
  /** Since when buyers saw it before the change that is undone. */
  listedAt?: Date | undefined;
};

/**
 * Writes patches of locked products, their audit entries and stock movements; every statement takes all of them. Names
 * are those the log shows of what the patches refer to; `restores` undoes: it gives back
 * stock that is no longer entered by hand.
 */
export async function writePatches(
  ctx: Ctx,
  patched: readonly Patched[],
  note: string,
  { names, restores = false }: { names?: KnownNames; restores?: boolean } = {},
): Promise<void> {
  if (patched.length === 0) return;
  const { orgId } = ctx.membership;
  const set = new Set(patched.flatMap(({ patch }) => Object.keys(patch)).filter((field) => field !== 'quantity'));
  const columns = Object.entries(getTableColumns(products)).filter(([field]) => set.has(field));
  // What is listed again by an undo isn't new to buyers.
  const relists = restores && set.has('listingState');
  const rows = patched.map(({ id, before, patch, listedAt }) => {
    const after: Record<string, unknown> = { ...before, ...patch };
    const values: Partial<typeof products.$inferInsert> = Object.fromEntries(
      columns.map(([field]) => [field, after[field]]),
    );
    return { id, ...values, ...(relists && { listedAt: listedAt ?? before.listedAt }) };
  });
  const assigned = columns.map(([, { name }]) => sql`${sql.identifier(name)} = next.${sql.identifier(name)}, `);
  if (relists) assigned.push(sql`listed_at = next.listed_at, `);
  else if (set.has('listingState')) assigned.push(listedSince(ctx.now));
  await ctx.db.execute(sql`
    update products set ${sql.join(assigned)}
           updated_at = ${ctx.now}, last_edit = ${ctx.now}, version = products.version + 1
      from ${recordset('next', products, rows).source}
     where products.org_id = ${orgId} and products.id = next.id`);
  const untracked = patched.filter(
    ({ before, patch: { inventoryManagement: mode = before.inventoryManagement } }) =>
      before.inventoryManagement === 'METRC' && mode !== 'METRC',
  );
  const counted = patched.flatMap(({ id, patch }) =>
    patch.quantity === undefined ? [] : [{ productId: id, quantity: patch.quantity, note }],
  );
  const productIds = patched.filter(isSummed).map(({ id }) => id);
  // All at once, so that orders of several of them don't deadlock with it.
  const moving = new Set([...untracked.map(({ id }) => id), ...counted.map((one) => one.productId), ...productIds]);
  if (moving.size > 0) await lockStock(ctx.db, orgId, [...moving]);
  await endTracking(
    ctx,
    orgId,
    untracked.map(({ id }) => id),
  );
  if (counted.length > 0) await setManualStock(ctx, counted, restores);
  // Sums of packages replace whatever else was counted for products that the tracking system keeps now.
  if (productIds.length > 0) await syncMappedStock(ctx, { orgId, productIds, why: note, keepsUnmapped: true });
  const values = patched.map(({ before, patch }) => valuesBefore(before, patch));
  const shown = names ?? (await namesIn(ctx, [...values, ...patched.map(({ patch }) => patch)]));
  for (const [at, { id, patch }] of patched.entries()) {
    const before = loggedValues(values[at] ?? {}, shown);
    await ctx.audit({ entity: 'product', id, before, after: loggedValues(patch, shown) });
  }
  const [only] = patched;
  await publishProducts(ctx, patched.length === 1 && only ? only.id : 'many');
}

/** Marks when buyers begin to see a product. */
const listedSince = (now: Date) => {
  const isListed = (row: string) =>
    sql`${sql.identifier(row)}.listing_state = any (${sql.param([...LISTED_STATUSES])}::text[])`;
  return sql`listed_at = case when ${isListed('next')} and not ${isListed('products')} then ${now}
    else products.listed_at end, `;
};

/** Whether a patch has the stock summed from the mapped packages. */
export function isSummed({ before, patch: { inventoryManagement: mode, unitOfMeasure, quantity } }: Patched): boolean {
  const isTouched = (mode ?? unitOfMeasure ?? quantity) !== undefined;
  return isTouched && (mode ?? before.inventoryManagement) === 'METRC';
}

/** The values a patch replaces. */
const valuesBefore = (before: Standing, patch: FieldPatch): FieldPatch =>
  Object.fromEntries(Object.keys(patch).map((field) => [field, before[field as keyof FieldPatch]]));

type Change = {
  act: string;
  input?: Record<string, unknown>;
  patched: readonly Patched[];
  /** Products it added, with all their values. */
  created?: readonly { id: number; values: { name: string } & Record<string, unknown> }[];
  summary: string;
};

/** What undoing takes of one product: the values before, none for one the change added, and after. */
export type KeptProduct = {
  before: FieldPatch | null;
  after: FieldPatch & Record<string, unknown>;
  /** Since when buyers saw it; changes kept before this was have none. */
  listedAt?: string;
};

/** Keeps what it takes to undo a change; answers its id. */
export async function recordForUndo(
  ctx: Ctx,
  of: Applied,
  { act, input, patched, created = [], summary }: Change,
): Promise<number> {
  const rows = [
    ...created.map(({ id, values }): NewRow => {
      const kept = { before: null, after: values };
      return { subjectId: id, label: values.name, verdict: 'create', kept };
    }),
    ...patched.map(({ id, before, patch }): NewRow => {
      const listedAt = before.listedAt.toISOString();
      const kept: KeptProduct = { before: valuesBefore(before, patch), after: patch, listedAt };
      return { subjectId: id, label: before.name, verdict: 'update', kept };
    }),
  ];
  const id = await recordChange(ctx, of, { act, input: { ...input, summary }, rows });
  await ctx.audit({ id, after: { summary, products: rows.length } });
  return id;
}
