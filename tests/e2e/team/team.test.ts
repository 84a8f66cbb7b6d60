import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { placeOrder } from '../../support/demo';
import { mailedLink } from '../../support/mailbox';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const ADMIN = 'admin@fernhollow.example';
const TEAM = '/account/manage-users';
/** The demo's open invitation, to harvest@fernhollow.example. */
const SEEDED_CODE = '5eed0000-0000-4000-8000-00000000a001';

const stage = openStage();

const { visit } = stage;
const linkOf = (code: string, type = 'ORG_INVITE') => `/accept-invite?invite_code=${code}&invite_type=${type}`;
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Apps' });
/** An action in a person's row menu. */
async function act(page: Page, person: string, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${person}` }).click();
  await page.getByRole('menuitem', { name }).click();
}

describe('an invitation', () => {
  it('reaches a new person by email, and its link leads through sign-up to what their role shows', async () => {
    const email = 'wren@newcomer.example';
    const admin = await visit(ADMIN, TEAM);
    await admin.getByRole('button', { name: 'Invite' }).click();
    const drawer = admin.getByRole('dialog', { name: 'Invite someone' });
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    await drawer.getByText('Enter an email address').waitFor();
    await drawer.getByText('Choose a role', { exact: true }).last().waitFor();
    await drawer.getByLabel('Email').fill(email);
    const role = drawer.getByLabel('Role');
    await expect.poll(() => role.locator('option').allTextContents()).not.toContain('Owner');
    await role.selectOption({ label: 'Sales rep' });
    await drawer.getByRole('button', { name: 'All licenses' }).click();
    const without = drawer.getByText('Without a company they see no orders and no customers.');
    await without.waitFor();
    await drawer.getByRole('button', { name: 'All companies' }).click();
    await without.waitFor({ state: 'detached' });
    expect(await axeFindings(admin)).toEqual([]);
    await drawer.getByRole('button', { name: 'Send invitation' }).click();
    const sent = admin.getByRole('dialog', { name: 'Invitation sent' });
    const link = await sent.getByLabel('Invitation link').inputValue();
    expect(await axeFindings(admin)).toEqual([]);
    await sent.getByRole('button', { name: 'Done' }).click();
    await admin.getByRole('row', { name: /wren@newcomer.*Invited/ }).waitFor();

    const guest = await stage.stranger('/');
    // Only the emailed one shows that its reader gets this mail; the copied one may have gone elsewhere.
    const mailed = new URL(await mailedLink(guest, email, /Fernhollow Farms/));
    expect(mailed.searchParams.get('mail_proof')).not.toBe(null);
    mailed.searchParams.delete('mail_proof');
    expect(mailed.href).toBe(link);
    await guest.goto(link);
    await heading(guest, 'Join Fernhollow Farms');
    await guest.getByText('Devon Achebe invited you to join Fernhollow Farms as Sales rep').waitFor();
    expect(await axeFindings(guest)).toEqual([]);
    await guest.getByRole('main').getByRole('button', { name: 'Get Started' }).click();
    await guest.getByLabel('First name').fill('Wren');
    await guest.getByLabel('Last name').fill('Solano');
    await expect.poll(() => guest.getByLabel('Email').inputValue()).toBe(email);
    await guest.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await guest.keyboard.press('Enter');
    await guest.getByText('Check your email').first().waitFor();
    await guest.goto(await mailedLink(guest, email, /confirm|verify/i));
    await guest.getByLabel('Password', { exact: true }).fill('the password of a stranger');
    await guest.getByRole('button', { name: 'Confirm email' }).click();
    await guest.getByRole('alert').getByText('That’s not the password you signed up with').waitFor();
    expect(await axeFindings(guest)).toEqual([]);
    await guest.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await guest.keyboard.press('Enter');
    // Typed once to choose it and once to confirm the sign-up; never a third time.
    await guest.getByRole('link', { name: 'Continue' }).click();
    // The invitation's code came along with the sign-in, so there is nothing left to accept.
    await guest.getByText('Welcome to Fernhollow Farms.').waitFor();
    await heading(guest, 'Sales Orders');
    await sidebar(guest).getByText('Marketplace').waitFor();
    expect(await sidebar(guest).getByText('Organization').count()).toBe(0);
    expect(await guest.evaluate(() => localStorage.getItem('verdant.invitation'))).toBe(null);

    await admin.getByRole('row', { name: /Wren Solano.*Active/ }).waitFor();
    await guest.goto(link);
    await heading(guest, 'Invitation already accepted');
  });

  it('is explained to people who can’t use it', async () => {
    const page = await visit('buyer@harborvine.example', '/marketplace');
    await page.goto(linkOf(SEEDED_CODE));
    await page.getByText('You’re signed in as buyer@harborvine.example.').waitFor();
    expect(await page.getByRole('button', { name: /^Join/ }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/marketplace');
    await page.getByRole('link', { name: 'Open your invitation' }).click();
    await heading(page, 'Join Fernhollow Farms');

    await page.goto(linkOf('5eed0000-0000-4000-8000-000000000000'));
    await heading(page, 'We can’t find this invitation');
    await page.goto(linkOf(SEEDED_CODE, 'RIDDLE'));
    await page.getByText('unknown invite type, cannot fetch').waitFor();
    await stage.database.database.pool.query(
      `update org_users set invite_expires_at = now() - interval '1 day' where invite_code = $1`,
      [SEEDED_CODE],
    );
    await page.goto(linkOf(SEEDED_CODE));
    await heading(page, 'This invitation has expired');
  });

  it('is offered to someone without an organization during onboarding', async () => {
    const admin = await visit(ADMIN, TEAM);
    await admin.getByRole('button', { name: 'Invite' }).click();
    await admin.getByRole('textbox', { name: 'Email' }).fill('new@verdant.example');
    await admin.getByRole('dialog').getByLabel('Role').selectOption({ label: 'User' });
    await admin.getByRole('button', { name: 'Send invitation' }).click();
    await admin.getByRole('dialog', { name: 'Invitation sent' }).waitFor();
    const page = await visit('new@verdant.example', '/onboarding');
    await page.getByText('Devon Achebe invited you as User').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Join Fernhollow Farms' }).click();
    await heading(page, 'Marketplace');
    await sidebar(page).getByText('Sales Orders').waitFor();
  });
});

describe('the team', () => {
  it('is closed to people who may not see it', async () => {
    const page = await visit('viewer@fernhollow.example', TEAM);
    await page.getByText('You can’t open this page').waitFor();
    await page.getByText(/You need read access to “Team”/).waitFor();
  });

  it('keeps what was typed when the platform refuses it, on its field', async () => {
    const page = await visit(ADMIN, TEAM);
    await act(page, 'Jasmine Cole', 'Edit');
    const drawer = page.getByRole('dialog', { name: 'Edit Jasmine Cole' });
    await drawer.getByLabel('Title').fill('Colorado lead');
    await drawer.getByLabel('Sales rep ID').fill('SR-004');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Caleb Winters already has this sales rep ID').waitFor();
    await expect.poll(() => drawer.getByLabel('Title').inputValue()).toBe('Colorado lead');
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: /stay|keep/i })
      .click();
    await drawer.getByLabel('Sales rep ID').fill('SR-107');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Jasmine Cole.*Colorado lead.*SR-107/ }).waitFor();
  });

  it('says why the owner and oneself can’t be removed, and asks before removing others', async () => {
    const page = await visit(ADMIN, TEAM);
    await page.getByRole('button', { name: 'Actions for Olivia Marsh' }).click();
    await page.getByText('You can’t remove the owner. Transfer ownership first.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Devon Achebe' }).click();
    await page.getByText('You can’t remove yourself.').waitFor();
    await page.keyboard.press('Escape');
    await act(page, 'Teresa Nguyen', 'Remove');
    const question = page.getByRole('dialog', { name: 'Remove Teresa Nguyen?' });
    await question.getByText('They lose access to Fernhollow Farms right away').waitFor();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.getByRole('row', { name: /Teresa Nguyen/ }).count()).toBe(0);
  });

  it('transfers ownership only once its name is typed', async () => {
    const page = await visit('owner@fernhollow.example', TEAM);
    await act(page, 'Devon Achebe', 'Make owner');
    const question = page.getByRole('dialog', { name: 'Make Devon Achebe the owner?' });
    await question.getByRole('button', { name: 'Transfer ownership' }).click();
    await question.getByText('Type “Fernhollow Farms” to confirm').waitFor();
    await question.getByLabel('To confirm, type Fernhollow Farms').fill('Fernhollow Farms');
    await question.getByRole('button', { name: 'Transfer ownership' }).click();
    await page.getByRole('row', { name: /Devon Achebe.*Owner/ }).waitFor();
    await page.getByRole('row', { name: /Olivia Marsh.*Admin/ }).waitFor();
  });

  it('includes people without an assigned company, and tells them why their lists are empty', async () => {
    await stage.database.database.pool.query(
      `update org_users set company_ids = '{}' where user_id = (select id from users where email = $1)`,
      ['viewer@fernhollow.example'],
    );
    const page = await visit('viewer@fernhollow.example', '/orders');
    await page.getByText('No company is assigned to you yet').waitFor();
    expect(await page.getByText('No orders yet').count()).toBe(0);
  });

  it('can be viewed as someone else, without changing anything', async () => {
    const page = await visit(ADMIN, TEAM);
    await act(page, 'Caleb Winters', 'View as Caleb Winters');
    await heading(page, 'Sales Orders');
    expect(await sidebar(page).getByText('Organization').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.goBack();
    await page.getByText('You can’t open this page').waitFor();
    await sidebar(page).getByText('Profile').click();
    await sidebar(page).getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('First name').fill('Dev');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('You’re viewing as Caleb Winters, so nothing was changed.').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await sidebar(page).getByText('Organization').click();
    await sidebar(page).getByText('Roles').click();
    await page.getByRole('link', { name: /^Read only/ }).click();
    await page.getByRole('button', { name: 'View as Read only' }).click();
    const seen = page.getByText('You’re viewing Verdant as Read only.');
    await seen.waitFor();
    expect(await sidebar(page).getByText('Organization').count()).toBe(0);
    await placeOrder(stage.database.database.db, { status: 'SUBMITTED' });
    await page.goto('/orders?statuses=SUBMITTED');
    await seen.waitFor();
    await page.getByRole('gridcell').getByRole('link').first().click();
    await heading(page, /^Order \d+/);
    await expect
      .poll(() => page.getByRole('button', { name: 'Accept', exact: true }).getAttribute('aria-disabled'))
      .toBe('true');
    expect(await page.getByLabel('New comment').count()).toBe(0);
    await page.getByRole('button', { name: 'Stop viewing' }).click();
    await page.getByLabel('New comment').waitFor();
    await page.reload();
    await page.getByLabel('New comment').waitFor();
    expect(await seen.count()).toBe(0);
  });

  it('fits a phone, in the dark too', async () => {
    const page = await visit(ADMIN, TEAM, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByText('Caleb Winters').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('lets people see their sessions and end those that aren’t theirs', async () => {
  const other = await visit('manager@fernhollow.example', '/network/customers');
  const page = await visit('manager@fernhollow.example', '/profile/settings');
  await page.getByText('This session').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('button', { name: /^End (session|them)$/ }).click();
  await page.getByText('You’re not signed in anywhere else.').waitFor();
  // The access token may live for minutes; its session can't be renewed.
  await other.evaluate(() => {
    const tokens = JSON.parse(localStorage.getItem('auth.tokens') ?? '{}');
    localStorage.setItem('auth.tokens', JSON.stringify({ ...tokens, accessToken: 'spent' }));
  });
  await other.reload();
  await other.waitForURL((url) => url.pathname !== '/network/customers');
});
