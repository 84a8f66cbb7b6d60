import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { openStage } from '../../support/stage';

const LIST = '/account/integrations/webhooks';
const OWNER = 'owner@fernhollow.example';
/** Has the role "Read only". */
const VIEWER = 'viewer@fernhollow.example';
/** A delivery takes as long as the machine is busy. */
const PATIENCE = 60_000;

const stage = openStage();
const { visit } = stage;

const pool = () => stage.database.database.pool;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** A new test receiver, opened. */
async function receiver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a test receiver' }).first().click();
  await heading(page, 'Test receiver').waitFor();
}

describe('somebody who manages roles', () => {
  it('adds a test receiver, sends it an event, and sees it delivered, received and verified', async () => {
    const page = await visit(OWNER, '/account/integrations');
    await page.getByRole('link', { name: 'Set up webhooks' }).click();
    await heading(page, 'Webhooks').waitFor();
    await receiver(page);
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Send a test event' }).click();
    const result = page.getByRole('dialog', { name: 'Test event' });
    await result.getByText('Delivered', { exact: true }).first().waitFor({ timeout: PATIENCE });
    await result.getByRole('button', { name: 'Close' }).last().click();
    const got = page.getByRole('region', { name: 'Received' });
    await got.getByText('Verified', { exact: true }).click({ timeout: PATIENCE });
    await got.getByText('"type": "ping"').waitFor();

    const rows = page.getByRole('grid').getByRole('row').filter({ hasText: 'ping' });
    await rows.getByText('Delivered', { exact: true }).waitFor({ timeout: PATIENCE });
    await rows.getByRole('link', { name: 'ping' }).click();
    const delivery = page.getByRole('dialog', { name: 'ping' });
    await delivery.getByText('webhook-signature', { exact: false }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await delivery.waitFor({ state: 'detached' });
  });

  it('shows the secret, replaces it with an overlap, and counts a replay before it is sent', async () => {
    const page = await visit(OWNER, LIST);
    await receiver(page);
    const secrets = page.getByRole('region', { name: 'Signing secret' });
    await secrets.getByRole('button', { name: 'Show secret' }).click();
    const first = (await secrets.getByText(/^whsec_/).textContent()) ?? '';
    await secrets.getByRole('button', { name: 'Replace secret' }).click();
    const question = page.getByRole('dialog', { name: 'Replace the secret?' });
    await question.getByRole('textbox', { name: /^Hours/ }).fill('12');
    await question.getByRole('button', { name: 'Replace secret' }).click();
    await secrets.getByText('signed with the old secret too').waitFor();
    await secrets.getByRole('button', { name: 'Show secret' }).click();
    await secrets.getByText(first).waitFor();
    expect(await secrets.getByText(/^whsec_/).count()).toBe(2);

    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page
      .getByRole('dialog', { name: 'Test event' })
      .getByText('Delivered', { exact: true })
      .first()
      .waitFor({ timeout: PATIENCE });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Replay a time' }).click();
    const replay = page.getByRole('dialog', { name: 'Replay a time' });
    const day = new Date();
    const local = (minutes: number) => {
      const at = new Date(day.getTime() + minutes * 60_000);
      return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    };
    await replay.getByLabel(/^From/).fill(local(-24 * 60));
    await replay.getByLabel(/^Until/).fill(local(24 * 60));
    await replay.getByRole('button', { name: 'Count the events' }).click();
    await replay.getByText(/would be sent\./).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is told at the field that an address is not secure, or not public, and loses nothing typed', async () => {
    const page = await visit(OWNER, `${LIST}?new`);
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    const address = form.getByRole('textbox', { name: /^Address/ });
    const purpose = form.getByRole('textbox', { name: /^What it’s for/ });
    await purpose.fill('Our ERP');
    for (const [typed, says] of [
      ['http://hooks.ledgerline.example/verdant', 'Must begin with https://'],
      ['https://10.0.0.7/verdant', /public/],
      ['https://[::ffff:169.254.169.254]/', /public/],
    ] as const) {
      await address.fill(typed);
      await form.getByRole('button', { name: 'Add endpoint' }).click();
      await form.getByRole('alert').getByText(says).waitFor();
      await hasFocus(address);
      expect(await purpose.inputValue()).toBe('Our ERP');
    }
    await address.fill('https://hooks.ledgerline.example/verdant');
    await page.keyboard.press('Enter');
    await heading(page, 'Our ERP').waitFor();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('grid').getByRole('link', { name: 'Our ERP' }).waitFor();
  });

  it('sees in another window what changes', async () => {
    const page = await visit(OWNER, LIST);
    await receiver(page);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await heading(other, 'Test receiver').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await other.getByText('Paused', { exact: true }).waitFor();
    expect(await scrollsSideways(other)).toBe(false);
  });
});

describe('somebody who may only see roles', () => {
  it('sees the endpoints, and why nothing can be changed; without that, why they see nothing', async () => {
    await receiver(await visit(OWNER, LIST));
    const setFeature = (access: object) =>
      pool().query(
        `update roles set features = features || $1 from organizations
          where roles.name = 'Read only' and organizations.id = org_id and organizations.name = 'Fernhollow Farms'`,
        [JSON.stringify({ MANAGE_ROLES: access })],
      );
    await setFeature({ read: true, write: false });
    const page = await visit(VIEWER, LIST);
    await page.getByRole('link', { name: 'Test receiver' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Add a test receiver' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Add endpoint' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Why can’t I?' }).click();
    await page.getByRole('dialog', { name: 'Why can’t I?' }).waitFor();

    await setFeature({ read: false, write: false });
    const without = await visit(VIEWER, LIST);
    await without
      .getByText(/permission|Ask/)
      .first()
      .waitFor();
    expect(await without.getByRole('grid').count()).toBe(0);
  });
});
