import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { bulkActs as contract } from '../../domain/bulk/contract';
import { DomainError } from '../../domain/errors';
import { bulkActRows } from '../db/schema';
import type { Verb } from '../implement';
import type { Bulk } from './bulk';
import { lockBulkAct } from './bulk-acts';
import { assertMay, insertBulkAct } from './start-bulk-act';

/**
 * The verb that undoes a bulk action, as a bulk action of its own: a job gives each of its records back what it had, by
 * what the action kept of it. NOT_FOUND for someone else's, FORBIDDEN without what the action requires, CONFLICT while it
 * runs, when it is undone already, and for one that keeps nothing.
 */
export function undoBulkAct(bulks: readonly Bulk[]): Verb<typeof contract.undo> {
  return async (ctx, { params }) => {
    const act = await lockBulkAct(ctx, params.id);
    const { orgId, undoesId, state, isUndone } = act;
    const bulk = bulks.find(({ path }) => path === act.path);
    if (state === 'RUNNING') throw refused('This is still running. Stop it first, or wait until it’s done.');
    if (isUndone) throw refused('This is already undone.');
    if (!bulk || undoesId !== null || act.undoable === 0) throw refused('There’s nothing to undo.');
    assertMay(ctx, bulk.requires(act.act));
    const kept = and(eq(bulkActRows.orgId, orgId), eq(bulkActRows.actId, act.id), isNotNull(bulkActRows.kept));
    const total = await ctx.db.$count(bulkActRows, kept);
    const begun = { act: act.act, input: act.input, undoesId: act.id, total };
    // At the same positions, by which each finds what was kept.
    return insertBulkAct(ctx, bulk, begun, (id) =>
      ctx.db.execute(sql`
        insert into ${bulkActRows} (org_id, act_id, position, subject_id, label)
        select ${orgId}::bigint, ${id}::bigint, ${bulkActRows.position}, ${bulkActRows.subjectId}, ${bulkActRows.label}
          from ${bulkActRows} where ${kept}`),
    );
  };
}

const refused = (message: string) => new DomainError('CONFLICT', message);
