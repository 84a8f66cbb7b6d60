import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { LiveEvent } from '../../../domain/live/events';
import { organization } from '../../../domain/organization/contract';
import { userChanged } from '../../../src/providers/session/session-store';
import { both, entry, heading, openAt, user, whole, world } from '../support/app';
import { reply } from '../support/platform';

/** An organization of this name with companies in this order. */
function companiesAre(
  name: string,
  companies: readonly { companyId: number; name: string; timeZone: string | null }[],
) {
  world.net.on(organization.full, ({ headers }) => {
    const own = whole(Number(headers.get('Org-Id')));
    const [like] = own.companies;
    return reply(organization.full, {
      ...own,
      name,
      companies: companies.map((one) => ({ ...like, ...one })) as never,
    });
  });
}

describe('a company that changes while one works', () => {
  const first = { companyId: 10, name: 'Alder', timeZone: 'America/Denver' };
  const second = { companyId: 11, name: 'Birch', timeZone: 'America/New_York' };

  it.each([
    ['its name, and with it its place', [second, { ...first, name: 'Cedar' }]],
    ['the time zone of days that this screen doesn’t count', [first, { ...second, timeZone: 'America/Chicago' }]],
  ])('leaves what is typed alone: %s', async (_, changed) => {
    companiesAre('Fernhollow Farms', [first, second]);
    await openAt('/orders');
    await page.getByLabelText('Note').fill('half a sentence');
    await expect.poll(world.live.isOpen).toBe(true);
    companiesAre('Fernhollow Valley', changed);
    world.live.change({ topic: 'organization', kind: 'changed', id: 10, orgIds: [1] });
    await expect.element(page.getByText('Orders of Fernhollow Valley')).toBeVisible();
    await expect.element(page.getByLabelText('Note')).toHaveValue('half a sentence');
  });
});

const ACCESS_CHANGE: LiveEvent = { topic: 'access', kind: 'changed', id: 1, orgIds: [1] };

describe('a role that changes while one works', () => {
  it('takes the entry and the screen away at once, and says who can give them back', async () => {
    await openAt('/orders');
    await expect.element(heading('Sales Orders')).toBeVisible();
    await expect.poll(world.live.isOpen).toBe(true);
    world.features = { PURCHASE_ORDERS: both };
    world.live.change(ACCESS_CHANGE);
    await expect.element(page.getByText('You can’t open this page')).toBeVisible();
    await expect.element(page.getByText(/Ask someone who manages roles/)).toBeVisible();
    await expect.element(entry('Sales Orders')).not.toBeInTheDocument();
  });

  it('leaves what is typed alone where the screen stays allowed', async () => {
    await openAt('/orders');
    await page.getByLabelText('Note').fill('half a sentence');
    await expect.poll(world.live.isOpen).toBe(true);
    world.features = { BROWSE_MY_ORDERS: both };
    world.live.change(ACCESS_CHANGE);
    await expect.element(entry('Purchase Orders')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Note')).toHaveValue('half a sentence');
  });

  it('is followed though changes come faster than the replies to them', async () => {
    await openAt('/orders');
    await expect.poll(world.live.isOpen).toBe(true);
    world.net.on(organization.full, async ({ headers }) => {
      await new Promise((done) => setTimeout(done, 700));
      return reply(organization.full, whole(Number(headers.get('Org-Id'))));
    });
    world.features = { PURCHASE_ORDERS: both };
    const more = setInterval(() => world.live.change(ACCESS_CHANGE), 300);
    onTestFinished(() => clearInterval(more));
    await expect.element(page.getByText('You can’t open this page')).toBeVisible();
  });

  it('keeps what the person changed in their profile meanwhile', async () => {
    await openAt('/orders');
    await expect.poll(world.live.isOpen).toBe(true);
    const wait = Promise.withResolvers<void>();
    let isAsked = false;
    world.net.on(organization.full, async ({ headers }) => {
      isAsked = true;
      await wait.promise;
      return reply(organization.full, whole(Number(headers.get('Org-Id'))));
    });
    world.features = { BROWSE_MY_ORDERS: both };
    world.live.change(ACCESS_CHANGE);
    await expect.poll(() => isAsked).toBe(true);
    userChanged({ ...user, firstName: 'Olivia' });
    await expect.element(page.getByRole('button', { name: /^Account: Olivia/ })).toBeVisible();
    wait.resolve();
    await expect.element(entry('Purchase Orders')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /^Account: Olivia/ })).toBeVisible();
  });
});
