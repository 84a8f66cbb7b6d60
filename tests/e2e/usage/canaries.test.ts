import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { masked } from '../../../domain/usage/masking';
import { RECORDER_OPTIONS } from '../../../domain/usage/recording';
import { root } from '../../../server/config';
import { licenses } from '../../../server/db/schema';
import { heading } from '../../support/screens/record-screen';
import { addressesOf, fillLong, goTo, OWNER } from '../../support/screens/screens';
import { openStage } from '../../support/stage';

/** What `nameLong` calls everything, prices, and emails: what no recording may have. */
const CANARIES = { name: /.{0,40}W{8}/, price: /.{0,40}\$\d/, email: /.{0,40}[\w.]@[\w.]/ };
const stage = openStage({ keepsWindows: true, prepare: fillLong });

/** The kinds of what is found, each with one place. */
function found(text: string, numbers: readonly string[]): Map<string, string> {
  const places = Object.entries(CANARIES).map(([kind, canary]) => [kind, canary.exec(text)?.[0]] as const);
  const number = ['license', numbers.find((one) => text.includes(one))] as const;
  return new Map([...places, number].flatMap(([kind, place]) => (place === undefined ? [] : [[kind, place]])));
}

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
  let page: Page | undefined;
  let numbers: string[] = [];
  let recording = '';
  const shown = new Set<string>();

  async function open(): Promise<Page> {
    const rows = await stage.database.database.db.select({ number: licenses.licenseNumber }).from(licenses);
    numbers = rows.map(({ number }) => number).filter((number) => number.length > 5);
    const opened = await stage.visit(viewer, '/nowhere');
    await heading(opened, 'Page Not Found');
    await recordUnmasked(opened);
    return opened;
  }

  test.each(addressesOf(viewer))('a recording of %s has no name, price, license number or email', async (address) => {
    page ??= await open();
    await goTo(page, address);
    const events = await recorded(page);
    const kept = JSON.stringify(events.flatMap((event) => masked(event) ?? []));
    recording += kept;
    for (const kind of found(JSON.stringify(events), numbers).keys()) shown.add(kind);
    expect([...found(kept, numbers)]).toEqual([]);
  });

  test('where nothing is masked the same search finds them, and our own headings are not masked', () => {
    expect([...shown].sort()).toEqual(['email', 'license', 'name', 'price']);
    expect(recording).toContain(viewer === OWNER ? '"textContent":"Sales Orders"' : '"textContent":"Purchase Orders"');
  });
});
