/** A page of a list: its records as they came, and how many pages and records there are in all, null if it doesn't say. */
export type Page = { records: unknown[]; pages: number; total: number | null };

/** Pages read at once; the rate limit decides how fast. */
const AT_ONCE = 20;
/** A list that moved in so many passes is read one page after the other, and given up after so many more. */
const RESTLESS = 2;
const MOST_RESTLESS = 5;
/** A list that lies still but of which so many passes find nothing new has no more, though it counts more. */
const MOST_QUIET = 2;
/** The same of one whose order changes between pages, so that some are met twice and others not. */
const MOST_QUIET_SHUFFLED = 8;
/** More pages than this are an endless list. */
const MOST_PAGES = 5_000;

export type Window = { records: unknown[]; isComplete: boolean };

/**
 * Every record of a window that has ended by their clock, whose first page was read. Records only leave such a window,
 * which moves later ones to earlier pages. So a pass over all pages counts only if every answer of it said the same total;
 * or, on a license that never rests, if pages were read one after the other from the last to the first, where a record
 * that moves is met again. What was found while the list moved is kept, but says nothing of whether all was found.
 * Incomplete if the list counts more records than it lists. Raises for an endless list.
 */
export async function readWindow(first: Page, read: (page: number) => Promise<Page>): Promise<Window> {
  const found = new Map<string, unknown>();
  let counted = new Set<string>();
  let last = first;
  const add = (records: readonly unknown[], to: Set<string>) => {
    for (const record of records) {
      found.set(keyOf(record), record);
      to.add(keyOf(record));
    }
  };
  add(first.records, counted);
  const done = (isComplete: boolean) => ({ records: [...found.values()], isComplete });
  if (first.pages <= 1 && isAll(first, counted)) return done(true);
  for (let [restless, quiet, most] = [0, 0, MOST_QUIET]; restless < MOST_RESTLESS && quiet < most; ) {
    if (last.pages > MOST_PAGES) throw new RangeError(`A list of ${last.pages} pages`);
    const before = last;
    const isInOrder = restless >= RESTLESS;
    const ofPass = new Set<string>();
    let [isSteady, hasGrown, size, met] = [true, false, sizeOf(before), 0];
    await lastToFirst(before.pages, isInOrder ? 1 : AT_ONCE, async (page) => {
      const answer = await read(page);
      add(answer.records, ofPass);
      met += answer.records.length;
      if (sizeOf(answer) !== sizeOf(before)) isSteady = false;
      if (sizeOf(answer) > size) hasGrown = true;
      size = sizeOf(answer);
      if (page === 1) last = answer;
    });
    const countedBefore = counted.size;
    counted = new Set(isSteady ? [...counted, ...ofPass] : []);
    if (isSteady && isAll(last, counted)) return done(true);
    if (isInOrder && !hasGrown && isAll(last, ofPass)) return done(true);
    if (!isSteady) restless += 1;
    else quiet = counted.size > countedBefore ? 0 : quiet + 1;
    most = met > ofPass.size ? MOST_QUIET_SHUFFLED : MOST_QUIET;
  }
  return done(false);
}

/** How many records a list counts, or pages if it doesn't say. */
const sizeOf = ({ total, pages }: Page): number => total ?? pages;

const isAll = ({ total }: Page, found: ReadonlySet<string>): boolean => total === null || found.size >= total;

/** Works on pages from the last to the first, some at once; none is begun after one failed. */
async function lastToFirst(pages: number, atOnce: number, work: (page: number) => Promise<void>): Promise<void> {
  let next = Math.max(1, pages);
  const worker = async () => {
    while (next >= 1) {
      const page = next;
      next -= 1;
      try {
        await work(page);
      } catch (error) {
        next = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, next) }, worker));
}

const keyOf = (record: unknown): string =>
  record !== null && typeof record === 'object' && 'Id' in record ? String(record.Id) : JSON.stringify(record);
