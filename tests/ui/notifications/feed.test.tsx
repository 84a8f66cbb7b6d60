import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { badges } from '../../../domain/badges/badges';
import { notifications as calls } from '../../../domain/notifications/contract';
import { session } from '../../../domain/session/contract';
import { heading, user, world } from '../support/app';
import { lost, refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import { activity, bell, changed, feedOf, group, menu, openApp, openFeed, several, written } from './feed-stage';
import '../../../src/ui/theme';

const seen = { isSeen: true };
const read = { isSeen: true, isRead: true };
const names = (count: number) => Array.from({ length: count }, (_, at) => group(`order-${at + 1}`));
const link = (name: string | RegExp) => menu().getByRole('link', { name });

describe('the bell', () => {
  it('counts what is new', async () => {
    feedOf(...names(3), group('order-9', seen));
    await openApp();
    await expect.element(bell('Notifications (3 new)')).toHaveTextContent('3');
    await expect.element(page.getByText('3 new notifications')).toHaveAttribute('role', 'status');
  });

  it('says 9+ above nine', async () => {
    feedOf(...names(12));
    await openApp();
    await expect.element(bell('Notifications (9+ new)')).toHaveTextContent('9+');
  });

  it('has a dot where what there is was seen but not read', async () => {
    feedOf(group('order-1', seen));
    await openApp();
    await expect.element(bell('Notifications (unread)')).toBeVisible();
    expect(bell().element().textContent).toBe('');
  });

  it('has nothing where all is read', async () => {
    feedOf(group('order-1', read));
    await openApp();
    await expect.poll(() => world.net.count(badges.count.path)).toBe(1);
    await expect.element(bell()).toHaveAccessibleName('Notifications');
    expect(bell().element().querySelector('[data-count]')).toBeNull();
  });

  it('is counted by its own call for who is in no organization', async () => {
    feedOf(group('order-1', { orgId: null, orgName: null }));
    world.net.on(session.me, () => reply(session.me, { ...user, isMember: false }));
    await openApp();
    await expect.element(bell('Notifications (1 new)')).toBeVisible();
    expect(world.net.count(badges.count.path)).toBe(0);
  });

  it('is not there where the feed is switched off', async () => {
    feedOf(...names(1));
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'verdant-switched-off', content: 'feed' });
    document.head.append(meta);
    try {
      await openApp();
      await expect.element(page.getByRole('button', { name: /^Account/ })).toBeVisible();
      expect(bell().query()).toBeNull();
    } finally {
      meta.remove();
    }
  });

  it('follows what happens elsewhere, as the platform counts it', async () => {
    const feed = feedOf(group('order-1', read));
    await openApp();
    await expect.poll(world.live.isOpen).toBe(true);
    feed.add(group('order-2'));
    changed();
    await expect.element(bell('Notifications (1 new)')).toBeVisible();
  });
});

