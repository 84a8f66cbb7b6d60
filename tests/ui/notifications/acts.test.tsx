import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { brandInvites } from '../../../domain/brands/contract';
import { connections } from '../../../domain/connections/contract';
import type { Act } from '../../../domain/notifications/acts';
import { notifications as calls } from '../../../domain/notifications/contract';
import { orders } from '../../../domain/orders/contract';
import { session } from '../../../domain/session/contract';
import { user, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import { activity, bell, feedOf, group, menu, openFeed, written } from './feed-stage';
import '../../../src/ui/theme';

const read = { isSeen: true, isRead: true };
const onOrder = (orderId: number): Act[] => [
  { act: 'ACCEPT_ORDER', orderId, orderNumber: String(orderId), version: 3 },
  { act: 'REJECT_ORDER', orderId, orderNumber: String(orderId), version: 3 },
];
const order = (id: number) => activity(id, { acts: onOrder(id) });
const invite = (acts: Act[]) => ({
  type: 'CONNECTION_INVITE_RECEIVED' as const,
  orgId: null,
  orgName: null,
  ...read,
  activities: [activity(1, { title: 'Sam Reed wants to connect', route: null, acts })],
});
const onInvite: Act[] = [
  { act: 'ACCEPT_CONNECTION', connectionId: 5 },
  { act: 'IGNORE_CONNECTION', connectionId: 5 },
];
const button = (name: string | RegExp) => menu().getByRole('button', { name });
const sent = (path: string) => world.net.sent.findLast((one) => one.path === path);

describe('a new order', () => {
  it('is accepted in its entry, by keyboard as well, and then offers nothing', async () => {
    const feed = feedOf(group('order-1', { ...read, activities: [order(1)] }));
    world.net.on(orders.transition, () => {
      feed.add(group('order-1', { ...read, activities: [activity(1, { outcome: 'Accepted' })] }));
      return reply(orders.transition, { status: 'ACCEPTED', availableTransitions: [], version: 4 }, 'orders');
    });
    const { container } = await openFeed();
    await expect.element(button('Accept: Order #1 from Green Valley')).toBeVisible();
    await expectNoAxeFindings(container);
    button('Accept: Order #1 from Green Valley').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(menu().getByText('Accepted', { exact: true })).toBeVisible();
    expect(sent('/seller/orders/1/transition')?.body).toEqual({ status: 'ACCEPTED', version: 3 });
    await expect.element(page.getByText('Order 1 accepted.')).toBeVisible();
    expect(button(/^Accept: /).query()).toBeNull();
    await expect.element(menu().getByRole('link', { name: /Order #1 / })).toHaveFocus();
  });

  it('is rejected after the question its own page asks', async () => {
    const feed = feedOf(group('order-1', { ...read, activities: [order(1)] }));
    world.net.on(orders.transition, () => {
      feed.add(group('order-1', { ...read, activities: [activity(1, { outcome: 'Rejected' })] }));
      return reply(orders.transition, { status: 'REJECTED', availableTransitions: [], version: 4 }, 'orders');
    });
    await openFeed();
    await button('Reject order: Order #1 from Green Valley').click();
    const question = page.getByRole('dialog', { name: 'Reject order 1' });
    await expect.element(question.getByText(/You can’t undo this/)).toBeVisible();
    await question.getByLabelText('Reason').fill('Sold out');
    await question.getByRole('button', { name: 'Reject order' }).click();
    await expect.element(question).not.toBeInTheDocument();
    expect(sent('/seller/orders/1/transition')?.body).toEqual({ status: 'REJECTED', version: 3, reason: 'Sold out' });
    await expect.element(menu().getByText('Rejected', { exact: true })).toBeVisible();
  });

  it('that somebody else was faster with says so in place, and shows how it is now', async () => {
    const feed = feedOf(group('order-1', { ...read, activities: [order(1)] }));
    world.net.on(orders.transition, () => {
      feed.add(group('order-1', { ...read, activities: [activity(1, { outcome: 'Rejected' })] }));
      return refusal(409, 'STALE', 'This order has changed.');
    });
    await openFeed();
    await button('Accept: Order #1 from Green Valley').click();
    await expect
      .element(menu().getByRole('alert'))
      .toHaveTextContent('Someone else just changed this order. Open it to see what changed.');
    await expect.element(menu().getByText('Rejected', { exact: true })).toBeVisible();
    expect(button(/^Accept: /).query()).toBeNull();
  });

  it('among several has its own', async () => {
    feedOf(group('orders-7', { ...read, count: 2, activities: [order(71), activity(72)] }));
    await openFeed();
    await button(/^2 new orders/).click();
    await expect.element(button('Accept: Order #71 from Green Valley')).toBeVisible();
    expect(button('Accept: Order #72 from Green Valley').query()).toBeNull();
  });

  it('of another organization is opened there instead', async () => {
    feedOf(group('order-1', { ...read, orgId: 2, orgName: 'Juniper Street', activities: [order(1)] }));
    await openFeed();
    await expect.element(button(/^Order #1 /)).toBeVisible();
    expect(button(/^Accept: /).query()).toBeNull();
  });
});

describe('an invite', () => {
  it('to connect is ignored, which can be undone', async () => {
    const feed = feedOf(group('invite-1', invite(onInvite)));
    world.net.on(connections.answer, ({ body }) => {
      const { status } = body as { status: string };
      feed.add(group('invite-1', invite(status === 'INVITED' ? onInvite : [])));
      const person = { userId: user.id, displayName: 'Sam Reed', profileImageUri: null, organizations: [] };
      return reply(connections.answer, {
        id: 5,
        status: status as 'INVITED',
        invitingUser: person,
        invitedUser: person,
        invited: '2026-03-07T09:05:00Z',
        connected: null,
      } as never);
    });
    await openFeed();
    await button('Ignore: Sam Reed wants to connect').click();
    await expect.element(page.getByText('Invite ignored.')).toBeVisible();
    await expect.element(button(/^Accept: Sam/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await bell().click();
    await expect.element(button('Accept: Sam Reed wants to connect')).toBeVisible();
    expect(sent('/users/me/connections/5')?.body).toEqual({ status: 'INVITED' });
  });

  it('to take a brand over is for the organization the person works in, and declined after a question', async () => {
    const acts: Act[] = [
      { act: 'TAKE_BRAND', inviteCode: 'x'.repeat(36), brandName: 'Redwood' },
      { act: 'DECLINE_BRAND', brandInviteId: 4, brandName: 'Redwood', orgName: 'Tidemark' },
    ];
    feedOf(group('brand-1', { ...invite(acts), type: 'BRAND_INVITE_RECEIVED' }));
    world.net.on(brandInvites.reject, () => refusal(409, 'CONFLICT', 'This invite was withdrawn.'));
    await openFeed();
    await expect.element(button(/^Accept for Fernhollow Farms: /)).toBeVisible();
    await button(/^Decline: /).click();
    await expect.element(page.getByText('The brand stays with Tidemark.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Decline invite' }).click();
    await expect.element(page.getByText('This invite was withdrawn.')).toBeVisible();
  });
});

describe('an entry', () => {
  it('is put away until a time, and brought back', async () => {
    const feed = feedOf(group('order-1', read), group('order-2', read));
    const [first] = feed.groups();
    world.net.on(calls.snooze, ({ body }) => {
      const { until } = body as { until: string | null };
      if (until === null && first) feed.add(first);
      else feed.remove('order-1');
      return reply(calls.snooze, { unseen: 0, unread: 0 }, 'feed');
    });
    const { container } = await openFeed();
    await button('Snooze Order #1 from Green Valley').click();
    await expect.element(page.getByRole('menuitem', { name: /^In an hour/ })).toHaveFocus();
    await expectNoAxeFindings(container);
    const inHour = page.getByRole('menuitem', { name: /^In an hour/ }).element();
    expect(getComputedStyle(inHour).outlineColor).not.toBe('rgb(255, 255, 255)');
    await userEvent.keyboard('n{Enter}');
    await expect.element(menu().getByRole('link', { name: /Order #1 / })).not.toBeInTheDocument();
    await expect.element(menu().getByRole('link', { name: /Order #2 / })).toHaveFocus();
    const { groupName, until } = (sent('/users/me/notifications/snooze')?.body ?? {}) as Record<string, string>;
    expect([groupName, new Date(until ?? '').getDay(), new Date(until ?? '').getHours()]).toEqual(['order-1', 1, 8]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await bell().click();
    await expect.element(menu().getByRole('link', { name: /Order #1 / })).toBeVisible();
    expect(sent('/users/me/notifications/snooze')?.body).toEqual({ groupName: 'order-1', until: null });
  });

  it('says why it came, and how to get no more of its kind', async () => {
    feedOf(group('order-1', read));
    world.net.on(calls.updateSettings, () =>
      reply(calls.updateSettings, { emailSettings: [], quietHours: null, timeZone: 'UTC', companies: [] }),
    );
    await openFeed();
    await button('Why did I get this').click();
    await button('Stop telling me about new orders').click();
    await expect.element(menu().getByText('You won’t get these anymore.')).toBeVisible();
    const settings = menu().getByRole('link', { name: 'Notification settings' });
    await expect.element(settings).toHaveAttribute('href', '/profile/settings');
    await expect.element(settings).toHaveFocus();
    const path = '/users/me/notification-settings';
    expect(sent(path)?.body).toEqual({ emailSettings: [{ key: 'NEW_BUYER_ORDER', inFeed: false }] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sent(path)?.body).toEqual({ emailSettings: [{ key: 'NEW_BUYER_ORDER', inFeed: true }] });
  });

  it('offers nothing to somebody acting for another', async () => {
    world.net.on(session.me, () =>
      reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }),
    );
    feedOf(group('order-1', { ...read, activities: [order(1)] }));
    await openFeed();
    await expect.element(button('Accept: Order #1 from Green Valley')).toBeDisabled();
    expect(button(/^Snooze/).query()).toBeNull();
    await button('Why did I get this').click();
    await expect.element(button('Stop telling me about new orders')).toBeDisabled();
    expect(written()).toEqual([]);
  });
});
