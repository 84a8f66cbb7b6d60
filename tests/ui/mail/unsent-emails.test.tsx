import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { member } from '../../../domain/access/ability';
import { unsentEmails as calls, type UnsentEmail } from '../../../domain/mail/contract';
import type { Manifest } from '../../../src/providers/manifest';
import { openAt, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

const screens: Manifest = {
  name: 'unsent-emails',
  label: 'Unsent Emails',
  app: 'account',
  requires: member,
  screens: [
    {
      path: 'account/unsent-emails',
      title: 'Unsent Emails',
      load: () => import('../../../src/resources/mail/UnsentEmails'),
    },
  ],
};

const EMAIL: UnsentEmail = {
  id: 7,
  recipient: 'rep@juniper.example',
  subject: 'New order 1024 from Cedar Apothecary',
  reason: 'The mail server refused this address.',
  tries: 1,
  failedAt: '2026-02-03T18:00:00Z',
};
const OTHER: UnsentEmail = { ...EMAIL, id: 8, recipient: 'boss@juniper.example' };

it('emails that couldn’t be sent say to whom, what and why, and one or many are sent again', async () => {
  let unsent = [EMAIL, OTHER];
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  world.net.on(calls.sendAgain, ({ body }) => {
    const { ids } = (body as { selection: { ids: number[] } }).selection;
    unsent = unsent.filter(({ id }) => !ids.includes(id));
    return reply(calls.sendAgain, { left: ids.length }, 'unsent-emails');
  });
  await openAt('/account/unsent-emails', [screens]);
  await expect.element(page.getByText('rep@juniper.example')).toBeVisible();
  await expect.element(page.getByText('The mail server refused this address.').first()).toBeVisible();
  await expectNoAxeFindings(document.body);

  await page.getByRole('checkbox', { name: /rep@juniper/ }).click();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('Sending 1 email again.')).toBeVisible();
  await expect.element(page.getByText('rep@juniper.example')).not.toBeInTheDocument();
  await expect.element(page.getByText('boss@juniper.example')).toBeVisible();
  expect(world.net.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { selection: { ids: [7] } },
  ]);
});

it('emails nobody will send again are dismissed once that is confirmed, and the list says it is empty', async () => {
  let unsent = [EMAIL, OTHER];
  let isDown = true;
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  world.net.on(calls.dismiss, () => {
    if (isDown) return refusal(503, 'UNAVAILABLE', 'Try again in a moment.');
    const left = unsent.length;
    unsent = [];
    return reply(calls.dismiss, { left }, 'unsent-emails');
  });
  await openAt('/account/unsent-emails', [screens]);
  await page.getByRole('checkbox', { name: /rep@juniper/ }).click();
  await page.getByRole('checkbox', { name: /boss@juniper/ }).click();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Dismiss' }).click();
  const question = page.getByRole('dialog', { name: 'Dismiss 2 emails?' });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(question.getByRole('alert')).toBeVisible();
  await expect.element(page.getByText('rep@juniper.example')).toBeVisible();
  isDown = false;
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('Dismissed 2 emails.')).toBeVisible();
  await expect.element(page.getByText('No unsent emails')).toBeVisible();
});

it('by keyboard, sending again that fails says so and can be repeated at once; pressed twice, it is done once', async () => {
  let unsent = [EMAIL, OTHER];
  let isDown = true;
  const held = Promise.withResolvers<void>();
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  world.net.on(calls.sendAgain, async () => {
    if (isDown) return refusal(503, 'UNAVAILABLE', 'Try again in a moment.');
    await held.promise;
    unsent = [OTHER];
    return reply(calls.sendAgain, { left: 1 }, 'unsent-emails');
  });
  await openAt('/account/unsent-emails', [screens]);
  await page.getByRole('checkbox', { name: /rep@juniper/ }).click();
  const sends = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Send again' });
  sends.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Try again in a moment.')).toBeVisible();
  await expect.element(sends).toHaveFocus();
  await expect.element(page.getByText('rep@juniper.example')).toBeVisible();

  isDown = false;
  await userEvent.keyboard('{Enter}');
  await expect.element(sends).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: /^Actions for .*rep@juniper/ }).click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  expect(world.net.sent.filter(({ method }) => method === 'POST')).toHaveLength(2);
  held.resolve();
  await expect.element(page.getByText('Sending 1 email again.')).toBeVisible();
  await expect.element(page.getByText('rep@juniper.example')).not.toBeInTheDocument();
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.closest('[role=grid]')).not.toBe(null);
});

it('by keyboard, all are chosen and dismissed from the bar, and the keyboard goes on in the page that is left empty', async () => {
  let unsent = [EMAIL, OTHER];
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  world.net.on(calls.dismiss, () => {
    const left = unsent.length;
    unsent = [];
    return reply(calls.dismiss, { left }, 'unsent-emails');
  });
  await openAt('/account/unsent-emails', [screens]);
  await expect.element(page.getByText('rep@juniper.example')).toBeVisible();
  const all = page.getByRole('checkbox', { name: 'Select all emails on this page' });
  all.element().focus();
  await expect.element(all).toHaveFocus();
  await userEvent.keyboard(' ');
  const dismisses = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Dismiss' });
  await expect.element(dismisses).toBeVisible();
  dismisses.element().focus();
  await expect.element(dismisses).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'Dismiss 2 emails?' });
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dismisses).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(page.getByText('No unsent emails')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('main')).toBeInstanceOf(HTMLElement);
});

it.each([
  ['sent again', calls.sendAgain],
  ['dismissed', calls.dismiss],
])('an email that a colleague just took off the list leaves it with a word when it is %s', async (_, act) => {
  let unsent = [EMAIL, OTHER];
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  world.net.on(act, () => {
    unsent = [OTHER];
    return refusal(404, 'NOT_FOUND', 'Email not found');
  });
  await openAt('/account/unsent-emails', [screens]);
  await page.getByRole('button', { name: /^Actions for .*rep@juniper/ }).click();
  const label = act === calls.dismiss ? 'Dismiss' : 'Send again';
  await page.getByRole('menuitem', { name: label }).click();
  if (act === calls.dismiss) await page.getByRole('dialog').getByRole('button', { name: label }).click();
  await expect.element(page.getByText('This email isn’t on the list anymore.')).toBeVisible();
  await expect.element(page.getByText('rep@juniper.example')).not.toBeInTheDocument();
  await expect.element(page.getByText('boss@juniper.example')).toBeVisible();
});

it('an email that a colleague sent again leaves the list as well', async () => {
  let unsent = [EMAIL, OTHER];
  world.net.on(calls.list, () => reply(calls.list, { results: unsent, resultCount: unsent.length, page: 0 }));
  await openAt('/account/unsent-emails', [screens]);
  await expect.element(page.getByText('rep@juniper.example')).toBeVisible();
  unsent = [OTHER];
  world.live.change({ topic: 'unsent-emails', kind: 'changed', id: 'many', orgIds: [1] });
  await expect.element(page.getByText('rep@juniper.example')).not.toBeInTheDocument();
  await expect.element(page.getByText('boss@juniper.example')).toBeVisible();
});
