import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { masked } from '../../../domain/usage/masking';
import { RECORDER_OPTIONS } from '../../../domain/usage/recording';
import { root } from '../../../server/config';
import type { Database } from '../../../server/db/client';
import { licenses } from '../../../server/db/schema';

/** What `nameLong` calls everything, prices, and emails: what no recording may have. */
const CANARIES = { name: /.{0,40}W{8}/, price: /.{0,40}\$\d/, email: /.{0,40}[\w.]@[\w.]/ };

/** Records a page as the app does, but masks nothing. */
async function recordUnmasked(page: Page): Promise<void> {
  await page.evaluate(await readFile(join(root, 'node_modules/@rrweb/record/dist/record.umd.min.cjs'), 'utf8'));
  await page.evaluate((options) => {
    const events: unknown[] = [];
    const { rrwebRecord } = window as unknown as { rrwebRecord: { record: (options: object) => void } };
    Object.assign(window, { recorded: events });
    rrwebRecord.record({ ...options, emit: (event: unknown) => events.push(event) });
  }, RECORDER_OPTIONS);
}

/** Takes what was recorded since it was last taken. */
const recorded = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => {
    const { recorded: events } = window as unknown as { recorded: unknown[] };
    return events.splice(0);
  });

/** Watches what a recording of a page would hold of the words that it must not. */
export async function watchCanaries({ db }: Database, page: Page) {
  const rows = await db.select({ number: licenses.licenseNumber }).from(licenses);
  const numbers = rows.map(({ number }) => number).filter((number) => number.length > 5);
  /** The kinds of what a text has, each with one place. */
  const found = (text: string): [string, string][] => {
    const places = Object.entries(CANARIES).map(([kind, canary]) => [kind, canary.exec(text)?.[0]] as const);
    const number = ['license', numbers.find((one) => text.includes(one))] as const;
    return [...places, number].flatMap(([kind, place]) => (place === undefined ? [] : [[kind, place]]));
  };
  await recordUnmasked(page);
  const seen = { kinds: new Set<string>(), isOurs: false };
  return {
    /** The kinds there are where nothing is masked, and whether the app's own words are kept. */
    seen,
    /** What a recording since the last look would give away. */
    async look(ownWords: RegExp): Promise<string[]> {
      const events = await recorded(page);
      const kept = JSON.stringify(events.flatMap((event) => masked(event) ?? []));
      for (const [kind] of found(JSON.stringify(events))) seen.kinds.add(kind);
      seen.isOurs ||= ownWords.test(kept);
      return [
        ...(events.length ? [] : ['nothing is recorded']),
        ...found(kept).map(([kind, place]) => `a recording has the ${kind} of ${place}`),
      ];
    },
  };
}
