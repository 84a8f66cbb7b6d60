import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { orders } from '../../../domain/orders/contract';
import { organization } from '../../../domain/organization/contract';
import { reference, session } from '../../../domain/session/contract';
import { saveTokens } from '../../../src/providers/call/tokens';
import { showSnack } from '../../../src/providers/snackbar';
import { ProgressBar } from '../../../src/shell/bars/ProgressBar';
import { LoadingScreen } from '../../../src/shell/errors/LoadingScreen';
import { both, entry, heading, openAt, seller, user, whole, world } from '../support/app';
import { lost, refusal, reply, token } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';

/** In milliseconds. */
const PATIENCE = 30_000;

describe('the shell', () => {
  it('stands around a screen with its navigation, names the tab and has nothing for axe to report', async () => {
    const { container } = await openAt('/orders');
    await expect.element(heading('Sales Orders')).toBeVisible();
    await expect.element(entry('Sales Orders')).toHaveAttribute('aria-current', 'page');
    expect(document.title).toBe('Sales Orders · Verdant');
    await expectNoAxeFindings(container);
  });

  it.each([360, 768])('shows the entries of the app at the bottom at %i px, all of them in a drawer', async (width) => {
    await page.viewport(width, 740);
    const { container } = await openAt('/orders');
    await expect
      .element(page.getByRole('navigation', { name: 'This app' }).getByRole('link', { name: 'Purchase Orders' }))
      .toBeVisible();
    await expectNoAxeFindings(container);
    await page.getByRole('button', { name: 'Navigation' }).click();
    await entry('Marketplace').click();
    await expect.element(heading('Marketplace')).toBeVisible();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('moves the focus to the heading of the next page', async () => {
    await openAt('/orders');
    await entry('Purchase Orders').click();
    await expect.element(heading('Purchases')).toHaveFocus();
    expect(document.title).toBe('Purchase Orders · Verdant');
  });

  it('collapses to a rail whose entries fly out on focus, until Esc', async () => {
    await openAt('/orders');
    await page.getByRole('button', { name: 'Navigation' }).click();
    const rail = page.getByRole('navigation', { name: 'Apps' });
    expect(rail.element().getBoundingClientRect().width).toBe(80);
    (rail.getByRole('link', { name: 'Orders', exact: true }).element() as HTMLElement).focus();
    await expect.element(entry('Purchase Orders')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(entry('Purchase Orders')).not.toBeInTheDocument();
  });
});

describe('a write of which nobody knows what became', () => {
  const keys = () =>
    world.net.sent
      .filter(({ path }) => path.endsWith('/comments'))
      .map(({ headers }) => headers.get('Idempotency-Key'));
  const comment = async () => {
    const before = keys().length;
    await page.getByRole('button', { name: 'Comment' }).click();
    await expect.poll(() => keys().length).toBeGreaterThan(before);
    await expect.element(page.getByRole('alert')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  };

  it('is tried again as the same one', async () => {
    world.net.on(orders.addComment, () => new Response('Bad gateway', { status: 502 }));
    await openAt('/orders');
    await comment();
    await comment();
    expect(new Set(keys()).size).toBe(1);
  });

  it('and one that was refused is another when it is tried again', async () => {
    world.net.on(orders.addComment, () => refusal(409, 'STALE', 'Someone else was first'));
    await openAt('/orders');
    await comment();
    await comment();
    expect(new Set(keys()).size).toBe(2);
  });
});

describe('a session that ends', () => {
  it('by itself keeps the page as it was typed, and goes on once signed in again', async () => {
    await openAt('/orders');
    await page.getByLabelText('Note').fill('half a sentence');
    world.net.on(orders.addComment, () => refusal(401, 'TOKEN_EXPIRED', 'Sign in again'));
    world.net.on(session.refresh, () => refusal(401, 'SIGNED_OUT', 'Sign in again'));
    await page.getByRole('button', { name: 'Comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank');
    await expect.element(dialog.getByRole('link', { name: 'Sign in' })).toHaveFocus();
    await userEvent.keyboard('{Escape}{Escape}{Escape}');
    await expect.element(dialog).toBeVisible();
    saveTokens({ accessToken: token('olive', 600), refreshToken: 'second' });
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Note')).toHaveValue('half a sentence');
  });

  it('on purpose, in another tab, clears the page', async () => {
    await openAt('/orders');
    await expect.element(heading('Sales Orders')).toBeVisible();
    saveTokens(null);
    await expect.element(heading('You’re signed out')).toBeVisible();
  });
});

describe('another organization', () => {
  it('shows its own data and none of the former’s', async () => {
    await openAt('/orders');
    await expect.element(page.getByText('Orders of Fernhollow Farms')).toBeVisible();
    await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
    await page.getByLabelText('Organization').selectOptions('Juniper Street');
    await expect.element(page.getByText('Orders of Juniper Street')).toBeVisible();
    expect(world.net.sent.findLast(({ path }) => path === '/live')?.headers.get('Org-Id')).toBe('2');
  });

  it('is asked about first where something typed would be lost', async () => {
    await openAt('/orders');
    await page.getByLabelText('Draft').fill('half a sentence');
    await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
    await page.getByLabelText('Organization').selectOptions('Juniper Street');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(page.getByLabelText('Draft')).toHaveValue('half a sentence');
    await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
    await page.getByLabelText('Organization').selectOptions('Juniper Street');
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    await expect.element(page.getByText('Orders of Juniper Street')).toBeVisible();
  });

  it('is there in the end although access to the former changes on the way', async () => {
    await openAt('/orders');
    await expect.poll(world.live.isOpen).toBe(true);
    const wait = Promise.withResolvers<void>();
    world.net.on(organization.full, async ({ headers }) => {
      const orgId = Number(headers.get('Org-Id'));
      if (orgId === 2) await wait.promise;
      return reply(organization.full, whole(orgId));
    });
    await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
    await page.getByLabelText('Organization').selectOptions('Juniper Street');
    world.live.change({ topic: 'access', kind: 'changed', id: 1, orgIds: [1] });
    await new Promise((done) => setTimeout(done, 600));
    wait.resolve();
    await expect.element(page.getByText('Orders of Juniper Street')).toBeVisible();
  });

  it('is remembered by the next page', async () => {
    const first = await openAt('/orders');
    await page.getByRole('button', { name: 'Working for Fernhollow Farms' }).click();
    await page.getByLabelText('Organization').selectOptions('Juniper Street');
    await expect.element(page.getByText('Orders of Juniper Street')).toBeVisible();
    await first.unmount();
    await openAt('/orders');
    await expect.element(page.getByText('Orders of Juniper Street')).toBeVisible();
  });
});

describe('what cannot be shown', () => {
  it('is not found', async () => {
    const { container } = await openAt('/nowhere');
    await expect.element(heading('Page Not Found')).toBeVisible();
    await expect.element(page.getByText('This page could not be found')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/marketplace');
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
    await expectNoAxeFindings(container);
  });

  it('is asked for again without leaving the page while the connection is lost', async () => {
    world.net.on(reference.version, lost);
    await openAt('/unreachable');
    await expect.element(page.getByText('We can’t reach Verdant.')).toBeVisible();
    await expect.element(entry('Marketplace')).toBeVisible();
    const asked = world.net.count(reference.version.path);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => world.net.count(reference.version.path)).toBeGreaterThan(asked);
    await expect.element(page.getByText('We can’t reach Verdant.')).toBeVisible();
  });

  it('is an apology inside the shell', async () => {
    await openAt('/broken');
    await expect.element(page.getByText("Sorry, something went wrong. It's us, not you.")).toBeVisible();
    await expect.element(entry('Marketplace')).toBeVisible();
  });

  it('waits for the connection, and is there when it is tried again', async () => {
    world.net.on(session.me, lost);
    await openAt('/orders');
    await expect.element(page.getByText('We can’t reach Verdant.')).toBeVisible();
    world.net.on(session.me, () => reply(session.me, user));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(heading('Sales Orders')).toBeVisible();
  });
});

describe('a refusal that asks for more', () => {
  const upgrade = () => refusal(403, 'UPGRADE_REQUIRED', 'Comments come with the Premium plan');

  it('sends to somebody else whoever cannot upgrade', async () => {
    const { container } = await openAt('/orders');
    world.net.on(orders.addComment, upgrade);
    await page.getByRole('button', { name: 'Comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upgrade Required' });
    await expect.element(dialog.getByText('Comments come with the Premium plan')).toBeVisible();
    await expect.element(dialog.getByText(/Please reach out to an admin on your team/)).toBeVisible();
    expect(dialog.element().getBoundingClientRect().width).toBe(400);
    await expectNoAxeFindings(container);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('offers the plans to whoever can', async () => {
    world.features = { ...seller, MANAGE_BILLING: both };
    await openAt('/orders');
    world.net.on(orders.addComment, upgrade);
    await page.getByRole('button', { name: 'Comment' }).click();
    await page.getByRole('button', { name: 'Compare Plans' }).click();
    await expect.poll(() => location.pathname).toBe('/account/billing');
  });

  it('is otherwise said in the snackbar, and stays while it is read', async () => {
    await openAt('/orders');
    world.net.on(orders.addComment, () => refusal(409, 'CONFLICT', 'The order was deleted'));
    await page.getByRole('button', { name: 'Comment' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The order was deleted');
  });
});

describe('a message', () => {
  it('comes once with the address', async () => {
    await openAt('/orders?snack=Welcome%20back');
    await expect.element(page.getByRole('status').filter({ hasText: 'Welcome back' })).toBeVisible();
    expect(location.search).toBe('');
  });

  it('that waits for an answer lets others go before it', async () => {
    await openAt('/orders');
    showSnack({
      status: 'info',
      message: 'A new version',
      action: { label: 'Update', run: () => {} },
      timeoutMs: null,
    });
    showSnack({ status: 'success', message: 'Saved' });
    await expect.element(page.getByText('Saved')).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(page.getByRole('button', { name: 'Update' })).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  it('gives way sooner once another waits, but not where it offers an act', async () => {
    await openAt('/orders');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    showSnack({ status: 'success', message: 'Renamed' });
    showSnack({ status: 'success', message: 'Deleted', action: { label: 'Undo', run: () => {} } });
    showSnack({ status: 'success', message: 'Saved' });
    const shown = () => page.getByRole('status').filter({ hasText: /Renamed|Deleted|Saved/ });
    await vi.waitUntil(() => shown().query()?.textContent?.includes('Renamed'), PATIENCE);
    await vi.advanceTimersByTimeAsync(1500);
    await vi.waitUntil(() => shown().query()?.textContent?.includes('Deleted'), PATIENCE);
    await vi.advanceTimersByTimeAsync(4000);
    expect(shown().query()?.textContent).toContain('Deleted');
    await vi.advanceTimersByTimeAsync(1000);
    await vi.waitUntil(() => shown().query()?.textContent?.includes('Saved'), PATIENCE);
  });
});

it('a visitor sees what Verdant is and both ways in', async () => {
  saveTokens(null);
  const { container } = await openAt('/');
  await expect.element(heading('Cannabis wholesale, in one place')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute('href', '/signup');
  await expect.element(page.getByRole('img', { name: /^A list of sales orders/ })).toBeVisible();
  await expectNoAxeFindings(container);
});

it('somebody new gives their name before anything else, and goes on to where they were heading', async () => {
  world.net.on(session.me, () => reply(session.me, { ...user, onboarded: false, firstName: '' }));
  await openAt('/orders');
  await expect.element(heading('Welcome. What is your name?')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('First name is required');
  world.net.on(session.updateMe, ({ body }) => reply(session.updateMe, { ...user, ...(body as object) }));
  await page.getByRole('textbox', { name: 'First name' }).fill('Olive');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(heading('Sales Orders')).toBeVisible();
});

it('somebody in no organization is not asked for their place in one', async () => {
  world.net.on(session.me, () => reply(session.me, { ...user, isMember: false }));
  await openAt('/orders');
  await expect.element(page.getByText('You can’t open this page')).toBeVisible();
  await expect.element(page.getByText(/You’re not a member of an organization yet/)).toBeVisible();
  expect(world.net.count(session.membership.path)).toBe(0);
});

it('somebody acting for another is told so, and can stop', async () => {
  world.net.on(session.me, () => reply(session.me, { ...user, impersonatedBy: { id: user.id, name: 'Sam Support' } }));
  const { container } = await openAt('/orders');
  await expect.element(page.getByText('Sam Support, you’re acting as Olive Marsh')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expectNoAxeFindings(container);
});

it('what loads longer than a blink is a line that fills within five seconds', async () => {
  const { container } = await render(<ProgressBar isLoading />);
  expect(container.querySelector('div')).toBeNull();
  await expect.poll(() => container.querySelector('div')).not.toBeNull();
  const line = getComputedStyle(container.querySelector('div') as Element, '::after');
  expect([line.animationDuration, line.animationIterationCount]).toEqual(['5s', '1']);
});

it('a page that is still loading says so', async () => {
  const { container } = await render(<LoadingScreen />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading');
  await expectNoAxeFindings(container);
});
