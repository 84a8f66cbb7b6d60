import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../../server/seed/specs/people';
import { axeFindings, scrollsSideways } from '../../support/browser';
import { mailedLink } from '../../support/mailbox';
import { heading } from '../../support/screens/record-screen';
import { openStage } from '../../support/stage';

const OWNER = 'owner@fernhollow.example';
/** Of admin@fernhollow.example. */
const DEVON = '/account/listing/user-5eed0000-0000-4000-8000-000000000002';
const LIST = '/profile/connections';

const stage = openStage();

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const person = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const view = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Lists of connections' }).getByRole('link', { name });

describe('connections', () => {
  it('are answered, withdrawn and removed from their lists, on any screen', async () => {
    const page = await stage.visit(OWNER, LIST);
    await page.waitForURL('**/profile/connections/connected');
    await person(page, 'Nathan Brooks').waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await scrollsSideways(page)).toBe(false);
      expect(await axeFindings(page)).toEqual([]);
    }

    await view(page, /^Invites received/).click();
    await person(page, 'Peter Kowalczyk').getByText('Ignored').waitFor();
    await button(page, 'Accept Hana Lindqvist').click();
    await person(page, 'Hana Lindqvist').waitFor({ state: 'detached' });
    await view(page, /^Connected/).click();
    await person(page, 'Hana Lindqvist').waitFor();

    await button(page, 'Remove Samuel Okafor').click();
    const question = page.getByRole('dialog', { name: 'Remove Samuel Okafor?' });
    await question.getByRole('button', { name: 'Remove connection' }).click();
    await person(page, 'Samuel Okafor').waitFor({ state: 'detached' });

    await view(page, /^Invites sent/).click();
    await button(page, 'Withdraw the invite to Denise Hartley').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw invite' }).click();
    await page.getByText('No invites sent').waitFor();
  });

  it('begin from a colleague’s card', async () => {
    const page = await stage.visit('viewer@fernhollow.example', DEVON);
    await heading(page, 'Devon Achebe');
    await button(page, 'Connect').click();
    await page.getByRole('link', { name: 'You invited them' }).click();
    await person(page, 'Devon Achebe').waitFor();
    const other = await stage.visit('admin@fernhollow.example', `${LIST}/invites-received`);
    await button(other, 'Ignore Martin Fuchs').click();
    await person(other, 'Martin Fuchs').getByText('Ignored').waitFor();
    await page.reload();
    await person(page, 'Devon Achebe').waitFor();
  });

  it('show a card to those who are connected, and to nobody else', async () => {
    const page = await stage.visit('buyer@harborvine.example', LIST);
    await person(page, 'Olivia Marsh').getByRole('link').click();
    await heading(page, 'Olivia Marsh');
    await page.getByText('You’re connected').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const address = new URL(page.url()).pathname;
    const other = await stage.visit('owner@copperline.example', address);
    await other.getByText('Failed to fetch').waitFor();
  });

  it('can be cut off by a block, which only who made it sees and undoes', async () => {
    const page = await stage.visit(OWNER, `${LIST}/blocked-users`);
    await person(page, 'Morgan Reyes').waitFor();
    for (const name of [/^Connected/, /^Invites received/, /^Invites sent/, /^Blocked users/]) {
      await view(page, name).click();
      await heading(page, 'Connections');
      await page.getByRole('heading', { level: 2, name }).waitFor();
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await scrollsSideways(page)).toBe(false);
        expect(await axeFindings(page)).toEqual([]);
      }
    }

    await view(page, /^Connected/).click();
    const other = await stage.visit('buyer@harborvine.example', LIST);
    await person(other, 'Olivia Marsh').waitFor();
    await button(page, 'Block Nathan Brooks').click();
    const question = page.getByRole('dialog', { name: 'Block Nathan Brooks?' });
    await question.getByText('Nathan Brooks isn’t told.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // A refusal is said in the question, and it can be asked again.
    await page.route('**/api/users/me/blocked-users/*', (route) => route.abort(), { times: 1 });
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    await question.getByRole('alert').first().waitFor();
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    await person(page, 'Nathan Brooks').waitFor({ state: 'detached' });
    await person(other, 'Olivia Marsh').waitFor({ state: 'detached' });

    await view(page, /^Blocked users/).click();
    await button(page, 'Unblock Nathan Brooks').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await person(page, 'Nathan Brooks').waitFor({ state: 'detached' });
    await view(page, /^Connected/).click();
    await heading(page, 'Connections');
    expect(await person(page, 'Nathan Brooks').count()).toBe(0);
  });

  it('can’t begin with a colleague one blocked from their card', async () => {
    const page = await stage.visit('viewer@fernhollow.example', DEVON);
    await button(page, 'Block').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await page.waitForURL('**/profile/connections/blocked-users');
    await person(page, 'Devon Achebe').waitFor();
    await page.goto(DEVON);
    await page.getByText('You blocked Devon Achebe.').waitFor();
    expect(await button(page, 'Connect').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'See who you blocked' }).click();
    await button(page, 'Unblock Devon Achebe').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click();
    await page.getByText('No one blocked').waitFor();
    // Who sent the earlier invite waits, and is told until when.
    await page.goto(DEVON);
    await button(page, 'Connect').click();
    await page.getByText(/You can invite Devon Achebe again from \d/).waitFor();
  });
});

describe('a link to connect', () => {
  it('is emailed, leads somebody new through sign-up and connects both', async () => {
    const email = 'wren@birchway.example';
    const page = await stage.visit(OWNER, LIST);
    const field = page.getByRole('form', { name: 'Email your link' }).getByRole('textbox');
    await field.fill('wren');
    await button(page, 'Send link').click();
    await page.getByText('Enter an email address').first().waitFor();
    await field.fill(email);
    await button(page, 'Send link').click();
    await page.getByText('We emailed your link.').waitFor();

    const visitor = await stage.stranger('/');
    await visitor.goto(await mailedLink(visitor, email, /Connect with/));
    await heading(visitor, 'Someone invited you to connect');
    expect(await axeFindings(visitor)).toEqual([]);
    await button(visitor, 'Get Started').click();
    await visitor.getByLabel('First name').fill('Wren');
    await visitor.getByLabel('Last name').fill('Birch');
    await expect.poll(() => visitor.getByLabel('Email').inputValue()).toBe(email);
    await visitor.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await visitor.keyboard.press('Enter');
    // The emailed link has shown that the address is theirs.
    await heading(visitor, 'Connect with Olivia Marsh');
    expect(visitor.url()).not.toContain('mail_proof');
    expect(await axeFindings(visitor)).toEqual([]);
    await button(visitor, 'Accept').click();
    await heading(visitor, 'Create your organization');
    await person(page, 'Wren Birch').waitFor();
  });

  it('isn’t for oneself, and says when it is unknown', async () => {
    const page = await stage.visit(OWNER, LIST);
    const field = page.getByLabel('Link', { exact: true });
    await field.waitFor();
    const link = (await field.getAttribute('value')) ?? '';
    await page.goto(link);
    await heading(page, 'This is your own link');
    await page.goto(`/connect?code=${'0'.repeat(36)}`);
    await heading(page, 'We can’t find this invitation');
  });
});
