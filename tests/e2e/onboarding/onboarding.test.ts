import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { axeFindings } from '../../support/browser';
import { confirmEmail, signUp } from '../../support/identity/sign-up';
import { sandboxKey } from '../../support/integrations/sandbox-key';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const NEWCOMER = 'new@verdant.example';
/** The demo's open invitation, to harvest@fernhollow.example. */
const SEEDED_CODE = '5eed0000-0000-4000-8000-00000000a001';

/** The demo's brand invites to Ridge & Valley, the second one expired. */
const OPEN_BRAND = '5b1f0c2e-7d3a-4f5b-9c11-000000000000';
const EXPIRED_BRAND = '5b1f0c2e-7d3a-4f5b-9c11-000000000001';
const brandLink = (code: string) => `/accept-invite?invite_code=${code}&invite_type=BRAND_INVITE`;

const stage = openStage();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name });
const license = (page: Page, which: string) => page.getByRole('group', { name: which, exact: true });
const create = (page: Page) => button(page, 'Create organization').click();

it('somebody whose email isn’t confirmed is sent a new link from the form', async () => {
  const page = await stage.visit(NEWCOMER, '/onboarding/organization');
  await heading(page, 'Create your organization');
  const { pool } = stage.database.database;
  const setConfirmed = (at: Date | null) =>
    pool.query('update users set email_verified_at = $1 where email = $2', [at, NEWCOMER]);
  await setConfirmed(null);
  await page.getByLabel('Organization name').fill('Rogue Valley Supply');
  await page.getByLabel('What you do').selectOption({ label: 'Cultivator' });
  await license(page, 'License').getByLabel('License number').fill('020 10044479999');
  await license(page, 'License').getByLabel('State').selectOption({ label: 'Oregon' });
  await create(page);
  await page.getByText(`Confirm your email (${NEWCOMER}) first, then create the organization.`).waitFor();
  await button(page, 'Send a new link').click();
  await page.getByText('Verification email sent successfully').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await setConfirmed(new Date());
});

it('an invitation sent to somebody who is creating an organization appears, goes when withdrawn, and loses nothing typed', async () => {
  const page = await stage.visit(NEWCOMER, '/onboarding/organization');
  await page.getByLabel('Organization name').fill('Rogue Valley Supply');
  const owner = await stage.visit('owner@fernhollow.example', '/account/manage-users');
  await button(owner, 'Invite').click();
  await dialog(owner).getByLabel('Email').fill(NEWCOMER);
  await dialog(owner).getByLabel('Role').selectOption({ label: 'Admin' });
  await button(owner, 'Send invitation').click();
  await dialog(owner, 'Invitation sent').getByRole('button', { name: 'Done' }).click();
  await page.getByText('Olivia Marsh invited you as Admin').waitFor();
  await button(owner, `Actions for ${NEWCOMER}`).click();
  await owner.getByRole('menuitem', { name: 'Cancel invitation' }).click();
  await dialog(owner).getByRole('button', { name: 'Cancel invitation' }).click();
  await page.getByText('Olivia Marsh invited you as Admin').waitFor({ state: 'detached' });
  expect(await page.getByLabel('Organization name').inputValue()).toBe('Rogue Valley Supply');
});

