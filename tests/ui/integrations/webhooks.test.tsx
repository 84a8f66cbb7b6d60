import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { webhooks as calls } from '../../../domain/webhooks/contract';
import type { ReceivedWebhook, WebhookAttempt, WebhookDelivery } from '../../../domain/webhooks/delivery';
import type { WebhookEndpoint } from '../../../domain/webhooks/endpoint';
import { webhookEndpoints as screens } from '../../../src/resources/integrations/webhooks';
import { both, heading, openAt, user, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

const LIST = '/account/integrations/webhooks';
const SECRET = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0IHdpdGggMzIgYnl0ZXM=';

const endpoint = (over: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 4,
  kind: 'URL',
  url: 'https://hooks.ledgerline.example/verdant',
  description: 'Our ERP',
  types: [],
  state: 'ACTIVE',
  problem: null,
  failingSince: null,
  lastSuccess: '2026-03-01T12:00:00.000Z',
  maker: { id: user.id, name: 'Olive Marsh' },
  created: '2026-02-01T12:00:00.000Z',
  oldSecretUntil: null,
  waiting: 3,
  p95Seconds: 1.24,
  version: 2,
  ...over,
});

const delivery = (over: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 9,
  endpointId: 4,
  event: {
    id: 'evt_0195c1aa-5a4c-7f0b-9d7e-3f6f2d1c9b10',
    type: 'order.created',
    timestamp: '2026-03-01T12:00:00.000Z',
    orgId: 1,
    subject: { kind: 'order', id: '1024' },
    sequence: 1,
  },
  state: 'DELIVERED',
  reason: null,
  attempts: 1,
  nextAttempt: null,
  lastStatus: 204,
  created: '2026-03-01T12:00:00.000Z',
  delivered: '2026-03-01T12:00:01.000Z',
  ...over,
});

const BODY = '{"type":"order.created","data":{"note":"it’s here","sequence":1}}';
const attempt: WebhookAttempt = {
  number: 1,
  at: '2026-03-01T12:00:00.500Z',
  milliseconds: 1240,
  address: '203.0.113.7',
  requestHeaders: { 'webhook-id': 'evt_1', 'webhook-signature': 'v1,abc=' },
  requestBody: BODY,
  status: 204,
  replyHeaders: { server: 'ledgerline' },
  replyHead: '',
  problem: null,
};

const paged = (results: WebhookDelivery[]) => ({ results, resultCount: results.length, page: 0 });

let stored: WebhookEndpoint[];
let sent: WebhookDelivery[];
let received: ReceivedWebhook[];

beforeEach(() => {
  stored = [endpoint()];
  sent = [delivery()];
  received = [];
  world.features = { MANAGE_ROLES: both };
  world.net.on(calls.list, () => reply(calls.list, stored));
  world.net.on(calls.detail, ({ path }) => {
    const found = stored.find(({ id }) => path.endsWith(`/${id}`));
    return found ? reply(calls.detail, found) : refusal(404, 'NOT_FOUND', 'No such endpoint');
  });
  world.net.on(calls.deliveries, () => reply(calls.deliveries, paged(sent)));
  world.net.on(calls.delivery, () => reply(calls.delivery, { ...delivery(), history: [attempt] }));
  world.net.on(calls.received, () => reply(calls.received, received));
});

const bodies = (path: string) =>
  world.net.sent.filter((one) => one.path === path && one.method !== 'GET').map(({ body }) => body);

