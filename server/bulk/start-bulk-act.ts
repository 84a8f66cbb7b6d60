import { decide } from '../../domain/access/ability';
import { type BulkAct, MOST_BULK_ROWS } from '../../domain/bulk/bulk-act';
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
    const { membership, person } = ctx;
    const requirement = bulk.requires(name);
    const decision = decide({ userId: person.userId, isSupport: person.isSupport, membership }, requirement);
    if (!decision.allowed) throw denial(decision.reason);
    const { act: _, ...search } = body;
    const found = await bulk.select(ctx, search, MOST_BULK_ROWS + 1);
    assertFits(bulk, body.selection, found);
    return insertBulkAct(ctx, bulk, { act: name, input, rows: found });
  };
}

function assertFits({ noun }: Bulk, selection: BulkSelection, found: readonly Selected[]): void {
  if (found.length > MOST_BULK_ROWS) {
    const most = MOST_BULK_ROWS.toLocaleString('en-US');
    throw badInput({
      selection: `You can change up to ${most} ${noun.many} at once. Narrow the filters and try again.`,
    });
  }
  if (found.length > 0) return;
  if ('ids' in selection) throw notFound(noun.one);
  throw badInput({ selection: `No ${noun.many} match these filters anymore. Reload the list.` });
}

/** Starts a bulk action on known rows, in the caller's transaction. */
export async function insertBulkAct(
  { audit, db, enqueue, membership: { orgId }, person, publish, timeZone }: Ctx,
  { path, entity }: Pick<Bulk, 'path' | 'entity'>,
  { act, input, rows }: { act: string; input: BulkAct['input']; rows: readonly Selected[] },
): Promise<{ id: number; total: number }> {
  const total = rows.length;
  const [begun] = await db
    .insert(bulkActs)
    .values({
      orgId,
      path,
      entity,
      act,
      input,
      userId: person.userId,
      impersonatorUserId: person.impersonator?.id ?? null,
      timeZone,
      total,
    })
    .returning({ id: bulkActs.id });
  if (!begun) throw new Error('Starting the bulk action returned no row');
  const { id } = begun;
  for (let first = 0; first < total; first += ROWS_A_STATEMENT) {
    const some = rows.slice(first, first + ROWS_A_STATEMENT);
    await db
      .insert(bulkActRows)
      .values(some.map((row, at) => ({ orgId, actId: id, position: first + at, subjectId: row.id, label: row.label })));
  }
  await audit({ id, after: { entity, act, input, total } });
  await publish({ topic: 'bulk-acts', kind: 'created', id, orgIds: [orgId] });
  await enqueue({ name: 'bulk-act', data: { orgId, bulkActId: id } });
  return { id, total };
}
