import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { transact } from '../../../server/db/transact';
import { recordsOf } from '../../../server/sandbox/records';
import { fillShop } from '../../../server/sandbox/wholesale/demo';
import { shopOf } from '../../../server/sandbox/wholesale/shop';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { sandboxKey } from '../../support/integrations/sandbox-key';
import { openStage } from '../../support/stage';

const SCREEN = '/account/integrations';
const SELLER = 'owner@tidemark.example';
/** Jobs take as long as the machine is busy. */
const PATIENCE = { timeout: 90_000 };

const stage = openStage();
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

describe('the wholesale marketplace', () => {
  it('is matched before anything comes in, and its orders then open here', async () => {
    const { db, pool } = stage.database.database;
    const { rows: found } = await pool.query(`select id, name from organizations where name like 'Tidemark%'`);
    const shop = { orgId: Number(found[0].id), orgName: found[0].name, usState: 'CA' };
    await transact(db, (tx) => fillShop(tx, shopOf(tx, `${shop.orgId}-CA`), shop, recordsOf(tx, 'wholesale')));
    const page = await stage.visit(SELLER, SCREEN);
    const look = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
    };
    await page.getByRole('button', { name: 'Replace key for California' }).click();
    const connect = page.getByRole('dialog', { name: 'Replace the key for California' });
    const key = await sandboxKey(page, '/sandbox/wholesale', /Tidemark Distribution CA read and write/);
    await connect.getByLabel(/^Key/).fill(key);
    await connect.getByRole('button', { name: 'Replace key' }).click();
    await connect.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Match products and customers in California' }).click();
    await page.getByRole('heading', { name: 'Wholesale marketplace, California' }).waitFor();
    await page.getByRole('button', { name: 'Read now' }).click();
    const theirs = page.getByRole('list', { name: 'Their products' });
    await theirs.waitFor(PATIENCE);
    const start = page.getByRole('button', { name: 'Start syncing' });
    await expect.poll(() => start.isEnabled(), PATIENCE).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await look('desk-1440');

    await page.getByRole('button', { name: 'Accept all certain products' }).click();
    await page.getByText(/products? matched\./).waitFor();
    await page.getByText(/would wait: 1 line of products/).waitFor();
    // One of ours is one of theirs only.
    await page.getByRole('button', { name: 'Choose Moonlit Meadow Live Rosin 1g' }).click();
    const pick = page.getByRole('dialog', { name: 'Which product is Moonlit Meadow Live Rosin 1g?' });
    const matched = (await theirs.getByRole('link').first().textContent()) ?? '';
    await pick.getByLabel('Name or SKU').fill(matched);
    await pick.getByRole('list', { name: 'Found' }).getByRole('button', { name: matched }).first().click();
    await pick.getByText(/is matched with another one there/).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await look('pick-mistake-1440');
    await pick.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Make new Moonlit Meadow Live Rosin 1g' }).click();
    await page
      .getByText(/1 made, 0 left out/)
      .first()
      .waitFor();

    await page.setViewportSize({ width: 360, height: 740 });
    expect(await scrollsSideways(page)).toBe(false);
    await look('desk-360');
    await page.setViewportSize({ width: 1440, height: 900 });
    await start.click();
    const question = page.getByRole('dialog', { name: 'Start syncing?' });
    await look('start-1440');
    await question.getByRole('button', { name: 'Start syncing' }).click();
    await page.getByText('Syncing', { exact: true }).waitFor();
    const pulled = async () =>
      (
        await pool.query(
          `select id from orders where order_source = 'WHOLESALE_MARKETPLACE' and external_id like '%-%-%-%-%' and buyer_notes <> ''`,
        )
      ).rows;
    await expect.poll(async () => (await pulled()).length, PATIENCE).toBe(1);
    await page.goto(`/orders/${(await pulled())[0].id}`);
    await page.getByText('Please call the dock before you come.').first().waitFor();
    await page.getByText('Wholesale marketplace', { exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await look('order-1440');
    await page.goto(`${SCREEN}`);
    await page.getByRole('link', { name: 'Open in California' }).waitFor();
    await look('integrations-1440');
  });
});
