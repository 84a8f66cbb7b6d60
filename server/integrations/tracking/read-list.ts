import {
  changesWindow,
  isTooLong,
  partOf,
  type ReadWindow,
  readUntilAfter,
  roundWindow,
  spanAfter,
} from '../../../domain/integrations/tracking-reads';
import type { Services } from '../../context';
import { type Page, readWindow } from './read-window';
import { type Ids, type Position, saveRead } from './save-read';
import type { TrackedList } from './tracked';
import type { LicenseAccess } from './tracking-calls';

/**
 * A list that a job reads. `theirNow`: what their clock said when the job began, which every window ends by. After the
 * `deadline` no other window is begun.
 */
export type Reading = {
  tools: Services;
  ids: Ids;
  at: LicenseAccess;
  list: TrackedList;
  theirNow: number;
  deadline: number;
};

/** A short list without times has no more pages. */
const MOST_PAGES_OF_SHORT = 500;

const readPage = ({ tools, at, list }: Reading, page: number, window: ReadWindow | null): Promise<Page> => {
  const query = window && {
    lastModifiedStart: new Date(window.from).toISOString(),
    lastModifiedEnd: new Date(window.until).toISOString(),
  };
  return tools.integrations.tracking.readPage(at, page, {
    what: list.name,
    path: list.path,
    ...(query ? { query } : {}),
  });
};

/** Asks for a list's first page, to see whether it can be read again. */
export async function tryList(reading: Reading): Promise<void> {
  const now = { from: reading.theirNow, until: reading.theirNow };
  await readPage(reading, 1, reading.list.isWhole ? null : now);
}

/**
 * Reads what changed since the last time, window by window, however long that is ago. False if the deadline came before
 * the end. Raises Overtaken.
 */
export async function readChanges(reading: Reading, position: Position): Promise<boolean> {
  const { tools, ids, list, theirNow, deadline } = reading;
  let { readUntil } = position;
  const ourNow = Date.now();
  const all = changesWindow(
    { until: readUntil?.getTime() ?? 0, at: position.readAt?.getTime() ?? ourNow },
    { theirNow, ourNow },
  );
  for (let { from } = all, spanSeconds: number | null = null; ; ) {
    const window = partOf({ from, until: all.until }, spanSeconds);
    const first = await readPage(reading, 1, window);
    spanSeconds = spanAfter(window, first.pages);
    if (isTooLong(window, first.pages)) continue;
    const { records, isComplete } = await readWindow(first, (page) => readPage(reading, page, window));
    const isBefore = readUntil?.getTime();
    readUntil = new Date(readUntilAfter(window, theirNow));
    const reached = { readUntil, readAt: new Date(ourNow), ...(isComplete ? {} : { incompleteAt: new Date() }) };
    await saveRead(tools, { ids, list, records, reached, expects: (now) => now.readUntil?.getTime() === isBefore });
    if (window.until >= all.until) return true;
    if (Date.now() > deadline) return false;
    from = window.until;
  }
}

/** Reads a short list again. */
export async function readWhole(reading: Reading, position: Position | undefined): Promise<void> {
  const { tools, ids, list, theirNow } = reading;
  const records: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    if (page > MOST_PAGES_OF_SHORT) throw new RangeError(`A list of ${pages} pages`);
    const answer = await readPage(reading, page, null);
    records.push(...answer.records);
    ({ pages } = answer);
  }
  const reached = endedBy(theirNow, Date.now());
  await saveRead(tools, { ids, list, records, reached, expects: isAt(position) });
}

/**
 * Reads a round's next windows until the deadline or the list's end. While one is saved the next is read already, so that
 * no turn is lost; their ends are saved in order. Raises Overtaken.
 */
export async function readRound(reading: Reading, position: Position | undefined): Promise<void> {
  const { tools, ids, list, theirNow, deadline } = reading;
  let [roundUntil, spanSeconds] = [position?.roundUntil?.getTime() ?? null, position?.spanSeconds ?? null];
  let expects = isAt(position);
  let saving = Promise.resolve();
  const save = (records: unknown[], reached: Partial<Position>) =>
    saveRead(tools, { ids, list, records, reached, expects });
  try {
    for (;;) {
      const ourNow = Date.now();
      const window = roundWindow({ roundUntil, spanSeconds }, theirNow);
      if (window === null) {
        await saving;
        return await save([], endedBy(roundUntil ?? theirNow, ourNow));
      }
      const first = await readPage(reading, 1, window);
      spanSeconds = spanAfter(window, first.pages);
      if (isTooLong(window, first.pages)) continue;
      const { records, isComplete } = await readWindow(first, (page) => readPage(reading, page, window));
      const isEnd = window.until >= theirNow;
      const reached = {
        ...(isEnd ? endedBy(window.until, ourNow) : { roundUntil: new Date(window.until) }),
        ...(isComplete ? {} : { incompleteAt: new Date() }),
        spanSeconds,
      };
      await saving;
      saving = save(records, reached);
      // Its failure is raised where it is awaited.
      saving.catch(() => {});
      roundUntil = window.until;
      expects = (now) => now.roundUntil?.getTime() === window.until;
      if (isEnd || Date.now() > deadline) return await saving;
    }
  } finally {
    await saving.catch(() => {});
  }
}

/** Whether a round's reading of a list is where a job found it. */
const isAt =
  (found: Position | undefined) =>
  (now: Position): boolean =>
    now.roundUntil?.getTime() === found?.roundUntil?.getTime() &&
    (now.readUntil === null) === ((found?.readUntil ?? null) === null);

/** A list read to its end: from now on only what changes is read, beginning a little before. */
const endedBy = (until: number, at: number) => ({ readUntil: new Date(until), readAt: new Date(at), roundUntil: null });
