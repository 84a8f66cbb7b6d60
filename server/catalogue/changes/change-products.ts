import { and, sql } from 'drizzle-orm';
import { MOST_BULK_ROWS } from '../../../domain/bulk/bulk-act';
import { type ChangedRow, type productChanges as contract, MOST_PREVIEWED } from '../../../domain/catalogue/contract';
import {
  type JudgedChange,
  judgeChange,
  type ProductChanging,
  patchOf,
  summaryOf,
} from '../../../domain/catalogue/product-change';
import { badInput, notFound, stale } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { products } from '../../db/schema';
import type { Verb } from '../../implement';
import { productList } from '../search-products';
import { loadLines } from './change-names';
import { recordForUndo, writePatches } from './patch-products';
import { type Standing, selectStanding } from './standing-products';
import { productEdits } from './undo-change';

/** A product with what becomes of it. */
type Judged = JudgedChange & { product: Standing };

/** What a change would do. NOT_FOUND for products the caller doesn't see, FORBIDDEN for those they can't change. */
export const previewChange: Verb<typeof contract.preview> = async (ctx, { body }) =>
  report(await judgeAll(ctx, body, 'read'));

/**
 * Applies a change in one transaction, in as many statements for one product as for thousands. A single product that
 * was changed since, or can't be changed, refuses the whole call: STALE, BAD_INPUT.
 */
export const applyChange: Verb<typeof contract.apply> = async (ctx, { body }) => {
  const judged = await judgeAll(ctx, body, 'lock');
  const reply = report(judged);
  const [only] = judged;
  if (judged.length === 1 && only && only.reasons.length > 0)
    throw badInput({ [Object.keys(only.patch)[0] ?? '']: only.reasons.join('. ') });
  const changed = judged.filter(({ reasons, changes }) => reasons.length === 0 && changes.length > 0);
  if (changed.length === 0) return { ...reply, id: null };
  const summary = summaryOf(body.change, changed.length);
  const patched = changed.map(({ product, patch }) => ({ id: product.id, before: product, patch }));
  await writePatches(ctx, patched, summary);
  const { name: act = 'edit', ...input } = 'act' in body.change ? body.change.act : {};
  return { ...reply, id: await recordForUndo(ctx, productEdits, { act, input, patched, summary }) };
};

function report(judged: readonly Judged[]) {
  const verdictOf = ({ reasons, changes }: Judged) =>
    reasons.length > 0 ? 'refused' : changes.length > 0 ? 'update' : 'unchanged';
  const rows = judged.map((one, at): ChangedRow => {
    const { id, name, sku } = one.product;
    return { row: at + 1, id, name, sku, verdict: verdictOf(one), changes: one.changes, reasons: one.reasons };
  });
  const count = (verdict: ChangedRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const shown = rows.filter(({ verdict }) => verdict !== 'unchanged');
  return {
    changed: count('update'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    // The refused first: they are what people must know before they go on.
    rows: shown
      .toSorted((a, b) => Number(b.verdict === 'refused') - Number(a.verdict === 'refused'))
      .slice(0, MOST_PREVIEWED),
  };
}

async function judgeAll(ctx: Ctx, { companyId, change }: ProductChanging, how: 'read' | 'lock'): Promise<Judged[]> {
  await productList.assertOwnCompany(ctx, companyId);
  const wanted = 'patches' in change ? new Map(change.patches.map((one) => [one.id, one])) : null;
  const chosen =
    'patches' in change
      ? isOneOf(products.id, [...(wanted?.keys() ?? [])])
      : 'ids' in change.selection
        ? isOneOf(products.id, change.selection.ids)
        : and(
            productList.matching(ctx, { companyId, filters: change.selection.filters }),
            sql`not ${isOneOf(products.id, change.selection.except)}`,
          );
  const standing = await selectStanding(ctx, chosen, how);
  assertFits(change, standing);
  const lines = await loadLines(ctx);
  return standing.map((product) => {
    const given = wanted?.get(product.id);
    if (given?.version !== undefined && given.version !== product.version) throw stale('This product', product.version);
    const patch = 'act' in change ? patchOf(change.act, product) : (given?.patch ?? {});
    return { product, ...judgeChange(product, patch, { lines }) };
  });
}

function assertFits(change: ProductChanging['change'], found: readonly Standing[]): void {
  if (found.length > MOST_BULK_ROWS)
    throw badInput({ selection: 'You can change up to 10,000 products at once. Narrow the filters and try again.' });
  if (found.length > 0) return;
  if ('selection' in change && 'filters' in change.selection)
    throw badInput({ selection: 'No products match these filters anymore. Reload the list.' });
  throw notFound('Product');
}
