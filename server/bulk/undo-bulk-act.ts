import type { bulkActs as contract } from '../../domain/bulk/contract';
import type { Verb } from '../implement';
import type { Changing } from './bulk';
import { lockBulkAct } from './bulk-acts';
import { assertUndoable, insertUndo, NOTHING_TO_UNDO, refused } from './ledger';
import { assertMay, runChange } from './start-bulk-act';

/**
 * The verb that undoes a change, as a bulk action of its own: a job gives each of its records back what it had, by what
 * the change kept of it. NOT_FOUND for someone else's, FORBIDDEN without what the change requires, CONFLICT while it
 * runs, when it is undone already, and for one that keeps nothing.
 */
export function undoBulkAct(kinds: readonly Changing[]): Verb<typeof contract.undo> {
  return async (ctx, { params }) => {
    const change = await lockBulkAct(ctx, params.id);
    const kind = kinds.find(({ path }) => path === change.path);
    assertUndoable(change, 'This');
    if (!kind || change.undoable === 0) throw refused(NOTHING_TO_UNDO);
    assertMay(ctx, kind.requires(change.act));
    return runChange(ctx, await insertUndo(ctx, kind, change));
  };
}