it('says of each endpoint how it is, what it is sent and how fast', async () => {
  stored = [
    endpoint(),
    endpoint({ id: 5, description: '', types: ['order.created'], failingSince: '2026-03-01T12:00:00.000Z' }),
    endpoint({ id: 6, description: 'Old shop', state: 'DISABLED', problem: 'It answered 410' }),
  ];
  await openAt(LIST, [screens]);
  await expect.element(page.getByText('Our ERP')).toBeVisible();
  await expect.element(page.getByText('1.2 s').first()).toBeVisible();
  await expect.element(page.getByText('Failing', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Switched off', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('gridcell', { name: 'order.created' })).toBeVisible();
  await expectNoAxeFindings(document.body);
});

it('explains webhooks to who has none, and adds a test receiver with one click, however often', async () => {
  stored = [];
  const made = endpoint({ id: 7, kind: 'RECEIVER', description: '', url: 'https://verdant.example/r/7' });
  world.net.on(calls.create, () => {
    stored = [made];
    return reply(calls.create, made, 'webhooks');
  });
  await openAt(LIST, [screens]);
  await expect.element(page.getByText('A webhook saves your program', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Add a test receiver' }).last().dblClick();
  await expect.element(heading('Test receiver')).toBeVisible();
  expect(bodies('/webhook-endpoints')).toEqual([{ kind: 'RECEIVER' }]);
});

it('keeps what was typed when an address is refused, and says why at the field', async () => {
  let isRefused = true;
  world.net.on(calls.create, () => {
    if (!isRefused) return reply(calls.create, endpoint({ id: 8 }), 'webhooks');
    const refused = { url: ['Must begin with https://'] };
    return Response.json(
      {
        userFriendlyMessage: 'Check the address',
        message: 'VALIDATION',
        internalCode: 1000,
        errorObject: null,
        errors: refused,
      },
      { status: 400 },
    );
  });
  await openAt(`${LIST}?new`, [screens]);
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('textbox', { name: 'Address' }).fill('http://shop.example');
  await form.getByRole('textbox', { name: 'What it’s for' }).fill('Shop');
  await form.getByText(/^Sales orders/).click();
  await form.getByRole('checkbox', { name: /A sales order was placed or entered/ }).click();
  await expect.element(form.getByText('Chosen: order.created.', { exact: false })).toBeVisible();
  await expectNoAxeFindings(document.body);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect.element(form.getByText('Must begin with https://')).toBeVisible();
  await expect.element(form.getByRole('textbox', { name: 'Address' })).toHaveFocus();
  await expect.element(form.getByRole('textbox', { name: 'What it’s for' })).toHaveValue('Shop');
  isRefused = false;
  stored = [...stored, endpoint({ id: 8, description: 'Shop' })];
  await userEvent.fill(form.getByRole('textbox', { name: 'Address' }), 'https://shop.example');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading('Shop')).toBeVisible();
  expect(bodies('/webhook-endpoints').at(-1)).toEqual({
    kind: 'URL',
    url: 'https://shop.example',
    description: 'Shop',
    types: ['order.created'],
  });
});

it('shows who may only read all of it, and why nothing can be changed', async () => {
  world.features = { MANAGE_ROLES: { read: true, write: false } };
  await openAt(`${LIST}/4`, [screens]);
  await expect.element(heading('Our ERP')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send a test event' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Show secret' })).toBeDisabled();
  await page.getByRole('button', { name: 'Why can’t I?' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Why can’t I?' })).toBeVisible();
});

it('opens a delivery to its attempts, with the request as a command and what was answered', async () => {
  await openAt(`${LIST}/4?edit=9`, [screens]);
  const drawer = page.getByRole('dialog', { name: 'order.created' });
  await expect.element(drawer.getByText('203.0.113.7')).toBeVisible();
  await expect.element(drawer.getByText('1,240 ms')).toBeVisible();
  await expect.element(drawer.getByText('The answer had no body.')).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: 'Copy as curl' })).toBeVisible();
  await expectNoAxeFindings(document.body);
  world.net.on(calls.resend, () => reply(calls.resend, delivery({ state: 'WAITING' }), 'webhooks'));
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('It’s being sent again.')).toBeVisible();
});

it('shows the secret when asked, hides it again, and replaces it with an overlap of at most a day', async () => {
  world.net.on(calls.secret, () => reply(calls.secret, { secret: SECRET, oldSecret: null }));
  world.net.on(calls.rotate, () => {
    stored = [endpoint({ version: 3, oldSecretUntil: '2026-03-02T12:00:00.000Z' })];
    return reply(calls.rotate, endpoint({ version: 3, oldSecretUntil: '2026-03-02T12:00:00.000Z' }), 'webhooks');
  });
  await openAt(`${LIST}/4`, [screens]);
  await expect.element(heading('Our ERP')).toBeVisible();
  expect(document.body.textContent).not.toContain('whsec_');
  await page.getByRole('button', { name: 'Show secret' }).click();
  await expect.element(page.getByText(SECRET)).toBeVisible();
  await page.getByRole('button', { name: 'Hide secret' }).click();
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Replace secret' }).click();
  const question = page.getByRole('dialog', { name: 'Replace the secret?' });
  const hours = question.getByRole('textbox', { name: 'Hours with both secrets' });
  await hours.fill('30');
  await question.getByRole('button', { name: 'Replace secret' }).click();
  await expect.element(question.getByText('Must be 24 hours or fewer')).toBeVisible();
  expect(bodies('/webhook-endpoints/4/rotate')).toEqual([]);
  await hours.fill('12');
  await question.getByRole('button', { name: 'Replace secret' }).click();
  await expect.element(page.getByText('signed with the old secret too', { exact: false })).toBeVisible();
  expect(bodies('/webhook-endpoints/4/rotate')).toEqual([{ overlapHours: 12, version: 2 }]);
});

