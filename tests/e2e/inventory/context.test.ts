import { expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { makeItem, makePackage } from '../../support/factories';
import { dialog, heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
/** Of an organization without a selling company. */
const BUYER = 'owner@harborvine.example';

const stage = openStage();

it('what of the inventory is chosen is kept over a reload, and narrows every list of it', async () => {
  const page = await stage.visit(OWNER, '/inventory?selectedStatuses=ACTIVE', {
    viewport: { width: 360, height: 800 },
  });
  const asked = (path: string, what: string) =>
    page.waitForResponse((reply) => reply.url().includes(`${path}?`) && reply.url().includes(what));
  const state = page.getByRole('combobox', { name: 'State' });
  await state.waitFor();
  expect(await state.inputValue()).toBe('CA');
  const ofColorado = asked('/inventory', 'usState=CO');
  await state.selectOption('CO');
  await ofColorado;
  await page.getByRole('button', { name: 'All brands' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Kind Orchard' }).check();
  expect(await axeFindings(page)).toEqual([]);
  const narrowed = asked('/inventory', 'brandIds=');
  await dialog(page).getByRole('button', { name: 'Apply' }).click();
  await narrowed;
  const chosen = page.getByRole('button', { name: 'Only brand Kind Orchard' });
  await chosen.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const again = asked('/inventory/facets', 'usState=CO&brandIds=');
  await page.reload();
  await again;
  expect(await state.inputValue()).toBe('CO');
  for (const path of ['/inventory?composite=true', '/inventory/brands']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await chosen.waitFor();
  }
});

it('an organization that only buys finds the packages of its license, and nobody else’s', async () => {
  const { db, pool } = stage.database.database;
  const { rows } = await pool.query<{ id: string; orgId: string; usState: string }>(
    `select license.id, license.org_id as "orgId", license.us_state as "usState" from licenses license
       join org_users member on member.org_id = license.org_id and member.email = $1
       join organizations org on org.id = license.org_id
      where license.us_state = org.default_state order by license.id limit 1`,
    [BUYER],
  );
  const [found] = rows;
  if (!found) throw new Error('the buyer has no license');
  const of = { org: { id: Number(found.orgId) }, license: { id: Number(found.id) } };
  const item = await makeItem(db, of as never, { name: 'Shelf Jar' });
  const { label } = await makePackage(db, item, { quantity: '7' });
  const page = await stage.visit(BUYER, '/marketplace');
  await page.getByRole('navigation', { name: 'Apps' }).getByText('Inventory').click();
  await page.getByRole('link', { name: 'Packages' }).click();
  await heading(page, 'Packages');
  await page.getByRole('row', { name: label }).getByText('Shelf Jar').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
});
