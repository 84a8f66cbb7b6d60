import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { tracking } from '../../../domain/integrations/contract';
import { orders } from '../../../domain/orders/contract';
import { AccessProvider } from '../../../src/access/useCan';
import { useCall } from '../../../src/providers/refine/use-call';
import { SnackView } from '../../../src/shell/bars/SnackView';
import { Questions } from '../../../src/shell/questions/Questions';
import { UpgradeQuestion } from '../../../src/shell/questions/UpgradeQuestion';
import { Button } from '../../../src/ui/Button';
import { network, refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';

const MOVE = '/seller/orders/1/transition';
const KEYS = '/org-users/me/metrc-api-keys';

let net: ReturnType<typeof network>;
beforeEach(() => {
  net = network();
});

/** A screen with an action the platform refuses. */
function Screen() {
  const move = useCall(orders.transition, { success: 'It is done' });
  return (
    <MemoryRouter>
      <main>
        <Button onClick={() => void move.run({ params: { id: 1 }, body: { status: 'SHIPPED' } })}>Ship</Button>
        <Questions />
        <SnackView />
      </main>
    </MemoryRouter>
  );
}

const dialog = () => page.getByRole('dialog');
const done = () => reply(orders.transition, { status: 'SHIPPED', availableTransitions: [], version: 1 });
const ship = () => page.getByRole('button', { name: 'Ship' }).click();

describe('a missing tracking system key', () => {
  it('of a state is asked for, and what it blocked is done once it is there, without a snack in between', async () => {
    let has = false;
    net.on(orders.transition, () =>
      has
        ? done()
        : refusal(403, 'TRACKING_KEY_REQUIRED', 'This needs your tracking system key for Oregon.', {
            ansiAbbrevation: 'OR',
          }),
    );
    net.on(tracking.saveKey, ({ body }) => {
      has = true;
      expect(body).toEqual({ usState: 'OR', metrcApiKey: 'key-of-oregon' });
      return reply(tracking.saveKey, { usState: 'OR', lastFour: 'egon', updated: '2026-01-05T10:00:00Z' });
    });
    const { container } = await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    await expect.element(dialog()).toHaveAccessibleName('Tracking system key for Oregon');
    const field = page.getByLabelText(/^Key/);
    await expect.element(field).toHaveFocus();
    expect(page.getByRole('status').query()?.textContent ?? '').not.toContain('tracking system key');
    await expectNoAxeFindings(container);

    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Enter a key')).toBeVisible();
    expect(net.count(KEYS)).toBe(0);
    await field.fill('  key-of-oregon ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('It is done')).toBeVisible();
    expect(dialog().query()).toBe(null);
    expect(net.count(MOVE)).toBe(2);
    await expect.element(page.getByRole('button', { name: 'Ship' })).toHaveFocus();
  });

  it('leaves it at that when the prompt is put aside', async () => {
    net.on(orders.transition, () =>
      refusal(403, 'TRACKING_KEY_REQUIRED', 'A key is missing.', { ansiAbbrevation: 'OR' }),
    );
    await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    await expect.element(page.getByLabelText(/^Key/)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Ship' })).not.toHaveAttribute('aria-busy');
    expect(net.count(MOVE)).toBe(1);
    expect(page.getByText('A key is missing.').query()).toBe(null);
  });

  it('of no one state is told in a snack that says where to go', async () => {
    net.on(orders.transition, () => refusal(403, 'TRACKING_KEY_REQUIRED', ''));
    await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    const sentence = 'Tracking system key required, go to your Verdant Profile Settings to update.';
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(dialog().query()).toBe(null);
  });
});

describe('a plan that falls short', () => {
  it.each([
    ['in the platform’s own words', 'Reports come with Premium.', 'Reports come with Premium.'],
    ['in ours where it has none', '', 'Please upgrade your plan to complete that action'],
  ])('is told %s', async (_how, sent, shown) => {
    net.on(orders.transition, () => refusal(402, 'UPGRADE_REQUIRED', sent));
    await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    await expect.element(dialog()).toHaveAccessibleName('Upgrade Required');
    await expect.element(dialog().getByText(shown)).toBeVisible();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it('says that much when there is no reason at all', async () => {
    const question = <UpgradeQuestion reason="" feature={null} onClose={() => {}} />;
    await render(<MemoryRouter>{question}</MemoryRouter>, { wrapper: AccessProvider });
    await expect.element(dialog().getByText('Upgrading is required to access this feature')).toBeVisible();
  });
});

describe('a plan that falls short where plans aren’t sold', () => {
  it('is asked of support, and leads to no plans', async () => {
    const setting = document.createElement('meta');
    setting.name = 'verdant-switched-off';
    setting.content = 'billing';
    document.head.append(setting);
    onTestFinished(() => setting.remove());
    net.on(orders.transition, () => refusal(402, 'UPGRADE_REQUIRED', 'Reports come with Premium.'));
    await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    await expect.element(dialog().getByText(/^Plans aren’t sold here/)).toBeVisible();
    await expect.element(dialog().getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^mailto:support@/));
    await expect.element(dialog().getByRole('button', { name: 'Compare Plans' })).not.toBeInTheDocument();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('write access to the wholesale marketplace', () => {
  it.each([
    [
      'in the platform’s own words',
      'The key for Oregon can only read orders.',
      'The key for Oregon can only read orders.',
    ],
    ['in ours where it has none', '', 'Please enable wholesale marketplace write access to complete that action'],
  ])('is asked for %s', async (_how, sent, shown) => {
    net.on(orders.transition, () => refusal(403, 'WRITE_ACCESS_REQUIRED', sent));
    const { container } = await render(<Screen />, { wrapper: AccessProvider });
    await ship();
    await expect.element(dialog().getByText(shown)).toBeVisible();
    await expect.element(page.getByText(/Ask an admin on your team/)).toBeVisible();
    await expectNoAxeFindings(container);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(net.count(MOVE)).toBe(1);
  });
});
