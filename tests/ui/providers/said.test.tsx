import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { signedIn } from '../../../domain/access/ability';
import { orders } from '../../../domain/orders/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { reference } from '../../../domain/session/contract';
import { AccessProvider } from '../../../src/access/useCan';
import type { Manifest } from '../../../src/providers/manifest';
import { useCall } from '../../../src/providers/refine/use-call';
import { SAID as BRAND } from '../../../src/resources/brands/brand.text';
import { OrderComments } from '../../../src/resources/orders/comments/OrderComments';
import { CloneDialog } from '../../../src/resources/orders/entry/CloneDialog';
import { SAID as BUYER } from '../../../src/resources/organization/buyer-companies/buyer-company.text';
import { SAID as COMPANY, SAID_OF_NOTIFICATIONS } from '../../../src/resources/organization/companies/company.text';
import { SnackView } from '../../../src/shell/bars/SnackView';
import { Button } from '../../../src/ui/Button';
import { openAt, world } from '../support/app';
import { refusal, reply } from '../support/platform';

const wordless = () => refusal(500, 'INTERNAL', 'An error occurred');

describe('site flags that can’t be fetched', () => {
  afterEach(() => vi.restoreAllMocks());

  it('are only logged', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
    world.net.on(reference.siteFlags, wordless);
    await openAt('/orders');
    await expect.poll(() => logged.mock.calls.flat()).toContain('Failed to fetch site flags');
    expect(page.getByText(/error occurred|site flags/).query()).toBeNull();
  });
});

function Saving({ said }: { said: { success: string; failure: string } }) {
  const save = useCall(orders.transition, said);
  return (
    <MemoryRouter>
      <Button onClick={() => void save.run({ params: { id: 1 }, body: { status: 'SHIPPED' } })}>Save</Button>
      <SnackView />
    </MemoryRouter>
  );
}

describe.each([
  ['a brand', BRAND, 'Brand updated successfully!', 'Failed to update brand'],
  ['a company', COMPANY, 'Company updated successfully!', 'Failed to update company'],
  ['a buyer company', BUYER, 'Buyer company updated successfully', 'Failed to update buyer company'],
  [
    'notification settings',
    SAID_OF_NOTIFICATIONS,
    'Notification settings updated successfully',
    'Failed to update notification settings',
  ],
])('updating %s', (_what, said, success, failure) => {
  const done = () => reply(orders.transition, { status: 'SHIPPED', availableTransitions: [], version: 1 });
  it.each([
    ['that it is done', done, success],
    ['that it failed, where nobody has said why', wordless, failure],
    ['that it failed, where something in between replied', () => new Response('Bad', { status: 500 }), failure],
    ['why it failed', () => refusal(409, 'CONFLICT', 'It is taken.'), 'It is taken.'],
  ])('says %s', async (_how, answer, shown) => {
    world.net.on(orders.transition, answer);
    await render(<Saving said={said} />, { wrapper: AccessProvider });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText(shown, { exact: true })).toBeVisible();
  });
});

const screenOf = (path: string, Shown: () => React.ReactNode): Manifest => ({
  name: path,
  label: 'Test',
  app: 'orders',
  requires: signedIn,
  screens: [{ path, title: 'Test', load: async () => ({ default: Shown }) }],
});

describe('an order', () => {
  beforeEach(() => world.net.onPath('/seller/orders/1/comments', wordless));

  it('whose comments can’t be read says so and is asked for them again', async () => {
    await openAt('/comments', [screenOf('comments', () => <OrderComments order={{ id: 1, canEdit: false }} />)]);
    await expect.element(page.getByText('Failed to load comments')).toBeVisible();
    const asked = world.net.count('/seller/orders/1/comments');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => world.net.count('/seller/orders/1/comments')).toBeGreaterThan(asked);
  });

  it('that can’t be cloned says so, at the preview', async () => {
    world.net.on(orderEntry.clonePreview, wordless);
    const order = { id: 1, orderNumber: 'V-1' };
    await openAt('/clone', [screenOf('clone', () => <CloneDialog order={order} onClose={() => {}} />)]);
    await expect.element(page.getByText('Failed to clone order. Please try again.')).toBeVisible();
  });

  it('that can’t be cloned says so, in the dialog, when it comes to it', async () => {
    world.net.on(orderEntry.clonePreview, () =>
      reply(orderEntry.clonePreview, {
        lines: [
          {
            productName: 'Gelato',
            sku: 'GEL-1',
            quantity: '1',
            unitOfMeasure: 'UNIT',
            quantityBefore: '1',
            unitBefore: 'UNIT',
            before: '10.00',
            after: '10.00',
            problem: null,
          },
        ],
        skipped: [],
        leftDiscountUsd: null,
      }),
    );
    world.net.on(orderEntry.clone, wordless);
    const order = { id: 1, orderNumber: 'V-1' };
    await openAt('/clone', [screenOf('clone', () => <CloneDialog order={order} onClose={() => {}} />)]);
    await page.getByRole('button', { name: 'Clone order' }).click();
    await expect.element(page.getByText('Failed to clone order. Please try again.')).toBeVisible();
  });
});
