import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../../../domain/session/contract';
import { support as calls, type FailedJob } from '../../../domain/support/contract';
import { support as screens } from '../../../src/support';
import { openAt, user, world } from './app';
import { reply } from './platform';
import { expectNoAxeFindings } from './render';
import '../../../src/ui/theme';

const JOB: FailedJob = {
  id: 7,
  queue: 'mail-report',
  orgName: 'Fernhollow Farms',
  recipient: null,
  subject: 'mail-report',
  reason: 'Something went wrong on our side.',
  tries: 15,
  failedAt: '2026-02-03T18:00:00Z',
};
const OTHER: FailedJob = { ...JOB, id: 8, queue: 'chat-channel', subject: 'chat-channel' };

it('support staff see which jobs were given up, of whom and why, and try them again', async () => {
  let failed = [JOB, OTHER];
  world.net.on(session.me, () => reply(session.me, { ...user, isSupport: true }));
  world.net.on(calls.failedJobs, () =>
    reply(calls.failedJobs, { results: failed, resultCount: failed.length, page: 0 }),
  );
  world.net.on(calls.tryAgain, ({ body }) => {
    const { ids } = (body as { selection: { ids: number[] } }).selection;
    failed = failed.filter(({ id }) => !ids.includes(id));
    return reply(calls.tryAgain, { left: ids.length });
  });
  await openAt('/support/failed-jobs', [screens]);
  await expect.element(page.getByText('chat-channel')).toBeVisible();
  await expect.element(page.getByText('Something went wrong on our side.').first()).toBeVisible();
  await expectNoAxeFindings(document.body);
  await page.getByRole('checkbox', { name: /mail-report/ }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Trying 1 job again.')).toBeVisible();
  await expect.element(page.getByText('mail-report')).not.toBeInTheDocument();
  await expect.element(page.getByText('chat-channel')).toBeVisible();
});

it('nobody else is shown what failed', async () => {
  let asked = 0;
  world.net.on(calls.failedJobs, () => {
    asked += 1;
    return reply(calls.failedJobs, { results: [JOB], resultCount: 1, page: 0 });
  });
  await openAt('/support/failed-jobs', [screens]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByText('mail-report')).not.toBeInTheDocument();
  expect(asked).toBe(0);
});
