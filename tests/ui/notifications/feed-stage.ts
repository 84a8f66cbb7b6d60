import { page } from 'vitest/browser';
import { badges } from '../../../domain/badges/badges';
import { notifications as calls } from '../../../domain/notifications/contract';
import type { Activity, FeedCounts, NotificationGroup } from '../../../domain/notifications/notification';
import { notifications } from '../../../src/notifications';
import type { Manifest } from '../../../src/providers/manifest';
import { openAt, screen, user, world } from '../support/app';
import { reply, type Sent } from '../support/platform';

const START = new Date(2026, 2, 7, 9, 5).toISOString();

export const activity = (id: number, over: Partial<Activity> = {}): Activity => ({
  id,
  created: START,
  title: `Order #${id} from Green Valley`,
  subtitleLineOne: 'Green Valley Shop',
  subtitleLineTwo: '$1,200.00',
  route: '/orders/purchases',
  outcome: null,
  acts: [],
  ...over,
});

export const group = (name: string, over: Partial<NotificationGroup> = {}): NotificationGroup => ({
  name,
  type: 'NEW_BUYER_ORDER',
  about: null,
  orgId: 1,
  orgName: 'Fernhollow Farms',
  isRead: false,
  isSeen: false,
  updatedAt: START,
  count: 1,
  activities: [activity(Number(name.replace(/\D/g, '')) || 1)],
  ...over,
});

/** Three orders as one entry. */
export const several = (over: Partial<NotificationGroup> = {}): NotificationGroup =>
  group('orders-7', { count: 3, activities: [activity(71), activity(72), activity(73)], ...over });

/** A feed as the platform has it: what was read, and counts that follow from it. */
export function feedOf(...first: NotificationGroup[]) {
  let groups = first;
  const counts = (): FeedCounts => ({
    unseen: Math.min(10, groups.filter(({ isSeen }) => !isSeen).length),
    unread: Math.min(10, groups.filter(({ isRead }) => !isRead).length),
  });
  const { net } = world;
  const lastOf = ({ path }: Sent) => decodeURIComponent(path.split('/').at(-1) ?? '');
  net.on(badges.count, () =>
    reply(badges.count, { orders: null, approvals: null, messages: null, invites: null, ...counts() }),
  );
  net.on(calls.counts, () => reply(calls.counts, counts()));
  net.on(calls.remove, (sent) => {
    const id = Number(lastOf(sent));
    groups = groups.flatMap((one) => {
      const activities = one.activities.filter((each) => each.id !== id);
      if (activities.length === one.activities.length) return [one];
      return activities.length ? [{ ...one, activities, count: one.count - 1 }] : [];
    });
    return reply(calls.remove, counts(), 'feed');
  });
  net.on(calls.removeGroup, (sent) => {
    groups = groups.filter(({ name }) => name !== lastOf(sent));
    return reply(calls.removeGroup, counts(), 'feed');
  });
  net.on(calls.list, () => reply(calls.list, { groups, next: null, counts: counts() }));
  net.on(calls.seen, () => {
    groups = groups.map((one) => ({ ...one, isSeen: true }));
    return reply(calls.seen, counts(), 'feed');
  });
  net.on(calls.read, ({ body }) => {
    const { groupNames } = body as { groupNames?: string[] };
    groups = groups.map((one) => (groupNames?.includes(one.name) === false ? one : { ...one, isRead: true }));
    return reply(calls.read, counts(), 'feed');
  });
  return {
    add: (one: NotificationGroup) => {
      groups = [one, ...groups.filter(({ name }) => name !== one.name)];
    },
    remove: (name: string) => {
      groups = groups.filter((one) => one.name !== name);
    },
    groups: () => groups,
  };
}

/** What the page wrote to the feed, as "POST seen". */
export const written = (): string[] =>
  world.net.sent
    .filter(({ path, method }) => path.startsWith('/users/me/notifications') && method !== 'GET')
    .map(({ path, method }) => `${method} ${path.replace('/users/me/notifications/', '')}`);

const more: Manifest = {
  name: 'more',
  label: 'More',
  app: 'orders',
  requires: notifications.requires,
  screens: [{ path: 'items', title: 'Items', load: screen('Items') }],
};

export const openApp = (path = '/orders') => openAt(path, [notifications, more]);

export const bell = (name: string | RegExp = /^Notifications/) => page.getByRole('button', { name });
export const menu = () => page.getByRole('dialog', { name: 'Notifications' });

export async function openFeed(path?: string) {
  const opened = await openApp(path);
  await bell().click();
  return opened;
}

export const changed = () => world.live.change({ topic: 'feed', kind: 'changed', id: user.id, orgIds: [] });
