import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { orders } from '../../../domain/orders/contract';
import { savedSearches } from '../../../domain/orders/saved-searches';
import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { zoneText } from '../../../domain/time-zones';
import type { Manifest } from '../../../src/providers/manifest';
import OrderList from '../../../src/resources/orders/OrderList';
import { timeZone } from '../../../src/ui/reader-dates';
import { countIn, openAt, world } from '../support/app';
import { refusal, reply, type Sent } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

type Mailing = CallOutput<typeof calls.subscribe>;

const sales: Manifest = {
  name: 'sales',
  label: 'Sales',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [{ path: 'sales', title: 'Sales', load: async () => ({ default: OrderList }) }],
};
const search = { filters: { customerSearch: 'harbor' }, sortBy: 'created', sortDesc: true } as const;
const shared = { companyId: 10, isShared: true, isMine: false, by: 'Priya Raman', version: 0 };
const ME = { orgUserId: 1, displayName: 'Olive Marsh' };
const mailed: Mailing = {
  id: 9,
  name: 'Harbor orders',
  companyId: 10,
  search: null,
  savedSearch: { id: 4, name: 'Harbor' },
  isStopped: false,
  schedule: { repeat: 'MONTH', weekday: 1, monthDay: 3, hour: 9 },
  timeZone: 'America/Denver',
  owner: ME,
  isOwn: true,
  recipients: [ME],
  next: '2026-12-03T16:00:00.000Z',
  lastSent: null,
  problems: [],
  version: 2,
};

let mailings: Mailing[];
beforeEach(() => {
  mailings = [];
  const weekly = { ...search, view: { report: 'REVENUE', interval: 'WEEK' } };
  world.net.on(savedSearches.list, () =>
    reply(savedSearches.list, [
      { id: 4, name: 'Harbor', search, ...shared },
      { id: 5, name: 'Weekly', search: weekly, ...shared },
    ]),
  );
  world.net.on(orders.search, () => reply(orders.search, { results: [], resultCount: 0, page: 0 }));
  world.net.on(calls.list, () => reply(calls.list, mailings));
});

const menu = page.getByRole('button', { name: /^Saved searches/ });
const entry = page.getByRole('menuitem', { name: 'Email “Harbor” to yourself…' });
const open = () => openAt('/sales?customerSearch=harbor&savedSearchId=4', [sales]);
const sent = (method: string) =>
  world.net.sent.filter((one) => one.method === method && one.path.includes('/mailings')).at(-1)?.body;

it('a saved search someone shares is emailed to whoever asks, when they choose, by keyboard', async () => {
  // The schedule follows the clocks of whoever makes it, wherever the company counts days.
  countIn(timeZone === 'Pacific/Kiritimati' ? 'Pacific/Niue' : 'Pacific/Kiritimati');
  let isFull = true;
  world.net.on(calls.subscribe, ({ body }: Sent) => {
    if (isFull) return refusal(409, 'CONFLICT', 'You can have up to 20 reports and saved searches emailed.');
    const { savedSearchId: _, ...given } = calls.subscribe.body.parse(body);
    mailings = [{ ...mailed, name: given.name, schedule: given.schedule }];
    return reply(calls.subscribe, mailings[0] as Mailing);
  });
  const { container } = await open();
  await menu.click();
  await entry.click();
  const form = page.getByRole('dialog', { name: 'Email “Harbor”' });
  await expect.element(form.getByText('Orders · Customer: harbor')).toBeVisible();
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Harbor');
  expect(form.getByText('Send to').query()).toBeNull();
  await expect.element(form.getByText(`${zoneText(timeZone)}.`, { exact: true })).toBeVisible();
  await expectNoAxeFindings(container);
  await form.getByRole('combobox', { name: 'Send', exact: true }).selectOptions('Every day');
  await form.getByRole('textbox', { name: 'Name' }).fill('Each morning');
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByText('You can have up to 20 reports and saved searches emailed.')).toBeVisible();
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Each morning');
  isFull = false;
  await form.getByRole('button', { name: 'Schedule emails' }).click();
  await expect.element(page.getByText('“Each morning” is emailed every day at 7 AM.')).toBeVisible();
  expect(sent('POST')).toMatchObject({
    orgId: 1,
    savedSearchId: 4,
    name: 'Each morning',
    schedule: { repeat: 'DAY', hour: 7 },
    timeZone,
  });
  expect(form.query()).toBeNull();
});

it('one that is emailed already opens with its schedule, which is changed', async () => {
  mailings = [mailed];
  world.net.on(calls.update, () => reply(calls.update, { ...mailed, name: 'Harbor, monthly', version: 3 }));
  await open();
  await menu.click();
  await entry.click();
  const form = page.getByRole('dialog', { name: 'Edit Harbor orders' });
  await expect.element(form.getByText('Saved search “Harbor”')).toBeVisible();
  await expect.element(form.getByText(`${zoneText('America/Denver')}.`)).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Harbor, monthly');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('“Harbor, monthly” saved.')).toBeVisible();
  expect(sent('PUT')).toMatchObject({ name: 'Harbor, monthly', recipientIds: [1], version: 2 });
});

it('is offered for a list only: a report is emailed from its own toolbar', async () => {
  await openAt('/sales?customerSearch=harbor&savedSearchId=5', [sales]);
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: /^Copy link/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: /to yourself/ }).query()).toBeNull();
});

it('isn’t offered without a plan that includes reports', async () => {
  world.plan = 'STARTER';
  await open();
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: /^Copy link/ })).toBeVisible();
  expect(entry.query()).toBeNull();
});