it('counts what a replay would send before anything is sent, and again once the time is another', async () => {
  world.net.on(calls.replay, () => reply(calls.replay, { sent: 412, withheld: 3 }));
  await openAt(`${LIST}/4`, [screens]);
  await page.getByRole('button', { name: 'Replay a time' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay a time' });
  await dialog.getByLabelText(/^From/).fill('2026-03-02T08:00');
  await dialog.getByLabelText(/^Until/).fill('2026-03-01T08:00');
  await dialog.getByRole('button', { name: 'Count the events' }).click();
  await expect.element(dialog.getByText('Must be later than the beginning')).toBeVisible();
  await dialog.getByLabelText(/^From/).fill('2026-02-27T08:00');
  await dialog.getByRole('button', { name: 'Count the events' }).click();
  await expect
    .element(dialog.getByText('412 events would be sent. 3 would not, because Olive Marsh may not see them.'))
    .toBeVisible();
  await expectNoAxeFindings(document.body);
  await dialog.getByLabelText(/^From/).fill('2026-02-28T08:00');
  await expect.element(dialog.getByRole('button', { name: 'Count the events' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Count the events' }).click();
  await dialog.getByRole('button', { name: 'Send 412 events' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [counted, , done] = bodies('/webhook-endpoints/4/replay') as { isDryRun: boolean }[];
  expect([counted?.isDryRun, done?.isDryRun]).toEqual([true, false]);
});

it('shows what the test receiver got, whether it was verified, and what differs from the message before', async () => {
  stored = [endpoint({ kind: 'RECEIVER', description: '' })];
  const one = {
    received: '2026-03-01T12:00:00.000Z',
    headers: { 'webhook-id': 'evt_1' },
    type: 'order.created' as const,
  };
  await openAt(`${LIST}/4`, [screens]);
  await expect.element(page.getByText('Nothing received yet.', { exact: false })).toBeVisible();
  received = [
    { ...one, id: 2, body: BODY.replace('"sequence":1', '"sequence":2'), isVerified: true },
    { ...one, id: 1, body: BODY, isVerified: false },
  ];
  world.live.change({ topic: 'webhooks', kind: 'changed', id: 1, orgIds: [1] });
  const panel = page.getByRole('region', { name: 'Received' });
  await expect.element(panel.getByText('Not verified')).toBeVisible();
  await panel.getByText('Verified', { exact: true }).click();
  await expect.element(panel.getByText('data.sequence', { exact: false }).last()).toBeVisible();
  await expectNoAxeFindings(document.body);
});

it('shows how to verify by language, by keyboard', async () => {
  await openAt(`${LIST}/4`, [screens]);
  const tabs = page.getByRole('tablist', { name: 'Language' });
  await tabs.getByRole('tab', { name: 'TypeScript' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tabs.getByRole('tab', { name: 'Python' })).toHaveFocus();
  await expect.element(page.getByText('pip install standardwebhooks', { exact: false })).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('timingSafeEqual', { exact: false }).first()).toBeVisible();
});

it('pauses, resumes with what was missed, and deletes after a question', async () => {
  world.net.on(calls.pause, () => {
    stored = [endpoint({ state: 'PAUSED', version: 3 })];
    return reply(calls.pause, endpoint({ state: 'PAUSED', version: 3 }), 'webhooks');
  });
  world.net.on(calls.resume, () => {
    stored = [endpoint({ version: 4 })];
    return reply(calls.resume, endpoint({ version: 4 }), 'webhooks');
  });
  world.net.on(calls.remove, () => {
    stored = [];
    return reply(calls.remove, { ok: true }, 'webhooks');
  });
  await openAt(`${LIST}/4`, [screens]);
  const menu = page.getByRole('button', { name: 'More', exact: true });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Resume…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await expect.element(page.getByText('Active', { exact: true })).toBeVisible();
  expect(bodies('/webhook-endpoints/4/resume')).toEqual([{ replaysMissed: true, version: 3 }]);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect.element(heading('Webhooks')).toBeVisible();
  await expect.element(page.getByText('No endpoints yet')).toBeVisible();
});
