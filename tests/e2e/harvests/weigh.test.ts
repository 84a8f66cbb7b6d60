import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { code128 } from '../../../server/files/barcode';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { giveScale, scaleSays, scan } from '../../support/harvests/weighing';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const WHO = 'owner@fernhollow.example';
const VIEWER = 'viewer@fernhollow.example';
const HARVEST = 'Blue Dream, greenhouse 2';

const stage = openStage();
const { visit } = stage;
const pool = () => stage.database.database.pool;

type Plant = { id: number; label: string };

async function open(): Promise<{ id: number; plants: Plant[] }> {
  const { rows } = await pool().query<{ harvest: string; id: string; label: string }>(
    `select plant.harvest_id as harvest, plant.id, plant.label from harvest_plants plant
       join harvests on harvests.org_id = plant.org_id and harvests.id = plant.harvest_id
      where harvests.name = $1 and plant.weight is null order by plant.id`,
    [HARVEST],
  );
  return { id: Number(rows[0]?.harvest), plants: rows.map(({ id, label }) => ({ id: Number(id), label })) };
}

/** What the platform has of a plant. */
async function weightOf({ id }: Plant) {
  const { rows } = await pool().query(
    'select weight::float8 as weight, unit_of_measure as unit, origin, device from harvest_plants where id = $1',
    [id],
  );
  return rows[0];
}

const says = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor();

it('plants are weighed with scanner and scale: a line ends with a key or the next scan, never by the scale', async () => {
  const { id, plants } = await open();
  const [first, second, third] = plants as [Plant, Plant, Plant];
  const page = await visit(WHO, '/harvest', { isNew: true });
  await giveScale(page);
  await page.goto(`/harvest/${id}`);
  await page.getByRole('link', { name: 'Weigh plants' }).click();
  await heading(page, 'Weigh plants');
  await page.getByRole('button', { name: 'Connect a scale' }).click();
  await page.getByLabel('Scale’s name').fill('Ohaus, dry room 2');
  await page.getByLabel('Tag').focus();

  await scan(page, first.label.slice(0, 20));
  await says(page, /24 letters and digits/);
  await scan(page, first.label);
  await says(page, `Weigh …${first.label.slice(-6)}`);
  await page.keyboard.press('Enter');
  await says(page, 'Weigh the plant first, or type its weight.');
  await scaleSays(page, '    402.00 g     ?');
  await scaleSays(page, '    401.50 g      ');
  await scaleSays(page, '      0.00 g      ');
  await page.getByText('From the scale: 401.5 g').waitFor();
  await expect(weightOf(first)).resolves.toMatchObject({ weight: null });
  // The next scan ends the line, with what the scale said of that plant while it stood still.
  await scan(page, second.label);
  await says(page, `Weigh …${second.label.slice(-6)}`);
  await expect
    .poll(() => weightOf(first))
    .toMatchObject({ weight: 401.5, origin: 'SCALE', device: 'Ohaus, dry room 2' });

  // The page isn’t told yet what became of the weight, and knows it all the same.
  const told = Promise.withResolvers<void>();
  await page.route(`**/harvest/${id}`, async (route) => {
    await told.promise;
    await route.continue();
  });
  await page.keyboard.type('398.25');
  await page.keyboard.press('Enter');
  await expect.poll(() => weightOf(second)).toMatchObject({ weight: 398.25, origin: 'TYPED', device: '' });
  await scan(page, second.label);
  await says(page, /Already weighed: 398.25 g/);
  told.resolve();
  await page.keyboard.press('Escape');
  await scan(page, third.label);
  await page.keyboard.type('12,5');
  await page.keyboard.press('Enter');
  await says(page, /comma/i);
  await page.keyboard.press('Escape');
  await expect(weightOf(third)).resolves.toMatchObject({ weight: null });
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
});

