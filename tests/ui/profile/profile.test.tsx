import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { tracking } from '../../../domain/integrations/contract';
import { session as calls } from '../../../domain/session/contract';
import { profile } from '../../../src/profile';
import { openAt, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { noInvites } from './no-invites';

const at = '2026-11-20T10:00:00Z';
const sessionOf = (id: string, isCurrent = false) => ({
  id,
  isCurrent,
  device: 'Firefox on Mac',
  signedInAt: at,
  lastUsedAt: at,
  expiresAt: '2027-11-20T10:00:00Z',
});

it('ends every other session, one that is over already too, and reads once what is left', async () => {
  let left = [sessionOf('here', true), sessionOf('shop'), sessionOf('home'), sessionOf('lost')];
  world.net.on(calls.sessions, () => reply(calls.sessions, left));
  world.net.on(calls.endSession, ({ path }) => {
    const id = path.split('/').at(-1);
    if (id === 'lost') return refusal(404, 'NOT_FOUND', 'There is no such session');
    left = left.filter((session) => session.id !== id);
    return reply(calls.endSession, { ok: true });
  });
  noInvites();
  world.net.on(tracking.keys, () => reply(tracking.keys, []));
  await openAt('/profile/settings', [profile]);
  await expect.element(page.getByRole('button', { name: /^End: Firefox on Mac, signed in/ }).nth(2)).toBeVisible();
  const asked = world.net.count('/users/me/sessions');
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  left = left.filter(({ id }) => id !== 'lost');
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect.element(page.getByText('You’re not signed in anywhere else.')).toBeVisible();
  expect(world.net.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(3);
  expect(world.net.count('/users/me/sessions')).toBe(asked + 1);
});

it('shows a key as soon as it is kept, and no more once it is removed', async () => {
  let keys = [{ usState: 'CA', lastFour: '4321', updated: at }];
  world.net.on(calls.sessions, () => reply(calls.sessions, []));
  noInvites();
  world.net.on(tracking.keys, () => reply(tracking.keys, keys));
  world.net.on(tracking.removeKey, () => {
    keys = [];
    return reply(tracking.removeKey, { ok: true });
  });
  world.net.on(tracking.saveKey, () => {
    const kept = { usState: 'CA', lastFour: '9876', updated: at };
    keys = [kept];
    return reply(tracking.saveKey, kept);
  });
  await openAt('/profile/settings', [profile]);
  await expect.element(page.getByText(/Ending in 4321/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the key for California' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('No key')).toBeVisible();
  await page.getByRole('button', { name: 'Add key for California' }).click();
  await page.getByRole('dialog').getByLabelText(/^Key/).fill('a-key-long-enough-9876');
  await page.getByRole('button', { name: 'Save key' }).click();
  await expect.element(page.getByText(/Ending in 9876/)).toBeVisible();
});
