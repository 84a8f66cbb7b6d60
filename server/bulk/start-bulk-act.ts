import { decide, type Requirement } from '../../domain/access/ability';
import { MOST_BULK_ROWS } from '../../domain/bulk/bulk-act';
import type { BulkSelection } from '../../domain/bulk/bulk-call';
import { badInput, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { denial } from '../refusals';
import type { Bulk, Selected } from './bulk';
import { type Change, insertChange, insertRows } from './ledger';

type Body = { selection: BulkSelection; act: { name: string } };

/**
 * The verb that starts bulk actions. The rows are fixed here; a job does the rest. BAD_INPUT if too many are selected,
 * NOT_FOUND if the caller sees none of them, FORBIDDEN.
 */
export function startBulkAct(bulk: Bulk) {
  return async (ctx: Ctx, { body }: { body: Body }): Promise<{ id: number; total: number }> => {
    const { name, ...input } = body.act;
    assertMay(ctx, bulk.requires(name));
    const { act: _, ...search } = body;
    const found = await bulk.select(ctx, search, MOST_BULK_ROWS + 1);
    assertFits(bulk, body.selection, found);
    const begun = await insertChange(ctx, bulk, { act: name, input, kind: 'BULK', total: found.length });
    await insertRows(
      ctx.db,
      begun,
      found.map(({ id, label }) => ({ subjectId: id, label })),
    );
    return runChange(ctx, begun);
  };
}

/** FORBIDDEN, or UPGRADE_REQUIRED, for somebody who may not do this. */
export function assertMay({ person, membership }: Ctx, requirement: Requirement): void {
  const decision = decide({ userId: person.userId, isSupport: person.isSupport, membership }, requirement);
  if (!decision.allowed) throw denial(decision.reason);
}

function assertFits({ noun }: Bulk, selection: BulkSelection, found: readonly Selected[]): void {
  if (found.length > MOST_BULK_ROWS) {
    const most = MOST_BULK_ROWS.toLocaleString('en-US');
    throw badInput({
      selection: `You can do this with up to ${most} ${noun.many} at once. Narrow the filters and try again.`,
    });
  }
  if (found.length > 0) return;
  if ('ids' in selection) throw notFound(noun.one);
  throw badInput({ selection: `No ${noun.many} match these filters anymore. Reload the list.` });
}

/** Has a job run a change just entered. */
export async function runChange(
  { audit, enqueue, publish }: Ctx,
  { orgId, id, entity, act, input, total, undoesId }: Change,
): Promise<{ id: number; total: number }> {
  await audit({ id, after: { entity, act, input, total, ...(undoesId !== null && { undoes: undoesId }) } });
  await publish({ topic: 'bulk-acts', kind: 'created', id, orgIds: [orgId] });
  await enqueue({ name: 'bulk-act', data: { orgId, bulkActId: id } });
  return { id, total };
}