it('weights are kept without a connection and over a reload, and each is sent once', async () => {
  const { id, plants } = await open();
  const [first, second, third] = plants as [Plant, Plant, Plant];
  const page = await visit(WHO, `/harvest/${id}/weigh`);
  await heading(page, 'Weigh plants');
  await page.getByLabel('Tag').focus();
  const sent: string[] = [];
  let isCut = true;
  await page.route('**/harvest-plant', async (route) => {
    sent.push((route.request().postDataJSON() as { label: string }).label);
    // The first is taken, and its answer is lost.
    if (!isCut) return route.continue();
    if (sent.length === 1) await route.fetch();
    return route.abort();
  });
  for (const [plant, weight] of [
    [first, '400'],
    [second, '410'],
    [third, '420'],
  ] as const) {
    await scan(page, plant.label);
    await page.keyboard.type(weight);
    await page.keyboard.press('Enter');
    await says(page, new RegExp(`Kept ${weight} g for …${plant.label.slice(-6)}`));
  }
  await page.getByText('3 weights are kept here and not sent yet.').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.reload();
  await page.getByText('3 weights are kept here and not sent yet.').waitFor();
  isCut = false;
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/kept here and not sent yet/).waitFor({ state: 'detached' });
  for (const [plant, weight] of [
    [first, 400],
    [second, 410],
    [third, 420],
  ] as const)
    expect(await weightOf(plant)).toMatchObject({ weight, origin: 'TYPED' });
  // In the order they were weighed, whatever was tried again.
  expect([...new Set(sent)]).toEqual([first, second, third].map(({ label }) => label));
  const { rows } = await pool().query<{ count: string }>(
    `select count(*) from audit_log where entity = 'harvest' and after::text like $1`,
    [`%${first.label}%`],
  );
  expect(Number(rows[0]?.count)).toBe(1);
});

/** How often the browser's database is read while nobody does anything. */
const READS_AT_REST = async () => {
  const getAll = IDBIndex.prototype.getAll;
  let reads = 0;
  IDBIndex.prototype.getAll = function (...given: []) {
    reads += 1;
    return getAll.apply(this, given);
  };
  await new Promise((done) => setTimeout(done, 500));
  IDBIndex.prototype.getAll = getAll;
  return reads;
};

it('a weight that is refused waits for a person, and holds up none after it', async () => {
  const { id, plants } = await open();
  const [first] = plants as [Plant];
  const page = await visit(WHO, `/harvest/${id}/weigh`);
  await heading(page, 'Weigh plants');
  expect(await page.evaluate(READS_AT_REST)).toBeLessThan(5);
  await page.route('**/plants/scan/**', (route) => route.abort());
  await page.getByLabel('Tag').focus();
  await scan(page, '1A4060300000000000999999');
  await page.keyboard.type('400');
  await page.keyboard.press('Enter');
  await scan(page, first.label);
  await page.keyboard.type('405');
  await page.keyboard.press('Enter');
  const refused = page.getByRole('alert').filter({ hasText: '1 weight was refused' });
  await refused.getByText('1A4060300000000000999999').waitFor();
  await expect.poll(() => weightOf(first)).toMatchObject({ weight: 405 });
  await refused.getByRole('button', { name: 'Discard' }).click();
  await refused.waitFor({ state: 'detached' });
});

/** A camera that sees a barcode, or can’t be used. */
const FAKE_CAMERA = (bars: number[] | null) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [900, 300];
  const draw = () => {
    const paint = canvas.getContext('2d');
    if (!paint || !bars) return;
    paint.fillStyle = 'white';
    paint.fillRect(0, 0, 900, 300);
    paint.fillStyle = 'black';
    let at = 60;
    for (const [n, width] of bars.entries()) {
      if (n % 2 === 0) paint.fillRect(at, 40, width * 3, 220);
      at += width * 3;
    }
  };
  Object.defineProperty(navigator.mediaDevices, 'getUserMedia', {
    value: async () => {
      if (bars === null) throw new DOMException('no', 'NotAllowedError');
      setInterval(draw, 50);
      return canvas.captureStream(20);
    },
  });
};

it('a tag is read by the camera, with our own reader; a camera that may not be used says so', async () => {
  const { id, plants } = await open();
  const [first] = plants as [Plant];
  const [bars] = await code128([first.label]);
  const page = await visit(WHO, '/harvest', { isNew: true });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) elsewhere.push(request.url());
  });
  await page.addInitScript(FAKE_CAMERA, bars ?? []);
  await page.goto(`/harvest/${id}/weigh`);
  await page.getByRole('button', { name: 'Scan with the camera' }).click();
  await says(page, `Weigh …${first.label.slice(-6)}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.type('408');
  await page.keyboard.press('Enter');
  await expect.poll(() => weightOf(first)).toMatchObject({ weight: 408 });
  expect(elsewhere.filter((url) => /^https?:/.test(url))).toEqual([]);

  const other = await visit(WHO, '/harvest', { isNew: true });
  await other.addInitScript(FAKE_CAMERA, null);
  await other.goto(`/harvest/${id}/weigh`);
  await other.getByRole('button', { name: 'Scan with the camera' }).click();
  await other.getByRole('dialog').getByText('This page may not use the camera.').waitFor();
  expect(await axeFindings(other)).toEqual([]);
});

it('who may not record harvests has no weigh line', async () => {
  const { id } = await open();
  const page = await visit(VIEWER, `/harvest/${id}/weigh`);
  await expect.poll(() => page.getByLabel('Tag').count()).toBe(0);
});
