import type { z } from 'zod';
import type { Endpoint } from '../../../../domain/contract/endpoint';
import type { RowVerdict } from '../../../../domain/import';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { showSnack } from '../../../providers/snackbar';
import type { BulkAction, ListBulk } from '../bulk/bulk';

/** What a change does to each record, up to a limit, and how many it is about in all. */
export type ChangeReport = {
  changed: number;
  unchanged: number;
  refused: number;
  rows: readonly (Omit<RowVerdict, 'row'> & { id: number })[];
};

type Reporting = Endpoint & { returns: z.ZodType<ChangeReport> };
type UndoReport = { restored: number; removed: number; archived: number; kept: number };
type Undoing = Endpoint & { returns: z.ZodType<UndoReport> };

/**
 * A list's changes of many records in one step. The calls take `change: { selection, act }`; the kit asks for the
 * action's input, shows the difference of each record, applies it and offers to undo it.
 */
export type ListChanges<R> = Pick<ListBulk<R>, 'label' | 'nothingOpen' | 'more'> & {
  preview: Reporting;
  apply: Endpoint & { returns: z.ZodType<ChangeReport & { id: number | null }> };
  undo: Undoing;
  /** The schema of an action's input, by its name. */
  input: (act: string) => z.ZodType | undefined;
  acts: readonly Omit<BulkAction<R>, 'outcome' | 'review'>[];
};

/** Says what was changed, with Undo; long enough to look at the list first. */
export function offerUndo(undo: Undoing, id: number | null, message: string): void {
  if (id === null) return;
  const run = async () => {
    try {
      showSnack({
        status: 'success',
        message: undoneText((await call(undo, { params: { id } } as never)) as UndoReport),
      });
    } catch (error) {
      showSnack({ status: 'error', message: messageOf(error) });
    }
  };
  showSnack({
    key: 'change',
    status: 'success',
    message,
    action: { label: 'Undo', run: () => void run() },
    timeoutMs: UNDO_MS,
  });
}

function undoneText({ restored, removed, archived, kept }: UndoReport): string {
  const said = [
    [restored, 'restored'],
    [removed, 'removed'],
    [archived, 'used since and archived'],
    [kept, 'changed since and kept'],
  ] as const;
  const some = said.filter(([count]) => count > 0);
  return (some.length > 0 ? some : said.slice(0, 1))
    .map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`)
    .join('; ');
}

const UNDO_MS = 20_000;