it('a license number that is taken is refused at its field, with nothing typed lost, and a key offers others', async () => {
  const page = await stage.visit(NEWCOMER, '/onboarding');
  await heading(page, 'Create your organization');
  await page.getByLabel('Organization name').fill('Rogue Valley Supply');
  await page.getByLabel('What you do').selectOption({ label: 'Cultivator' });
  const first = license(page, 'License');
  await first.getByLabel('License number').fill('C11-0000217-LIC');
  await first.getByLabel('State').selectOption({ label: 'California' });
  await create(page);
  await page
    .getByText('Another organization has license C11-0000217-LIC. If it’s yours, dispute it in My Licenses.')
    .waitFor();
  await page.getByRole('link', { name: 'email support' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Rogue Valley Supply');

  await first.getByLabel('License number').fill('');
  await button(page, 'Find licenses with your key').click();
  const find = dialog(page, 'Find licenses');
  await find.getByLabel('State').selectOption({ label: 'Oregon' });
  await find.getByLabel('Tracking system key').fill('nobody-ever-had-this-key');
  await find.getByRole('button', { name: 'Find licenses' }).click();
  await find.getByText('The tracking system of Oregon doesn’t accept this key').waitFor();
  await find
    .getByLabel('Tracking system key')
    .fill(await sandboxKey(page, '/sandbox/tracking', /Fernhollow.*020 10044471802/));
  await find.getByRole('button', { name: 'Find licenses' }).click();
  const choose = dialog(page, 'Choose licenses');
  await choose.getByText('020 10044471802').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await choose.getByRole('button', { name: 'Use these licenses' }).click();
  await expect.poll(() => first.getByLabel('License number').inputValue()).toBe('020 10044471802');
  await create(page);
  await heading(page, 'Setup');

  await page.goto('/marketplace');
  const steps = page.getByRole('region', { name: 'Before your first trade' });
  await steps.getByText('2 of 4 done.').waitFor();
  await steps.getByRole('listitem').filter({ hasText: 'Brands' }).getByText('Missing').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await steps.getByRole('button', { name: 'Dismiss' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, 'Marketplace');
  await page.getByRole('heading', { name: /^All brands/ }).waitFor();
  expect(await steps.count()).toBe(0);
});

describe('an invitation', () => {
  it('is opened from any address of the app and carried by the letter that confirms a sign-up', async () => {
    const email = 'harvest@fernhollow.example';
    const link = new URLSearchParams({ invite_code: SEEDED_CODE, invite_type: 'ORG_INVITE', invited_email: email });
    const page = await stage.stranger(`/network/licenses?state=CA&${link}`);
    await heading(page, 'Join Fernhollow Farms');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe('/network/licenses?state=CA');
    await page.getByRole('main').getByRole('button', { name: 'Get Started' }).click();
    await signUp(page, email);
    // The letter is opened in another browser, which knows nothing of the invitation.
    const elsewhere = await stage.stranger('/');
    await confirmEmail(elsewhere, email);
    await elsewhere.getByText('Welcome to Fernhollow Farms.').waitFor();
    await elsewhere.waitForURL('**/network/licenses?state=CA');
  });

  it('to a brand leads through sign-up and an organization to taking it over, and explains what it can’t', async () => {
    const email = 'hello@ridgevalley.example';
    const other = await stage.visit('buyer@harborvine.example', '/marketplace');
    await other.goto(brandLink(OPEN_BRAND));
    await other.getByText('You’re signed in as buyer@harborvine.example.').waitFor();
    await other.goto(brandLink(EXPIRED_BRAND));
    await heading(other, 'This invitation has expired');
    expect(await axeFindings(other)).toEqual([]);

    const page = await stage.stranger(brandLink(OPEN_BRAND));
    await heading(page, 'Take over Ridge & Valley');
    await page.getByRole('main').getByRole('button', { name: 'Get Started' }).click();
    await signUp(page, email);
    await confirmEmail(page, email);
    await heading(page, 'Take over Ridge & Valley');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create an organization' }).click();
    await page.getByLabel('Organization name').fill('Ridge Valley Farm');
    await page.getByLabel('What you do').selectOption({ label: 'Cultivator' });
    await page.getByLabel('License number').fill('C12-0000412-LIC');
    await license(page, 'License').getByLabel('State').selectOption({ label: 'California' });
    await create(page);
    await button(page, 'Accept for Ridge Valley Farm').click();
    await heading(page, 'Invitation already accepted');
    await page.getByRole('link', { name: 'Go to My Brands' }).click();
    await page.getByRole('grid').getByRole('link', { name: 'Ridge & Valley' }).waitFor();
  });

  it('that confirms an email says why it can’t, and sends a new link', async () => {
    const page = await stage.visit('buyer@harborvine.example', '/marketplace');
    await page.goto(`/marketplace?invite_code=${SEEDED_CODE}&invite_type=VERIFY_EMAIL`);
    await page.getByText('This link was used, expired or belongs to another account.').waitFor();
    await button(page, 'Send a new link').click();
    await page.getByText('Verification email sent successfully').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
});

it('somebody with an organization isn’t asked to create one', async () => {
  const page = await stage.visit('buyer@harborvine.example', '/onboarding/organization');
  await heading(page, 'Marketplace');
});
