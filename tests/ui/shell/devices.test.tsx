import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { signedIn } from '../../../domain/access/ability';
import { tracking, wholesale } from '../../../domain/integrations/contract';
import { session } from '../../../domain/session/contract';
import { invitations } from '../../../domain/team/invitation-contract';
import { saveTokens } from '../../../src/providers/call/tokens';
import type { Manifest } from '../../../src/providers/manifest';
import { billing } from '../../../src/resources/billing';
import { integrations } from '../../../src/resources/integrations';
import { both, entry, heading, openAt, screen, user, world } from '../support/app';
import { refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';

const chat: Manifest = {
  name: 'chat',
  label: 'Messages',
  app: 'messages',
  requires: signedIn,
  screens: [{ path: 'chat', title: 'Messages', load: screen('Messages'), nav: { icon: 'chat' } }],
  badge: { path: '/chat', meaning: 'unread', count: async () => 12, changes: () => () => {} },
};

const notes: Manifest = {
  name: 'notes',
  label: 'Notes',
  app: 'inventory',
  requires: signedIn,
  screens: [
    { path: 'inventory/products', title: 'Products', load: screen('Products'), nav: { icon: 'leaf' } },
    { path: 'bare', title: 'Bare', load: screen('Bare'), layout: 'empty' },
    { path: 'quiet', title: 'Quiet', load: screen('Quiet'), isPublic: true, layout: 'snack' },
    { path: 'open', title: 'Open', load: screen('Open'), isPublic: true },
  ],
};

/** Makes the browser claim to be a phone's. */
function becomeTelephone(): void {
  Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Linux; Android 16)', configurable: true });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgent');
});

describe('an app that works on computers alone', () => {
  it('is one like any other there, with what waits in it', async () => {
    await openAt('/orders', [chat]);
    await entry(/^Messages/).click();
    await expect.element(heading('Messages')).toBeVisible();
    await expect.element(entry(/^Messages/)).toHaveAccessibleName(/more than 9 unread/);
  });

  it.each([360, 1200])(
    'sends a telephone or tablet of %i px to the mobile app, from the navigation and at its address',
    async (width) => {
      becomeTelephone();
      await page.viewport(width, 740);
      const { container } = await openAt('/chat', [chat]);
      await expect.element(page.getByText('This page only works on a computer')).toBeVisible();
      await expect
        .element(page.getByRole('link', { name: 'Get the mobile app' }).last())
        .toHaveAttribute('href', '/download');
      await expectNoAxeFindings(container);
      if (width === 360) await page.getByRole('button', { name: 'Navigation' }).click();
      await expect.element(entry(/^Messages/)).toHaveAttribute('href', '/download');
      await entry(/^Messages/).click();
      await expect.element(heading('The mobile app')).toBeVisible();
    },
  );
});

