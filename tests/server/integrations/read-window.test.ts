import { describe, expect, test } from 'vitest';
import type { Page } from '../../../server/integrations/tracking/read-window';
import { readWindow } from '../../../server/integrations/tracking/read-window';

const SIZE = 20;

/** A list of records that leave it, and come, before its n-th page is answered; `counts` says how many it has. */
function listOf(
  count: number,
  {
    before = {},
    counts = (all) => all.length,
  }: {
    before?: Record<number, (all: number[]) => void>;
    counts?: (all: number[]) => number | null;
  } = {},
) {
  const all = Array.from({ length: count }, (_, n) => n);
  const asked: number[] = [];
  let answered = 0;
  const read = async (page: number): Promise<Page> => {
    asked.push(page);
    // Of pages asked for together the first is answered first, so that a record can slip by them.
    for (let wait = 0; wait < page * 10; wait += 1) await null;
    answered += 1;
    before[answered]?.(all);
    const records = all.slice((page - 1) * SIZE, page * SIZE).map((Id) => ({ Id }));
    return { records, pages: Math.max(1, Math.ceil(all.length / SIZE)), total: counts(all) };
  };
  return { read, asked, all };
}

const leaves = (id: number) => (all: number[]) => void all.splice(all.indexOf(id), 1);
const idsOf = (records: unknown[]) => (records as { Id: number }[]).map(({ Id }) => Id);

async function readAll({ read }: ReturnType<typeof listOf>) {
  return readWindow(await read(1), read);
}

describe('a window of a list', () => {
  test.each([
    ['empty', 0, 1],
    ['of one page', 20, 1],
    ['of three pages', 53, 4],
  ])('%s is read in one pass', async (_what, count, calls) => {
    const list = listOf(count);
    const { records, isComplete } = await readAll(list);
    expect(idsOf(records).sort((a, b) => a - b)).toEqual(list.all);
    expect(isComplete).toBe(true);
    expect(list.asked).toHaveLength(calls);
  });

  test.each(Array.from({ length: 8 }, (_, n) => [n + 2]))(
    'whose first records leave before answer %i misses none of those that stay',
    async (answer) => {
      const list = listOf(95, { before: { [answer]: (all) => void all.splice(0, 3) } });
      const { records, isComplete } = await readAll(list);
      expect(isComplete).toBe(true);
      expect(idsOf(records)).toEqual(expect.arrayContaining(list.all));
    },
  );

  test('that loses one with every page is read from the last page to the first, and complete', async () => {
    const always = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [n + 2, leaves(n * 2)]));
    const list = listOf(200, { before: always });
    const { records, isComplete } = await readAll(list);
    expect(isComplete).toBe(true);
    expect(idsOf(records)).toEqual(expect.arrayContaining(list.all));
    expect(list.asked.length).toBeLessThan(60);
  });

  test('that counts more than it lists keeps what it lists, and says so after a few passes', async () => {
    const list = listOf(45, { counts: (all) => all.length + 1 });
    const { records, isComplete } = await readAll(list);
    expect(isComplete).toBe(false);
    expect(idsOf(records).sort((a, b) => a - b)).toEqual(list.all);
    expect(list.asked.length).toBeLessThan(12);
  });

  test('that doesn’t say how many it has is read once', async () => {
    const list = listOf(45, { counts: () => null });
    expect(await readAll(list)).toMatchObject({ isComplete: true, records: { length: 45 } });
    expect(list.asked).toHaveLength(4);
  });

  test('without an end is refused before its pages are read', async () => {
    const asked: number[] = [];
    const endless = async (page: number) => {
      asked.push(page);
      return { records: [{ Id: page }], pages: 1_000_000, total: 20_000_000 };
    };
    await expect(readWindow(await endless(1), endless)).rejects.toThrow(RangeError);
    expect(asked).toEqual([1]);
  });

  test('of which one page fails asks for no more of it', async () => {
    const list = listOf(2_000);
    let asked = 0;
    const failing = async (page: number) => {
      asked += 1;
      if (page === 100) throw new Error('no');
      return list.read(page);
    };
    await expect(readWindow(await list.read(1), failing)).rejects.toThrow('no');
    await new Promise(setImmediate);
    expect(asked).toBeLessThan(45);
  });
});
