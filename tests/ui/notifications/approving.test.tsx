import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Approval, approvals } from '../../../domain/carts/approvals/contract';
import { world } from '../support/app';
import { reply } from '../support/platform';
import { activity, feedOf, group, menu, openFeed } from './feed-stage';
import '../../../src/ui/theme';

const approval: Approval = {
  id: 9,
  status: 'WAITING',
  sellerName: 'Tidemark',
  licenseName: 'Green Valley Shop',
  askedBy: 'Sam Reed',
  askedAt: '2026-03-07T09:05:00Z',
  why: 'above $100.00',
  totalUsd: '200.00',
  decidedBy: null,
  buyerCompanyId: 3,
  order: {
    lines: [],
    totalUsd: '200.00',
    paymentOption: { id: 1, name: 'COD', dueDays: 0 },
    deliveryDay: null,
    buyerNotes: '',
    deliveryPreferences: '',
  },
  asked: ['Olive Marsh'],
  decidedAt: null,
  reason: '',
  placed: null,
  now: { totalUsd: '210.00', changes: ['The price of Jars went up.'] },
  whyNot: null,
};
const asks = (over: Partial<Approval>) =>
  world.net.on(approvals.get, () => reply(approvals.get, { ...approval, ...over }));

beforeEach(() => {
  feedOf(
    group('asked-1', {
      type: 'CUSTOM',
      about: 'APPROVAL_ASKED',
      activities: [
        activity(1, {
          title: 'Sam Reed asks you to approve an order',
          acts: [
            { act: 'APPROVE_ORDER', approvalId: 9 },
            { act: 'DECLINE_ORDER', approvalId: 9 },
          ],
        }),
      ],
    }),
  );
});
const button = (name: RegExp) => menu().getByRole('button', { name });

it('approving asks with the total of now, and what changed since', async () => {
  asks({});
  world.net.on(approvals.decline, () => reply(approvals.decline, { ok: true }));
  await openFeed();
  await button(/^Approve: Sam Reed/).click();
  const question = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect.element(question.getByText('$210.00')).toBeVisible();
  await expect.element(question.getByText('The price of Jars went up.')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(/^Decline: Sam Reed/).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Too much');
  await page.getByRole('dialog', { name: 'Decline this order?' }).getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('Declined.', { exact: true })).toBeVisible();
  const sent = world.net.sent.findLast(({ path }) => path === '/order-approvals/9/decline');
  expect(sent?.body).toEqual({ reason: 'Too much' });
});

it('what somebody else decided is said in place', async () => {
  asks({ status: 'APPROVED' });
  await openFeed();
  await button(/^Approve: Sam Reed/).click();
  await expect.element(menu().getByRole('alert')).toHaveTextContent('This request doesn’t wait anymore: approved.');
});
