import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WRITE_LIMIT } from '../../../server/http/limits';
import { EMPTY, launchAt, startOver } from '../../support/browser';
import { makeFolder } from '../../support/folders';
import { growAtFernhollow } from '../../support/harvests/demo';
import { makeHarvest, plantTag } from '../../support/harvests/factories';
import { fastScanner, scan, weighFast } from '../../support/harvests/weighing';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WHO = 'owner@fernhollow.example';

const HOURS = 8;
const HOUR_MS = 3_600_000;
/** A whole shift's takes minutes: `ACTS=2000 npm test -- e2e/harvests/shift`. */
const ACTS = Number(process.env.ACTS ?? 160);
/** In all, so that the test may take its time. */
const MOST_MS = 600_000;
/** Of each hour's, with the scanner's keys. */
const SCANNED = 5;
/** Drawing is not what this is about. */
const SMALL = { width: 360, height: 240 };
/** Tags of no plant are among them, every so many. */
const UNKNOWN_EVERY = 40;

const tags = Array.from({ length: ACTS }, plantTag);
const isUnknown = (at: number) => at % UNKNOWN_EVERY === UNKNOWN_EVERY - 1;
/** Every act in its order: a tag and its weight. */
const acts = tags.map((label, at) => [label, String(300 + at / 10)] as const);
const known = acts.filter((_, at) => !isUnknown(at));
const unknown = acts.filter((_, at) => isUnknown(at));

let harvestId = 0;
const stage = openStage({
  prepare: async (database) => {
    const { seller, grown } = await growAtFernhollow(database);
    const plants = known.map(([label]) => label);
    ({ id: harvestId } = await makeHarvest(database.db, seller, grown, { plants, weight: null }));
  },
});
const pool = () => stage.database.database.pool;

let folder = '';
let window: BrowserContext;
let page: Page;
beforeAll(() => {
  folder = makeFolder('verdant-shift-');
});
afterAll(async () => {
  await window?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the platform did with weights, in the order it did. */
async function arrived(): Promise<(readonly [string, string])[]> {
  const { rows } = await pool().query<{ label: string; weight: string }>(
    `select after->>'plant' as label, (after->>'weight')::float8::text as weight
       from audit_log where entity = 'harvest' and entity_id = $1 order by id`,
    [String(harvestId)],
  );
  return rows.map(({ label, weight }) => [label, weight] as const);
}

const isKept = (count: number) => page.getByText(`${count.toLocaleString('en-US')} weights are kept here`).waitFor();

it(
  'what was weighed in eight hours without a connection arrives, each once and in order, through reloads and kills',
  async () => {
    const start = Date.now() - HOURS * HOUR_MS;
    let isCut = true;
    let limited = 0;
    const open = async (hours: number) => {
      window = await launchAt(folder, stage.verdant.url, { viewport: SMALL });
      await window.clock.install({ time: start + hours * HOUR_MS });
      // The pages themselves can be had: without a connection nobody could open one again.
      for (const path of isCut ? ['**/harvest-plant', '**/plants/scan/**'] : [])
        await window.route(path, (route) => route.abort());
      window.on('response', (response) => {
        if (response.status() === 429) limited += 1;
      });
      [page] = window.pages() as [Page];
      await page.goto(EMPTY);
    };
    const weighLine = async () => {
      await page.goto(`/harvest/${harvestId}/weigh`);
      await heading(page, 'Weigh plants');
      await page.getByLabel('Tag').focus();
    };
    const crash = async () => {
      const devtools = await window.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      devtools.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close();
      page = await window.newPage();
    };
    /** Ends the browser as the system or a flat battery does, and signs in again in the next. */
    const kill = async (hours: number) => {
      const tokens = await page.evaluate(() => localStorage.getItem('auth.tokens') ?? '');
      const devtools = await window.browser()?.newBrowserCDPSession();
      const closed = window.waitForEvent('close');
      devtools?.send('Browser.crash').catch(() => undefined);
      await closed;
      await open(hours);
      await page.evaluate((text) => localStorage.setItem('auth.tokens', text), tokens);
    };

    await open(0);
    await startOver(page, stage.verdant.url, WHO);
    await weighLine();
    const perHour = ACTS / HOURS;
    for (let hour = 0; hour < HOURS; hour += 1) {
      const own = acts.slice(hour * perHour, (hour + 1) * perHour);
      const scanFast = await fastScanner(page);
      for (const [label, weight] of own.slice(0, SCANNED)) {
        await scanFast(label);
        await scan(page, weight);
      }
      await weighFast(page, own.slice(SCANNED));
      await isKept((hour + 1) * perHour);
      await page.clock.fastForward(HOUR_MS);
      if (hour === 0 || hour === 6) await page.reload();
      else if (hour === 2) await crash();
      else if (hour === 3) {
        await window.close();
        await open(hour + 1);
      } else if (hour === 5) await kill(hour + 1);
      else continue;
      await weighLine();
      await isKept((hour + 1) * perHour);
    }
    expect(await arrived()).toEqual([]);

    isCut = false;
    await window.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    let count = 0;
    const until = (wanted: number) =>
      expect
        .poll(
          async () => {
            const { rows } = await pool().query<{ count: number }>(
              'select count(*)::int as count from harvest_plants where harvest_id = $1 and weight is not null',
              [harvestId],
            );
            const before = count;
            count = rows[0]?.count ?? 0;
            if (count === before) await passMinute();
            return count;
          },
          { timeout: MOST_MS / 2, interval: 250 },
        )
        .toBeGreaterThanOrEqual(wanted);
    const passMinute = async () => {
      await pool().query('update call_counts set ends_at = now()');
      await page.clock.fastForward(60_000);
    };
    await until(known.length / 8);
    // What may be sent in a minute was sent.
    await pool().query(`update call_counts set calls = $1, ends_at = now() + interval '1 hour'`, [WRITE_LIMIT.max]);
    await expect.poll(() => limited).toBeGreaterThan(0);
    await page.reload();
    await until(known.length / 4);
    await crash();
    await page.goto('/orders');
    await until(known.length / 2);
    await kill(HOURS);
    await page.goto('/orders');
    await until(known.length);
    await page.getByRole('button', { name: `Kept on this device (${unknown.length} refused)` }).waitFor();
    expect(await arrived()).toEqual(known);
    const { rows } = await pool().query<{ hours: number }>(
      `select (extract(epoch from max(weighed_at) - min(weighed_at)) / 3600)::float8 as hours
         from harvest_plants where harvest_id = $1`,
      [harvestId],
    );
    // When each was weighed, not when it arrived.
    expect(rows[0]?.hours).toBeGreaterThan(HOURS - 1.5);
  },
  MOST_MS,
);
