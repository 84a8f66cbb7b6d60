import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { masked } from '../../../domain/usage/masking';
import { RECORDER_OPTIONS } from '../../../domain/usage/recording';
import { root } from '../../../server/config';
import { licenses } from '../../../server/db/schema';
import { addressesOf, fillLong, goTo, OWNER } from '../../support/screens/screens';
import { openStage } from '../../support/stage';

/** What `nameLong` calls everything, prices, and emails: what no recording may have. */
const CANARIES = [/W{8}/, /\$\d/, /[\w.]@[\w.]/];
const stage = openStage({ keepsWindows: true, prepare: fillLong });

const found = (text: string, numbers: readonly string[]) => [
  ...CANARIES.flatMap((canary) => canary.exec(text)?.[0] ?? []),
  ...numbers.filter((number) => text.includes(number)),
];

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

const recorded = (page: Page): Promise<unknown[]> =>
  page.evaluate(() => {
    const { recorded: events } = window as unknown as { recorded: unknown[] };
    return events.splice(0);
  });

describe.each([OWNER, 'buyer@harborvine.example'])('on the screens of %s', (viewer) => {
  test('a recording has no name, price, license number or email, though the pages do', async () => {
    const rows = await stage.database.database.db.select({ number: licenses.licenseNumber }).from(licenses);
    const numbers = rows.map(({ number }) => number).filter((number) => number.length > 5);
    const page = await stage.visit(viewer, '/nowhere');
    await recordUnmasked(page);
    const leaks: string[] = [];
    const shown = new Set<string>();
    let isAnythingShown = false;
    for (const address of addressesOf(viewer)) {
      await goTo(page, address);
      const events = await recorded(page);
      const kept = JSON.stringify(events.flatMap((event) => masked(event) ?? []));
      isAnythingShown ||= kept.includes('"textContent":"Orders"');
      for (const one of found(JSON.stringify(events), numbers)) shown.add(one.slice(0, 2));
      leaks.push(...found(kept, numbers).map((one) => `${address}: ${one}`));
    }
    // A search that finds them where nothing is masked would find them anywhere.
    expect(shown.has('WW') && [...shown].some((one) => one.startsWith('$'))).toBe(true);
    expect(isAnythingShown).toBe(true);
    expect(leaks).toEqual([]);
  });
});
