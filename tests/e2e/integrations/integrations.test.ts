import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { sandboxKey } from '../../support/integrations/sandbox-key';
import { openStage } from '../../support/stage';

const SCREEN = '/account/integrations';
const SELLER = 'owner@tidemark.example';
/** Jobs take as long as the machine is busy. */
const PATIENCE = 60_000;

const stage = openStage();
const visit = (email: string, path = SCREEN, options = {}) => stage.visit(email, path, options);

const rowOf = (section: string) => (page: Page, text: string) =>
  page.getByRole('region', { name: section }).getByRole('listitem').filter({ hasText: text });
const license = rowOf('Tracking system');
const state = rowOf('Wholesale marketplace');
const pill = (row: Locator, text: string) => row.getByText(text, { exact: true });

/** Moves focus by keyboard only. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error('Tab never got there');
}

let imported = 0;

/** A new order from the wholesale marketplace waiting for Tidemark; a sales rep's own if given. */
async function marketplaceOrder(rep?: string): Promise<{ id: number; externalId: string }> {
  imported += 1;
  const externalId = `WM-9${String(imported).padStart(5, '0')}`;
  const from = { orderSource: 'WHOLESALE_MARKETPLACE', externalId, ...(rep === undefined ? {} : { rep }) };
  const wanted = { status: 'SUBMITTED', seller: 'Tidemark Distribution', ...from } as const;
  const { id } = await placeOrder(stage.database.database.db, wanted);
  return { id, externalId };
}

