import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { growAtFernhollow } from '../../support/harvests/demo';
import { makeHarvest } from '../../support/harvests/factories';
import { fastScanner, giveScale, scaleSays, scan } from '../../support/harvests/weighing';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WHO = 'owner@fernhollow.example';
const SCALE = 'Ohaus, dry room 2';

/** 600 plants an hour, for six minutes. */
const PLANTS = 60;
const MS_PER_PLANT = 6_000;
/** The last ones are of the strain, and added by being weighed. */
const ADDED = 12;
const SPARE = 3;
/** Every so many plants the scale is no use, and the weight is typed. */
const TYPED_EVERY = 10;

let harvestId = 0;
let labels: readonly string[] = [];
/** Another harvest’s. */
let spareId = 0;
let spare: readonly string[] = [];
const stage = openStage({
  prepare: async (database) => {
    const { seller, grown } = await growAtFernhollow(database, { plants: PLANTS + SPARE });
    labels = grown.tags.slice(0, PLANTS);
    spare = grown.tags.slice(PLANTS);
    const plants = labels.slice(0, -ADDED);
    ({ id: harvestId } = await makeHarvest(database.db, seller, grown, { plants, weight: null }));
    ({ id: spareId } = await makeHarvest(database.db, seller, grown, { plants: spare, weight: null }));
  },
});

async function weightOf(label: string) {
  const { rows } = await stage.database.database.pool.query(
    'select weight::float8 as weight, origin from harvest_plants where label = $1',
    [label],
  );
  return rows[0];
}

const says = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor();

/** What the platform has of the harvest's plants, in the order they came. */
async function arrived() {
  const { rows } = await stage.database.database.pool.query<Record<string, unknown>>(
    `select plant.label, plant.weight::float8 as weight, plant.origin, plant.device
       from audit_log entry
       join harvest_plants plant on plant.harvest_id::text = entry.entity_id and plant.label = entry.after->>'plant'
      where entry.entity = 'harvest' and entry.entity_id = $1 order by entry.id`,
    [String(harvestId)],
  );
  return rows;
}

it('600 plants an hour: each is scanned, stands still on the scale and gives way to the next, without a click', async () => {
  const page = await stage.visit(WHO, '/harvest', { isNew: true });
  await page.clock.install();
  await giveScale(page);
  // Weights stay under way while the next plants are scanned: the line never waits for the platform.
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.route('**/harvest-plant', async (route) => {
    if (isHolding) await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  await page.goto(`/harvest/${harvestId}/weigh`);
  await heading(page, 'Weigh plants');
  await page.getByText(`0 of ${PLANTS - ADDED} weighed`).waitFor();
  await page.getByRole('button', { name: 'Connect a scale' }).click();
  await page.getByLabel('Scale’s name').fill(SCALE);
  await page.getByLabel('Tag').focus();
  // From here on the page's clock goes only as far as a person's would.
  await page.clock.pauseAt(Date.now() + 60_000);

  const expected: Record<string, unknown>[] = [];
  const scanFast = await fastScanner(page);
  for (const [at, label] of labels.entries()) {
    await scanFast(label);
    const weight = 380 + at / 2;
    if ((at + 1) % TYPED_EVERY === 0) {
      await scaleSays(page, '   OL');
      await page.keyboard.type(String(weight));
      expected.push({ label, weight, origin: 'TYPED', device: '' });
    } else {
      const shown = weight.toFixed(2).padStart(10);
      await scaleSays(page, `${(weight + 1.5).toFixed(2).padStart(10)} g     ?`);
      await scaleSays(page, `${shown} g      `);
      await page.getByText(`From the scale: ${weight}`).waitFor();
      expected.push({ label, weight, origin: 'SCALE', device: SCALE });
    }
    await page.clock.fastForward(MS_PER_PLANT);
    if (at % 2 === 1) held.shift()?.();
  }
  await page.keyboard.press('Enter');
  await page.clock.resume();
  isHolding = false;
  for (const go of held) go();
  await page.getByText(`${PLANTS} of ${PLANTS} weighed`).waitFor();
  await expect.poll(arrived).toEqual(expected);
});

it('what still stands on the scale is the weight of the plant before, until the scale moves', async () => {
  const [first, second] = spare as [string, string];
  const page = await stage.visit(WHO, '/harvest', { isNew: true });
  await giveScale(page);
  await page.goto(`/harvest/${spareId}/weigh`);
  await page.getByRole('button', { name: 'Connect a scale' }).click();
  await page.getByLabel('Scale’s name').waitFor();
  await page.getByLabel('Tag').focus();
  await scan(page, first);
  await scaleSays(page, '    405.00 g      ');
  await page.getByText('From the scale: 405 g').waitFor();
  await scan(page, second);
  await says(page, `Weigh …${second.slice(-6)}`);
  await scaleSays(page, '    405.00 g      ');
  await page.keyboard.press('Enter');
  await says(page, 'The scale still shows the plant before.');
  // The next one may weigh as much.
  await scaleSays(page, '    190.00 g     ?');
  await scaleSays(page, '    405.00 g      ');
  await page.getByText('From the scale: 405 g').waitFor();
  await page.keyboard.press('Enter');
  await says(page, `Kept 405 g for …${second.slice(-6)}`);
  for (const plant of [first, second])
    await expect.poll(() => weightOf(plant)).toMatchObject({ weight: 405, origin: 'SCALE' });
});

it('a weight is said to be kept only once the browser has stored it; one that it can’t store stays on the page', async () => {
  const first = spare[2] as string;
  const page = await stage.visit(WHO, `/harvest/${spareId}/weigh`, { isNew: true });
  await heading(page, 'Weigh plants');
  await page.evaluate(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (...given: [unknown]) {
      if ('isFull' in window) throw new DOMException('full', 'QuotaExceededError');
      return add.apply(this, given);
    };
    Object.assign(window, { isFull: true });
  });
  await page.getByLabel('Tag').focus();
  await scan(page, first);
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await says(page, `This browser couldn’t store 400 g for …${first.slice(-6)}.`);
  const unstored = page.getByRole('alert').filter({ hasText: '1 weight isn’t stored' });
  await unstored.getByText(first).waitFor();
  expect(await page.getByText(/^Kept/).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Harvest', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.evaluate(() => Reflect.deleteProperty(window, 'isFull'));
  await unstored.getByRole('button', { name: 'Try again' }).click();
  await unstored.waitFor({ state: 'detached' });
  await expect.poll(() => weightOf(first)).toMatchObject({ weight: 400 });
});