describe('a part that the installation switches off', () => {
  const switchOff = (parts = 'chat') => {
    const setting = document.createElement('meta');
    setting.name = 'verdant-switched-off';
    setting.content = parts;
    document.head.append(setting);
    onTestFinished(() => setting.remove());
  };

  it('has no entry, no count and no page, while the others stay', async () => {
    switchOff();
    await openAt('/chat', [{ ...chat, part: 'chat' }]);
    await expect.element(page.getByText('This page could not be found')).toBeVisible();
    await expect.element(entry('Marketplace')).toBeVisible();
    await expect.element(entry(/^Messages/)).not.toBeInTheDocument();
  });

  it('of two kinds of connection, stays with the other’s section until both are off', async () => {
    world.net.on(tracking.licenseSyncs, () => reply(tracking.licenseSyncs, []));
    world.net.on(wholesale.syncs, () => reply(wholesale.syncs, []));
    world.features = { MANAGE_LICENSES: both, EDIT_ORGANIZATION: both };
    switchOff('tracking billing');
    await openAt('/account/integrations', [integrations, billing]);
    await expect.element(page.getByRole('heading', { name: 'Wholesale marketplace' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Tracking system' })).not.toBeInTheDocument();
    await expect.element(entry('Billing')).not.toBeInTheDocument();
  });

  it.each([
    ['offers a key of the tracking system to find licenses with', 'chat', 1],
    ['doesn’t without that system', 'tracking', 0],
  ])('where an organization begins, %s', async (_, off, offered) => {
    world.net.on(session.me, () => reply(session.me, { ...user, isMember: false }));
    // The browser may remember an organization from before.
    world.net.on(session.membership, () => refusal(404, 'NOT_FOUND', 'Membership not found'));
    world.net.on(invitations.mine, () => reply(invitations.mine, []));
    switchOff(off);
    await openAt('/onboarding/organization');
    await expect.element(page.getByRole('button', { name: 'Add another license' })).toBeVisible();
    expect(page.getByRole('button', { name: /with your key/ }).elements()).toHaveLength(offered);
  });

  it('with all kinds of connection leaves their page to own programs', async () => {
    switchOff('tracking wholesale accounting');
    await openAt('/account/integrations', [integrations]);
    await expect.element(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
    expect(page.getByRole('main').getByRole('heading', { level: 2 }).elements()).toHaveLength(1);
  });

  it.each<[string, () => void, string[]]>([
    ['isn’t named', () => switchOff(), ['Fulfillment', 'Network']],
    ['is named while it is on', () => {}, ['Fulfillment', 'Network', 'Messages']],
  ])('%s where it says what needs a computer', async (_, prepare, named) => {
    prepare();
    await openAt('/download');
    const list = page.getByText('These need a larger screen:');
    await expect.element(list).toBeVisible();
    const items = list.element().nextElementSibling?.querySelectorAll('li') ?? [];
    expect([...items].map(({ textContent }) => textContent)).toEqual(named);
  });
});

describe('a layout', () => {
  it('that is empty needs nobody to be signed in and shows nothing around the page', async () => {
    saveTokens(null);
    await openAt('/bare?snack=Hello', [notes]);
    await expect.element(heading('Bare')).toBeVisible();
    await expect.poll(() => location.search).toBe('');
    expect(document.querySelector('header, nav, footer, [role="status"]:not(:empty)')).toBeNull();
  });

  it('for messages alone shows those and no bars', async () => {
    await openAt('/quiet?snack=Hello', [notes]);
    await expect.element(page.getByRole('status').filter({ hasText: 'Hello' })).toBeVisible();
    expect(document.querySelector('header, nav, footer')).toBeNull();
  });
});

describe('a visitor inside the app', () => {
  it('finds the way in beside the page, narrow or wide', async () => {
    saveTokens(null);
    const { container } = await openAt('/open', [notes]);
    await expect.element(entry('Get Started')).toHaveAttribute('href', '/signup');
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await page.viewport(360, 740);
    await expect.element(page.getByRole('link', { name: 'Sign in / Sign up' })).toHaveAttribute('href', '/login');
    await expectNoAxeFindings(container);
  });
});

describe('the footer', () => {
  const secret = () => page.getByRole('link', { name: 'Secret Products link' });

  it('has a link to the products for whoever acts for somebody', async () => {
    world.net.on(session.me, () =>
      reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }),
    );
    await openAt('/orders', [notes]);
    await expect.element(secret()).toHaveAttribute('href', '/inventory/products');
  });

  it('has none for others, nor where there are no products to see', async () => {
    const first = await openAt('/orders', [notes]);
    await expect.element(page.getByRole('link', { name: 'Privacy' })).toBeVisible();
    expect(secret().query()).toBeNull();
    await first.unmount();
    world.net.on(session.me, () =>
      reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }),
    );
    await openAt('/orders');
    await expect.element(page.getByText('Sam Support, you’re acting as Olive Marsh')).toBeVisible();
    expect(secret().query()).toBeNull();
  });
});
