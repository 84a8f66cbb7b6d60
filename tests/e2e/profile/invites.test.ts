import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings, hasFocus, scrollsSideways } from '../../support/browser';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const BOTH = 'both@tidemark.example';
const SIZES = [360, 768, 1440];

const stage = openStage();

const { visit } = stage;
const query = (text: string, values: unknown[] = []) => stage.database.database.pool.query(text, values);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for your answer' });
const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier' });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
/** The navigation says how many await an answer. */
const says = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Apps' })
    .getByRole('link', { name: count > 0 ? `Invites (${count} awaiting your reply)` : 'Invites', exact: true })
    .waitFor();

/** Invites a demo person to an organization as its email would; it ends in so many days. */
const invite = (email: string, organization: string, days = 1) =>
  query(
    `insert into org_users (org_id, email, role_id, status, invite_code, invite_expires_at)
     select organizations.id, $1, roles.id, 'INVITED', $3, now() + $4 * interval '1 day'
       from organizations join roles on roles.org_id = organizations.id and roles.default_role_id = 'USER'
      where organizations.name = $2`,
    [email, organization, randomUUID(), days],
  );
const withdraw = (email: string, organization: string) =>
  query(
    `update org_users set status = 'REMOVED', invite_code = null
      where email = $1 and org_id = (select id from organizations where name = $2)`,
    [email, organization],
  );

async function looksRight(page: Page): Promise<void> {
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
}

describe('invites', () => {
  it('are answered in one list, which other tabs and the navigation follow', async () => {
    await invite(OWNER, 'Tidemark Distribution');
    await invite(OWNER, 'Juniper Street Collective', -2);
    const other = await visit(OWNER, '/profile/invites');
    const page = await visit(OWNER, '/profile/invites');
    await row(page, 'Tidemark Distribution').waitFor();
    await earlier(page)
      .getByText(/Expired on .* for a new one/)
      .waitFor();
    await earlier(page).getByText('Peter Kowalczyk doesn’t know. You can still accept.').waitFor();
    await waiting(other).getByText('Hana Lindqvist').waitFor();
    const shown = await waiting(page).getByRole('listitem').count();
    await says(page, shown);
    await looksRight(page);

    // By keyboard alone.
    await button(page, 'Accept Hana Lindqvist').focus();
    await page.keyboard.press('Enter');
    await earlier(page).getByRole('link', { name: 'See Hana Lindqvist’s card' }).waitFor();
    await hasFocus(waiting(page).locator('[tabindex="-1"]'));
    await earlier(other).getByRole('link', { name: 'See Hana Lindqvist’s card' }).waitFor();

    await button(page, 'Accept: join Tidemark Distribution').press('Enter');
    await page.getByText('You joined Tidemark Distribution.').waitFor();
    await button(page, 'Working for Fernhollow Farms').waitFor();
    await waiting(other).getByText('Tidemark Distribution').waitFor({ state: 'detached' });
    await says(other, shown - 2);
    await button(page, 'Switch to Tidemark Distribution').click();
    await button(page, 'Working for Tidemark Distribution').waitFor();
  });

  it('say why one withdrawn meanwhile can’t be accepted', async () => {
    await invite(BOTH, 'Fernhollow Farms');
    const page = await visit(BOTH, '/profile/invites');
    const name = (await waiting(page).getByRole('listitem').first().locator('strong').textContent()) ?? '';
    await withdraw(BOTH, name);
    await button(page, `Accept: join ${name}`).click();
    const [refused] = [row(page, name)];
    await refused.getByRole('alert').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Nothing awaits your answer').waitFor();
  });

  it('can’t be answered by support acting for somebody', async () => {
    await invite('viewer@fernhollow.example', 'Juniper Street Collective');
    const page = await visit('support@verdant.example', '/support');
    await page.getByLabel('Email').fill('viewer@fernhollow.example');
    await page.keyboard.press('Enter');
    await button(page, 'Act for Martin Fuchs').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Ticket 12: an invite');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Act for/ })
      .click();
    await button(page, 'Stop').waitFor();
    await page.goto('/profile/invites');
    await page.getByText('Only Martin Fuchs can do this. You’re acting for them.').waitFor();
    await expect.poll(() => button(page, 'Accept: join Juniper Street Collective').isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('the profile', () => {
  it('says who one is and leads to organizations, connections and invites', async () => {
    const page = await visit(BOTH, '/profile');
    await heading(page, 'Profile');
    await page.getByRole('region', { name: 'Your organizations' }).getByText('Working here').waitFor();
    await looksRight(page);
    await button(page, 'Switch to Juniper Street Collective').press('Enter');
    await button(page, 'Working for Juniper Street Collective').waitFor();
    await button(page, 'Switch to Tidemark Distribution').waitFor();

    const chooser = page.getByRole('group', { name: 'Your picture' }).locator('input[type=file]');
    await chooser.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') });
    await page.getByText('Choose a JPEG, PNG or WebP picture of up to 10 MB').waitFor();

    await page.getByRole('region', { name: 'Connections' }).getByRole('link').click();
    await page.waitForURL('**/profile/connections/connected');
    await page.goBack();
    await page.getByRole('region', { name: 'Invites' }).getByRole('link').click();
    await heading(page, 'Invites');
  });
});
