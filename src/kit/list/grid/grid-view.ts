import { COUNT_CAP } from '../../../../domain/contract/endpoint';

/** The platform's reply for one page; `key` identifies page, filters and sort. */
export type Answer<R> = { key: string; rows: readonly R[]; total: number };

/** The rows on screen, possibly older than the last reply. */
export type View<R> = Answer<R> & {
  /** The count before new rows were reported. */
  counted: number;
  /** Matching rows not on screen yet. */
  arrived: number;
};

/** Ids from events since the last reply; `missed` when there may be others. */
export type Changes = { created: Set<number>; changed: Set<number>; missed: boolean };

const MOST_REREAD = 20;

/**
 * The view after a new reply. A different page, filter or sort is shown as is. The same one keeps its rows in place
 * with new contents; a changed row missing from the reply is read separately and only removed when the reader can no
 * longer see it.
 */
export async function savePlace<R extends { id: number }>(
  view: View<R> | null,
  fresh: Answer<R>,
  changes: Changes,
  reread: (row: R) => Promise<R | null>,
): Promise<View<R>> {
  const asCame = settle(fresh);
  if (view === null || view.key !== fresh.key || view.rows.length === 0) return asCame;
  const answered = new Map(fresh.rows.map((row) => [row.id, row]));
  const left = view.rows.filter(({ id }) => !answered.has(id) && (changes.missed || changes.changed.has(id)));
  if (left.length > MOST_REREAD) return asCame;
  const read = new Map(
    await Promise.all(left.map(async (row) => [row.id, await reread(row).catch(() => row)] as const)),
  );
  const rows = view.rows.flatMap((row) => answered.get(row.id) ?? (read.has(row.id) ? (read.get(row.id) ?? []) : row));
  const shown = new Set(view.rows.map(({ id }) => id));
  const seen = fresh.rows.filter(({ id }) => changes.created.has(id) && !shown.has(id)).length;
  const counted = changes.created.size > 0 ? view.counted : fresh.total;
  const more = fresh.total > COUNT_CAP ? 0 : fresh.total - counted;
  const total = view.total - (view.rows.length - rows.length);
  return { key: view.key, rows, total, counted, arrived: Math.max(seen, more, 0) };
}

/** A reply shown as is. */
export function settle<R>(answer: Answer<R>): View<R> {
  return { ...answer, counted: answer.total, arrived: 0 };
}
