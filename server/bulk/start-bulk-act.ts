import { decide, type Requirement } from '../../domain/access/ability';
import { type BulkAction, MOST_BULK_ROWS } from '../../domain/bulk/bulk-act';
import type { BulkSelection } from '../../domain/bulk/bulk-call';
import { badInput, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { bulkActRows, bulkActs } from '../db/schema';
import { denial } from '../refusals';
import type { Bulk, Selected } from './bulk';

/** Limited by a statement's number of parameters. */
const ROWS_A_STATEMENT = 2_000;

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
    const begun = { act: name, input, undoesId: null, total: found.length };
    return insertBulkAct(ctx, bulk, begun, (id) => insertRows(ctx, id, found));
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

type Begun = { act: string; input: BulkAction['input']; undoesId: number | null; total: number };

/** Starts a bulk action, whose rows `insertRows` writes, in the caller's transaction. */
export async function insertBulkAct(
  { audit, db, enqueue, membership: { orgId }, person, publish, timeZone }: Ctx,
  { path, entity }: Pick<Bulk, 'path' | 'entity'>,
  { act, input, undoesId, total }: Begun,
  insertRows: (id: number) => Promise<unknown>,
): Promise<{ id: number; total: number }> {
  const [begun] = await db
    .insert(bulkActs)
    .values({
      orgId,
      path,
      entity,
      act,
      input,
      undoesId,
      userId: person.userId,
      impersonatorUserId: person.impersonator?.id ?? null,
      timeZone,
      total,
    })
    .returning({ id: bulkActs.id });
  if (!begun) throw new Error('Starting the bulk action returned no row');
  const { id } = begun;
  await insertRows(id);
  await audit({ id, after: { entity, act, input, total, ...(undoesId !== null && { undoes: undoesId }) } });
  await publish({ topic: 'bulk-acts', kind: 'created', id, orgIds: [orgId] });
  await enqueue({ name: 'bulk-act', data: { orgId, bulkActId: id } });
  return { id, total };
}

async function insertRows({ db, membership: { orgId } }: Ctx, actId: number, rows: readonly Selected[]): Promise<void> {
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    const some = rows.slice(first, first + ROWS_A_STATEMENT);
    await db
      .insert(bulkActRows)
      .values(some.map((row, at) => ({ orgId, actId, position: first + at, subjectId: row.id, label: row.label })));
  }
}
