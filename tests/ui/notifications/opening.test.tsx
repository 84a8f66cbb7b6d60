import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { organization } from '../../../domain/organization/contract';
import { heading, world } from '../support/app';
import { activity, bell, feedOf, group, menu, openApp, openFeed } from './feed-stage';
import '../../../src/ui/theme';

const seen = { isSeen: true };
const link = (name: string | RegExp) => menu().getByRole('link', { name });

describe('opening an entry', () => {
  it('reads it and goes where it leads', async () => {
    const feed = feedOf(group('order-1', seen), group('order-2', seen));
    await openFeed();
    await link(/Order #1 /).click();
    await expect.element(heading('Purchases')).toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.poll(() => feed.groups()[0]?.isRead).toBe(true);
    expect(feed.groups()[1]?.isRead).toBe(false);
  });

  it('of another organization switches to it first', async () => {
    const feed = feedOf(
      group('order-1', { orgId: 2, orgName: 'Juniper Street', activities: [activity(1, { route: '/items?page=2' })] }),
    );
    await openFeed('/orders/purchases');
    await menu()
      .getByRole('button', { name: /^Unread: Order #1 / })
      .click();
    await expect.element(page.getByRole('button', { name: 'Working for Juniper Street' })).toBeVisible();
    await expect.element(heading('Items')).toBeVisible();
    expect(location.pathname + location.search).toBe('/items?page=2');
    expect(feed.groups()[0]?.isRead).toBe(true);
    await expect.poll(() => bell().query()?.getAttribute('aria-label')).toBe('Notifications');
    history.back();
    await expect.element(heading('Purchases')).toBeVisible();
  });

  it('of another organization asks first where something typed would be lost', async () => {
    feedOf(group('order-1', { orgId: 2, orgName: 'Juniper Street', activities: [activity(1, { route: '/items' })] }));
    await openApp();
    await page.getByLabelText('Draft').fill('half a sentence');
    await bell().click();
    await menu()
      .getByRole('button', { name: /^(Unread: )?Order #1 / })
      .click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByLabelText('Draft')).toHaveValue('half a sentence');
    await bell().click();
    await menu()
      .getByRole('button', { name: /^(Unread: )?Order #1 / })
      .click();
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    await expect.element(heading('Items')).toBeVisible();
  });

  it('of an organization the person has left is not offered', async () => {
    feedOf(group('order-1', { orgId: 3, orgName: 'Elsewhere' }));
    await openFeed();
    await expect.element(menu().getByText(/Order #1 from Green Valley/)).toBeVisible();
    expect(menu().getByRole('link').query()).toBeNull();
    expect(
      menu()
        .getByRole('button', { name: /^Unread: Order #1 / })
        .query(),
    ).toBeNull();
  });

  it('of a license’s history reads the organization again', async () => {
    feedOf(
      group('sync-1', {
        type: 'HISTORICAL_SYNC_COMPLETE',
        activities: [activity(1, { route: '/items?licenseIds=4' })],
      }),
    );
    await openFeed();
    const before = world.net.count('/orgs/1') + world.net.sent.filter(isOrganization).length;
    await link(/Order #1 /).click();
    await expect.element(heading('Items')).toBeVisible();
    await expect
      .poll(() => world.net.count('/orgs/1') + world.net.sent.filter(isOrganization).length)
      .toBeGreaterThan(before);
    expect(location.search).toBe('?licenseIds=4');
  });
});

const isOrganization = ({ path, method }: { path: string; method: string }) =>
  method === organization.full.method && path === organization.full.path.replace(':orgId', '1');