describe('the menu', () => {
  it('says what happened, when and where, and marks all as seen when it opens', async () => {
    feedOf(group('order-1'), group('order-2', { orgId: 2, orgName: 'Juniper Street' }));
    const { container } = await openFeed();
    const first = link(/^Unread: Order #1 /);
    await expect.element(first).toHaveAttribute('href', '/orders/purchases');
    for (const said of [/Green Valley Shop/, /\$1,200\.00/, /3\/7\/2026 09:05AM/])
      await expect.element(first).toMatchTextContent(said);
    await expect.element(first).not.toMatchTextContent(/Fernhollow Farms/);
    await expect.element(menu().getByRole('button', { name: /Order #2 .*Juniper Street/ })).toBeVisible();
    await expect.element(bell('Notifications (unread)')).toHaveAttribute('aria-expanded', 'true');
    expect(written()).toEqual(['POST seen']);
    const { width, height } = menu().element().getBoundingClientRect();
    expect([width, height <= innerHeight / 2]).toEqual([380, true]);
    await expectNoAxeFindings(container);
  });

  it('scrolls within half the window', async () => {
    feedOf(...names(12));
    await openFeed();
    await expect.element(link(/Order #12 /)).toBeInTheDocument();
    expect(menu().element().getBoundingClientRect().height).toBe(innerHeight / 2);
  });

  it('says that there is nothing', async () => {
    feedOf();
    await openFeed();
    await expect.element(menu().getByText('No notifications')).toBeVisible();
    expect(menu().getByRole('button', { name: 'Mark all as read' }).query()).toBeNull();
  });

  it('is a sheet on a phone', async () => {
    await page.viewport(360, 740);
    feedOf(...names(1), several());
    const { container } = await openFeed();
    await expect.element(link(/Order #1 /)).toBeVisible();
    expect(menu().element().getBoundingClientRect().width).toBe(360);
    await expectNoAxeFindings(container);
    await menu().getByRole('button', { name: 'Close' }).click();
    await expect.element(bell()).toHaveFocus();
  });

  it('is walked by keyboard, and Escape returns to the bell', async () => {
    feedOf(group('order-1', read), several(read), group('order-2', read));
    await openApp();
    await expect.element(bell()).toBeVisible();
    (bell().element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(link(/Order #1 /)).toBeVisible();
    await expect.element(menu().getByRole('heading', { name: 'Notifications' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(link(/Order #1 /)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect
      .element(menu().getByRole('button', { name: /^3 new orders/ }))
      .toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(link(/Order #71 /)).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(link(/Order #2 /)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.element(bell()).toHaveFocus();
  });

  it('shows older ones on request, each once though one has come to the top meanwhile', async () => {
    feedOf();
    world.net.on(calls.list, ({ search }) => {
      const older = search === 'after=two';
      return reply(calls.list, {
        groups: older ? [group('order-1', read), group('order-3', read)] : [group('order-1'), group('order-2')],
        next: older ? null : 'two',
        counts: { unseen: 0, unread: 2 },
      });
    });
    await openFeed();
    await menu().getByRole('button', { name: 'Show older' }).click();
    await expect.element(link(/Order #3 /)).toBeVisible();
    expect(link(/Order #1 /).all()).toHaveLength(1);
    expect(menu().getByRole('button', { name: 'Show older' }).query()).toBeNull();
  });

  it('that can’t be read says so, and is read again on request', async () => {
    feedOf(...names(1));
    let isLost = true;
    const groups = names(1);
    world.net.on(calls.list, () =>
      isLost
        ? refusal(500, 'INTERNAL', 'Something went wrong')
        : reply(calls.list, { groups, next: null, counts: { unseen: 0, unread: 1 } }),
    );
    await openFeed();
    const again = menu().getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    isLost = false;
    await again.click();
    await expect.element(link(/Order #1 /)).toBeVisible();
  });

  it('shows what arrives while it is open, and marks it as seen', async () => {
    const feed = feedOf(group('order-1', read));
    await openFeed();
    await expect.poll(world.live.isOpen).toBe(true);
    await expect.element(link(/Order #1 /)).toBeVisible();
    feed.add(group('order-2'));
    changed();
    await expect.element(link(/^Unread: Order #2 /)).toBeVisible();
    await expect.element(bell('Notifications (unread)')).toBeVisible();
    expect(feed.groups().every(({ isSeen }) => isSeen)).toBe(true);
  });

  it('says why an entry is there', async () => {
    feedOf(group('order-1'));
    await openFeed();
    await menu().getByRole('button', { name: 'Why did I get this' }).click();
    await expect.element(menu().getByText(/You get this because you are a sales rep of the order/)).toBeVisible();
  });

  it('says what became of it, and links to nothing where there is no page', async () => {
    feedOf(
      group('order-1', { activities: [activity(1, { outcome: 'Accepted' })] }),
      group('order-2', { activities: [activity(2, { title: 'This order is gone', route: null })] }),
    );
    await openFeed();
    await expect.element(link(/Order #1 /)).toMatchTextContent(/Accepted/);
    await expect.element(menu().getByText(/This order is gone/)).toBeVisible();
    expect(link(/is gone/).query()).toBeNull();
    await menu().getByRole('button', { name: 'Mark as read', exact: true }).click();
    await expect.poll(written).toEqual(['POST seen', 'POST read']);
    expect(world.net.sent.findLast(({ path }) => path.endsWith('/read'))?.body).toEqual({ groupNames: ['order-2'] });
  });
});

describe('several of a kind', () => {
  it('are one entry that expands, which reads it, and collapses', async () => {
    const feed = feedOf(several(seen));
    const { container } = await openFeed();
    const entry = menu().getByRole('button', { name: /^(Unread: )?3 new orders/ });
    await expect.element(entry).toHaveAttribute('aria-expanded', 'false');
    expect(link(/Order #72 /).query()).toBeNull();
    await entry.click();
    await expect.element(link(/Order #72 /)).toBeVisible();
    await expect.element(bell('Notifications')).toHaveAccessibleName('Notifications');
    expect(feed.groups()[0]?.isRead).toBe(true);
    await expectNoAxeFindings(container);
    await entry.click();
    expect(link(/Order #72 /).query()).toBeNull();
    expect(written().filter((one) => one === 'POST read')).toHaveLength(1);
  });

  it('say how many more there are than are shown', async () => {
    feedOf(several({ count: 1203 }));
    await openFeed();
    await menu()
      .getByRole('button', { name: /^Unread: 1,?203 new orders/ })
      .click();
    await expect.element(menu().getByText('and 1,200 older')).toBeVisible();
  });

  it('are removed one by one, or together', async () => {
    feedOf(several(read), group('order-2', read));
    await openFeed();
    await menu()
      .getByRole('button', { name: /^3 new orders/ })
      .click();
    await menu().getByRole('button', { name: 'Remove Order #72 from Green Valley' }).click();
    await expect.element(menu().getByRole('button', { name: /^2 new orders/ })).toBeVisible();
    expect(link(/Order #72 /).query()).toBeNull();
    await expect.element(link(/Order #73 /)).toHaveFocus();
    await menu().getByRole('button', { name: 'Remove 2 new orders' }).click();
    await expect.element(menu().getByRole('button', { name: /^2 new orders/ })).not.toBeInTheDocument();
    await expect.element(link(/Order #2 /)).toHaveFocus();
    await menu().getByRole('button', { name: 'Remove Order #2 from Green Valley' }).click();
    await expect.element(menu().getByText('No notifications')).toBeVisible();
    expect(written()).toEqual(['POST seen', 'DELETE 72', 'DELETE groups/orders-7', 'DELETE groups/order-2']);
  });
});

describe('all at once', () => {
  it('are marked as read', async () => {
    const feed = feedOf(...names(3));
    await openFeed();
    const all = menu().getByRole('button', { name: 'Mark all as read' });
    await all.click();
    await expect.element(bell('Notifications')).toHaveAccessibleName('Notifications');
    await expect.element(all).toBeDisabled();
    expect(feed.groups().every(({ isRead }) => isRead)).toBe(true);
    expect(world.net.sent.findLast(({ path }) => path.endsWith('/read'))?.body).toEqual({});
  });
});

describe('a write that fails', () => {
  it('loses nothing and is said once', async () => {
    feedOf(group('order-1', seen));
    await openFeed();
    await expect.element(link(/^Unread: Order #1 /)).toBeVisible();
    world.net.on(calls.removeGroup, () => refusal(500, 'INTERNAL', 'The feed is resting'));
    await menu().getByRole('button', { name: 'Remove Order #1 from Green Valley' }).click();
    await expect.element(page.getByText('The feed is resting')).toBeVisible();
    expect(page.getByText('The feed is resting').all()).toHaveLength(1);
    await expect.element(link(/^Unread: Order #1 /)).toBeVisible();
    await expect.element(bell('Notifications (unread)')).toBeVisible();
  });

  it('of marking all as seen leaves the count as the platform has it', async () => {
    feedOf(...names(2));
    world.net.on(calls.seen, lost);
    await openFeed();
    await expect.element(page.getByText(/can’t reach Verdant/)).toBeVisible();
    await expect.element(link(/Order #1 /)).toBeVisible();
    await expect.element(bell('Notifications (2 new)')).toBeVisible();
    expect(written()).toEqual(['POST seen']);
  });
});

describe('the count', () => {
  it('of a late reply gives way to what is known since', async () => {
    const feed = feedOf(group('order-1', seen));
    await openFeed();
    await expect.poll(world.live.isOpen).toBe(true);
    const held = Promise.withResolvers<void>();
    world.net.on(calls.read, async () => {
      const late = reply(calls.read, { unseen: 0, unread: 0 });
      await held.promise;
      return late;
    });
    await link(/Order #1 /).click();
    feed.add(group('order-2'));
    changed();
    await expect.element(bell('Notifications (1 new)')).toBeVisible();
    held.resolve();
    const before = world.net.count(badges.count.path);
    await expect.poll(() => world.net.count(badges.count.path)).toBeGreaterThan(before);
    await expect.element(bell('Notifications (1 new)')).toBeVisible();
  });
});

describe('somebody acting for another', () => {
  it('reads the feed, but neither marks nor removes anything, and is told why', async () => {
    world.net.on(session.me, () =>
      reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }),
    );
    feedOf(several(), group('order-1'), group('order-2', { orgId: 2, orgName: 'Juniper Street' }));
    const { container } = await openFeed();
    await menu()
      .getByRole('button', { name: /^(Unread: )?3 new orders/ })
      .click();
    await expect.element(link(/Order #72 /)).toBeVisible();
    for (const name of ['Mark all as read', 'Remove 3 new orders', 'Remove Order #72 from Green Valley'])
      await expect.element(menu().getByRole('button', { name })).toBeDisabled();
    await menu().getByRole('button', { name: 'Why can’t I?' }).click();
    await expect.element(page.getByText(/Only Olive Marsh can do this/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu()).toBeVisible();
    expect(
      menu()
        .getByRole('button', { name: /Unread: Order #2 / })
        .query(),
    ).toBeNull();
    await expectNoAxeFindings(container);
    await link(/Unread: Order #1 /).click();
    await expect.element(heading('Purchases')).toBeVisible();
    await expect.element(bell('Notifications (3 new)')).toBeVisible();
    expect(written()).toEqual([]);
  });
});
