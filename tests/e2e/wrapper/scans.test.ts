import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';
import { type FakeApp, openInApp, PHONE } from '../../support/wrapper/fake-app';

const OWNER = 'owner@fernhollow.example';
const WAREHOUSE = 'warehouse@fernhollow.example';
const HARVEST = 'Blue Dream, greenhouse 2';

const stage = openStage();
const pool = () => stage.database.database.pool;
const page = (email: string, options = {}) => stage.visit(email, '/icon.svg', { isNew: true, ...options });
const camera = (on: Page) => on.getByRole('button', { name: 'Scan with the camera' });
const scopeOf = async (app: FakeApp) => (await app.heard('qrCodeScanTapped')).at(-1)?.what.scope;
const tagOf = (place: number) => `1A4060300007700000${String(900_000 + place)}`;

/** Scans that the app sends one right after the other. */
const scanAll = (app: FakeApp, texts: readonly string[], scope: unknown) =>
  app.page.evaluate(
    async ([all, to]) => {
      await Promise.all(
        (all as string[]).map((text) => window.verdantWrapper?.receive('qrCodeScanTapped', { text, scope: to })),
      );
    },
    [texts, scope],
  );

it('takes a hundred scans of the app after one tap, each tag once; a field that didn’t ask gets none', async () => {
  const app = await openInApp(await page(OWNER), '/inventory');
  await app.page.getByRole('button', { name: 'Scan', exact: true }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Scan packages' });
  await camera(app.page).and(dialog.getByRole('button')).click();
  await expect.poll(() => scopeOf(app)).toBeTruthy();
  const scope = await scopeOf(app);
  const tags = Array.from({ length: 100 }, (_, place) => tagOf(place));
  await scanAll(app, [tags[0] ?? '', ...tags, ...tags], scope);
  await dialog.getByText('100 of 100 scanned, 100 not found').waitFor();
  expect(await dialog.getByRole('list', { name: 'Scanned tags' }).getByRole('listitem').count()).toBe(100);
  expect(await axeFindings(app.page)).toEqual([]);
  await app.page.setViewportSize({ width: 360, height: 720 });
  expect(await scrollsSideways(app.page)).toBe(false);
});

it('a scan without a scope is the field’s that asked last; the app’s reply is one too, and a search takes it', async () => {
  const app = await openInApp(await page(OWNER), '/inventory', { replies: { qrCodeScanTapped: { text: tagOf(1) } } });
  const search = app.page.getByRole('searchbox', { name: 'Find or scan a tag' });
  await search.waitFor();
  await camera(app.page).click();
  await expect.poll(() => search.inputValue()).toBe(tagOf(1));
  await app.tell('qrCodeScanTapped', { text: `]C1${tagOf(2)}` });
  await expect.poll(() => search.inputValue()).toBe(tagOf(2));
  await app.tell('qrCodeScanTapped', { text: tagOf(3), scope: 'another field' });
  await app.tell('qrCodeScanTapped', { text: tagOf(4) });
  await expect.poll(() => search.inputValue()).toBe(tagOf(4));
});

it('where the app can’t scan, the page’s own camera opens', async () => {
  const app = await openInApp(await page(OWNER), '/inventory', { rejects: ['qrCodeScanTapped'] });
  await camera(app.page).click();
  await app.page.getByRole('dialog', { name: 'Scan with the camera' }).waitFor();
});

it('at the dock and on the weigh line, what the app scanned without a network is kept and sent', async () => {
  const { rows } = await pool().query("select license_id as id from transfers where manifest_number = '0007700001'");
  const app = await openInApp(await page(WAREHOUSE), `/fulfillment/intakes/1?licenseId=${rows[0]?.id}`);
  await heading(app.page, 'Manifest 0007700001');
  await camera(app.page).click();
  await expect.poll(() => scopeOf(app)).toBeTruthy();
  await app.page.context().setOffline(true);
  const tag = '1A4060300007700000001002';
  await scanAll(app, [tag], await scopeOf(app));
  await app.page.getByText(/You’re offline\. 1 scan kept/).waitFor();
  await app.page.context().setOffline(false);
  await app.page.getByRole('row', { name: tag }).getByText('Confirmed', { exact: true }).waitFor();

  const plants = await pool().query<{ harvest: string; label: string }>(
    `select plant.harvest_id as harvest, plant.label from harvest_plants plant
       join harvests on harvests.org_id = plant.org_id and harvests.id = plant.harvest_id
      where harvests.name = $1 and plant.weight is null order by plant.id`,
    [HARVEST],
  );
  const [{ harvest, label } = { harvest: '', label: '' }] = plants.rows;
  const line = await openInApp(await page(OWNER, PHONE), `/harvest/${harvest}/weigh`);
  await heading(line.page, 'Weigh plants');
  await camera(line.page).click();
  await expect.poll(() => scopeOf(line)).toBeTruthy();
  await line.page.context().setOffline(true);
  await scanAll(line, [label], await scopeOf(line));
  await line.page
    .getByText(`Weigh …${label.slice(-6)}`)
    .first()
    .waitFor();
  await line.page.keyboard.type('420');
  await line.page.keyboard.press('Enter');
  await line.page
    .getByText(`Kept 420 g for …${label.slice(-6)}`)
    .first()
    .waitFor();
  const weight = async () =>
    (await pool().query('select weight::float8 as weight from harvest_plants where label = $1', [label])).rows[0]
      ?.weight ?? null;
  expect(await weight()).toBeNull();
  await line.page.context().setOffline(false);
  await expect.poll(weight).toBe(420);
});
