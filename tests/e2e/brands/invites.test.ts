import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { dialog, heading, panel, said } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
const MAKER = 'maker@redtail.example';
const INVITED = 'owner@millrace.example';
const COLLEAGUE = 'sales@millrace.example';
const INVITES = '/account/manage/brand-invites';
const OTHER = 'Kind Orchard';
const BRAND = 'Ridge & Valley';

const { visit } = openStage();

const sent = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const received = (page: Page) => panel(page, 'Sent to you');

async function act(page: Page, email: string, name: string): Promise<void> {
  await sent(page, email).first().getByRole('button').last().click();
  await page.getByRole('menuitem', { name }).click();
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog(page).getByLabel('Brand').selectOption({ label: BRAND });
  await dialog(page).getByLabel('Email').fill(email);
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  await said(page, `We emailed ${email} an invitation.`);
}

/** Answers the invite to the brand: opens the question with one button, answers it with the other. */
async function answer(page: Page, button: 'Accept' | 'Reject'): Promise<void> {
  await received(page)
    .getByRole('button', { name: `${button} ${BRAND}` })
    .click();
  await dialog(page)
    .getByRole('button', { name: `${button} invite` })
    .click();
}

it('an invite to a brand is sent, refused for one with products, resent and withdrawn', async () => {
  const page = await visit(OWNER, INVITES);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog(page).getByLabel('Brand').selectOption({ label: OTHER });
  await dialog(page).getByLabel('Email').fill(MAKER);
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  await dialog(page)
    .getByText(/Kind Orchard still has \d+ products/)
    .waitFor();
  await dialog(page).getByLabel('Brand').selectOption({ label: BRAND });
  await dialog(page).getByRole('button', { name: 'Invite' }).click();
  await said(page, `We emailed ${MAKER} an invitation.`);
  await act(page, MAKER, 'Resend');
  await said(page, `We emailed ${MAKER} the invite again.`);
  await act(page, MAKER, 'Withdraw');
  await dialog(page).getByRole('button', { name: 'Withdraw invite' }).click();
  await sent(page, MAKER).getByText('Withdrawn').waitFor();
});

it('an invite withdrawn meanwhile can’t be accepted and says so, nor can one without the permission', async () => {
  const owner = await visit(OWNER, INVITES);
  await invite(owner, INVITED);
  await invite(owner, COLLEAGUE);
  const page = await visit(INVITED, INVITES);
  await received(page)
    .getByRole('button', { name: `Accept ${BRAND}` })
    .click();
  await dialog(page).getByText(`${BRAND} becomes a brand of`).waitFor();
  await act(owner, INVITED, 'Withdraw');
  await dialog(owner).getByRole('button', { name: 'Withdraw invite' }).click();
  await sent(owner, INVITED).getByText('Withdrawn').waitFor();
  await dialog(page).getByRole('button', { name: 'Accept invite' }).click();
  await dialog(page).getByText(`Fernhollow Farms withdrew this invite to ${BRAND}.`).waitFor();

  const colleague = await visit(COLLEAGUE, INVITES);
  await colleague.getByText(/You need read access to “Brand invites”/).waitFor();
  expect(await colleague.getByRole('button', { name: 'Accept' }).count()).toBe(0);
});

it('an invite received is rejected, sent again, and accepted, which hands the brand over', async () => {
  const owner = await visit(OWNER, INVITES);
  await invite(owner, INVITED);
  const page = await visit(INVITED, INVITES);
  await received(page).getByText(`at Fernhollow Farms invited you to take over ${BRAND}`).waitFor();
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await scrollsSideways(page)).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  }
  await received(page)
    .getByRole('button', { name: `Reject ${BRAND}` })
    .click();
  await dialog(page).getByText('The brand stays with Fernhollow Farms.').waitFor();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Reject');
  await said(page, `You rejected the invite to ${BRAND}.`);
  await received(page).waitFor({ state: 'detached' });
  await sent(owner, INVITED).getByText('Rejected').waitFor();

  await invite(owner, INVITED);
  await answer(page, 'Accept');
  await said(page, `${BRAND} is now one of your brands.`);
  await received(page).waitFor({ state: 'detached' });
  await sent(owner, INVITED).getByText('Accepted').waitFor();
  await page.goto('/network/brands');
  await page.getByRole('grid').getByRole('link', { name: BRAND }).click();
  await heading(page, BRAND);
  await owner.goto('/network/brands');
  await owner.getByRole('grid').getByRole('link', { name: OTHER }).waitFor();
  expect(await owner.getByRole('grid').getByRole('link', { name: BRAND }).count()).toBe(0);
});