describe('the tracking system', () => {
  it('asks for a missing key and continues, by keyboard only', async () => {
    const page = await visit('owner@millrace.example');
    const key = await sandboxKey(page, '/sandbox/tracking', /Millrace Commons OR/);
    await pill(license(page, '050 10011127277'), 'Sync Pending').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const turnOn = page.getByRole('button', { name: /Turn on sync OR 050/ });
    await tabTo(page, turnOn);
    await page.keyboard.press('Enter');
    const prompt = page.getByRole('dialog', { name: 'Tracking system key for Oregon' });
    const field = prompt.getByLabel(/^Key/);
    await hasFocus(field);
    await prompt.getByText('This needs your tracking system key for Oregon.').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.keyboard.type('not-a-key-of-anybody');
    await page.keyboard.press('Enter');
    await prompt.getByText('The tracking system of Oregon doesn’t accept this key').waitFor();
    await hasFocus(field);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(key);
    await page.keyboard.press('Tab');
    await hasFocus(prompt.getByRole('button', { name: 'Show key' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    await page.keyboard.press('Shift+Tab');
    await hasFocus(field);
    await page.keyboard.press('Enter');
    await prompt.waitFor({ state: 'detached' });

    await pill(license(page, '050 10011127277'), 'Online').waitFor({ timeout: PATIENCE });
    await hasFocus(page.getByRole('button', { name: /Check now OR 050/ }));
    await license(page, '050 10011127277')
      .getByText(`Synced with Hana Lindqvist’s key ending in ${key.slice(-4)}`)
      .waitFor();
    await license(page, '050 10011127277')
      .getByRole('button', { name: /What its key can read/ })
      .click();
    await license(page, '050 10011127277').getByText('Active packages', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.content()).not.toContain(key);
  });

  it('changes nothing when the prompt is dismissed, and says why a license went offline', async () => {
    const page = await visit('owner@fernhollow.example');
    await license(page, '402R-00999').getByText('The tracking system no longer accepts its key.').waitFor();
    const again = page.getByRole('button', { name: /Reconnect CO 402R/ });
    await again.click();
    const prompt = page.getByRole('dialog', { name: 'Tracking system key for Colorado' });
    await hasFocus(prompt.getByLabel(/^Key/));
    await page.keyboard.press('Escape');
    await prompt.waitFor({ state: 'detached' });
    await hasFocus(again);
    await pill(license(page, '402R-00999'), 'Offline').waitFor();

    await page.getByRole('button', { name: 'Use another key for CO 402R-00999' }).click();
    const other = page.getByRole('dialog', { name: 'Key for CO 402R-00999' });
    await other.getByLabel(/^Key/).fill(await sandboxKey(page, '/sandbox/tracking', /Tidemark.* CA/));
    await other.getByRole('button', { name: 'Use this key' }).click();
    await other.getByText('The tracking system of Colorado doesn’t accept this key').waitFor();
    await other.getByLabel(/^Key/).fill(await sandboxKey(page, '/sandbox/tracking', /Copperline.* CO/));
    await other.getByRole('button', { name: 'Use this key' }).click();
    await other.getByText(/This key can’t access license 402R-00999\. It can access /).waitFor();
    await other.getByLabel(/^Key/).fill(await sandboxKey(page, '/sandbox/tracking', /Fernhollow.* CO/));
    await other.getByRole('button', { name: 'Use this key' }).click();
    await pill(license(page, '402R-00999'), 'Online').waitFor({ timeout: PATIENCE });
  });

  it('offers an upgrade when the plan lacks it', async () => {
    const page = await visit('owner@harborvine.example');
    await page.getByRole('button', { name: /Turn on sync CA C10-0000412/ }).click();
    await page.getByRole('dialog', { name: 'Upgrade Required' }).getByText('“Tracking system sync”').waitFor();
  });
});

describe('the wholesale marketplace', () => {
  it('asks for no key the plan can’t use, and offers plans to people who can upgrade', async () => {
    const page = await visit('owner@millrace.example');
    await page.getByRole('button', { name: 'Connect Oregon' }).click();
    const question = page.getByRole('dialog', { name: 'Upgrade Required' });
    await question.getByText('Your plan doesn’t include “Wholesale marketplace sync”').waitFor();
    await question.getByRole('button', { name: 'Compare Plans' }).waitFor();
    expect(await question.getByText(/Ask someone who manages billing|reach out to an admin/i).count()).toBe(0);
    expect(await page.getByLabel(/^Key/).count()).toBe(0);
  });

  it('keeps an order’s status until a key with write access is connected, then sends the change', async () => {
    const order = await marketplaceOrder();
    const page = await visit(SELLER, `/orders/${order.id}`);
    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    await accept.click();
    const refused = page.getByRole('dialog', { name: 'Write access needed' });
    await refused.getByText('Please enable wholesale marketplace write access to complete that action.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Open integrations' }).click();

    await page.waitForURL(`**${SCREEN}`);
    await pill(state(page, 'California'), 'Read only').waitFor();
    await page.getByRole('button', { name: 'Replace key for California' }).click();
    const connect = page.getByRole('dialog', { name: 'Replace the key for California' });
    await connect.getByLabel(/^Key/).fill('not-a-key-of-anybody');
    await connect.getByRole('button', { name: 'Replace key' }).click();
    await connect.getByText('The wholesale marketplace doesn’t accept this key').waitFor();
    const key = await sandboxKey(page, '/sandbox/wholesale', /Tidemark Distribution CA read and write/);
    await connect.getByLabel(/^Key/).fill(key);
    await connect.getByRole('button', { name: 'Replace key' }).click();
    await pill(state(page, 'California'), 'Read and write').waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.goto(`/orders/${order.id}`);
    await accept.click();
    await page.getByText('Order status updated').waitFor();
    await expect
      .poll(
        async () => {
          await page.goto('/sandbox/wholesale');
          return page.getByRole('row', { name: order.externalId }).count();
        },
        { timeout: PATIENCE },
      )
      .toBe(1);
  });

  it('asks for no other key once the plan no longer includes it', async () => {
    const { pool } = stage.database.database;
    const { rows } = await pool.query(`select id, plan from organizations where name like 'Tidemark%'`);
    expect(rows).toHaveLength(1);
    await pool.query(`update organizations set plan = 'FREE' where id = $1`, [rows[0].id]);
    const page = await visit(SELLER);
    await page.getByRole('button', { name: 'Replace key for California' }).click();
    await page
      .getByRole('dialog', { name: 'Upgrade Required' })
      .getByText('Your plan doesn’t include “Wholesale marketplace sync”')
      .waitFor();
    expect(await page.getByLabel(/^Key/).count()).toBe(0);
    await pool.query(`update organizations set plan = $2 where id = $1`, [rows[0].id, rows[0].plan]);
  });

  it('tells people who can’t connect it who can', async () => {
    const rep = 'rep@tidemark.example';
    await stage.database.database.pool.query(`update wholesale_syncs set access = 'READ'`);
    const order = await marketplaceOrder(rep);
    const page = await visit(rep, `/orders/${order.id}`);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    const refused = page.getByRole('dialog', { name: 'Write access needed' });
    await refused.getByText(/Ask an admin on your team to connect a key/).waitFor();
    expect(await refused.getByRole('button', { name: 'Open integrations' }).count()).toBe(0);
  });

  it('is disabled only after asking, and focus returns', async () => {
    const page = await visit('owner@fernhollow.example');
    await page.getByRole('button', { name: 'Disable California' }).click();
    const question = page.getByRole('dialog', { name: 'Disable California?' });
    await question.getByText('We delete the key.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Disable' }).click();
    await pill(state(page, 'California'), 'Not connected').waitFor();
    await hasFocus(page.getByRole('button', { name: 'Connect California' }));
  });
});

it('shows readers its status, and who may change it', async () => {
  const page = await visit('sales@millrace.example');
  await license(page, '050 10011127277').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Check now OR 050/ }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Why can’t I?' }).click();
  await page.getByText(/You need write access to “Licenses”/).waitFor();
  const marketplace = page.getByRole('region', { name: 'Wholesale marketplace' });
  await marketplace.getByText(/You need read access to “Organization”/).waitFor();
  await page.keyboard.press('Escape');
  expect(await axeFindings(page)).toEqual([]);
});

it('fits a phone, in the dark too', async () => {
  const page = await visit('owner@fernhollow.example', SCREEN, {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
  });
  await license(page, 'CCL18-0000512').waitFor();
  await state(page, 'Colorado').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
});

it('lets a person save, replace and remove their own keys in the profile', async () => {
  const page = await visit('admin@fernhollow.example', '/profile/settings');
  const keys = page.getByRole('region', { name: 'Tracking system keys' });
  await keys.getByText(/^Ending in \w{4}, saved/).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await keys.getByRole('button', { name: 'Add key for Colorado' }).click();
  const prompt = page.getByRole('dialog', { name: 'Tracking system key for Colorado' });
  await prompt.getByLabel(/^Key/).fill(await sandboxKey(page, '/sandbox/tracking', /Fernhollow.* CO/));
  await prompt.getByRole('button', { name: 'Save key' }).click();
  await keys.getByRole('button', { name: 'Replace the key for Colorado' }).waitFor();
  await keys.getByRole('button', { name: 'Remove the key for Colorado' }).click();
  await page
    .getByRole('dialog', { name: 'Remove your key for Colorado?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await keys.getByRole('button', { name: 'Add key for Colorado' }).waitFor();
});
