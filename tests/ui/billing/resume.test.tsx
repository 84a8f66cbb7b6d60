import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { billing as billingCalls } from '../../../domain/billing/contract';
import { orders } from '../../../domain/orders/contract';
import { lost, refusal, reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import {
  attempts,
  both,
  CHECKOUT,
  dialog,
  getBlocked,
  KEPT,
  leaveToPay,
  openAt,
  paid,
  signIn,
  stage,
  upgrade,
} from './billing-stage';

describe('an action the plan blocks', () => {
  it('continues from its dialog once the plan was upgraded elsewhere: once, with what was typed', async () => {
    const { container } = await openAt('/orders?page=2');
    await getBlocked();
    await expect.element(page.getByText('Your plan doesn’t include “Saved searches”.')).toBeVisible();
    upgrade();
    const upgraded = dialog('Your plan was upgraded');
    await expect.element(upgraded.getByText(/You can now keep “late orders”/)).toBeVisible();
    await expectNoAxeFindings(container);
    await upgraded.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
    await expect.element(page.getByText('Your plan is upgraded, so we were able to keep “late orders”.')).toBeVisible();
    const [first, second, ...more] = attempts();
    expect(more).toEqual([]);
    expect(second?.body).toEqual({ comment: 'late orders' });
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });

  it('is dropped when its dialog is cancelled', async () => {
    await openAt('/orders');
    await getBlocked();
    await dialog('Upgrade Required').getByRole('button', { name: 'Cancel' }).click();
    expect(sessionStorage.getItem(KEPT)).toBeNull();
    upgrade();
    await expect.poll(() => stage.net.count('/orgs/1/full')).toBe(2);
    expect(attempts()).toHaveLength(1);
    await expect.element(dialog('Your plan was upgraded')).not.toBeInTheDocument();
  });

  it('is held for the plans page, and runs when the person returns from paying', async () => {
    await leaveToPay('/orders?page=2');
    expect(location.pathname + location.search).toBe('/account/billing?for=saved-searches');
    stage.net.on(billingCalls.check, () => {
      stage.plan = 'STARTER';
      return reply(billingCalls.check, paid());
    });
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText('Note kept')).toBeVisible();
    expect(location.pathname + location.search).toBe('/orders?page=2');
    expect(stage.net.count('/billing/check-subscription')).toBe(1);
    expect(attempts().map(({ body }) => body)).toEqual([{ comment: 'late orders' }, { comment: 'late orders' }]);
  });

  it('still waits if the payment page was left', async () => {
    await leaveToPay('/orders');
    stage.net.on(billingCalls.check, () => reply(billingCalls.check, { ...paid(), outcome: 'left', plan: 'PAYG' }));
    await openAt(`/account/billing?cancelled=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText(/Nothing was charged/)).toBeVisible();
    await expect.poll(() => location.pathname + location.search).toBe('/account/billing');
    await expect.element(page.getByText(/You were about to keep/)).toBeVisible();
    expect(attempts()).toHaveLength(1);
    await page
      .getByRole('region', { name: 'Pick up where you left off' })
      .getByRole('button', { name: 'Dismiss' })
      .click();
    await expect.element(page.getByText(/You were about to keep/)).not.toBeInTheDocument();
  });

  it('checks the billing service again when it didn’t respond, without losing the action', async () => {
    await leaveToPay('/orders');
    stage.net.on(billingCalls.check, () => refusal(503, 'UNAVAILABLE', 'The billing service isn’t responding.'));
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByRole('alert').getByText(/The billing service isn’t responding/)).toBeVisible();
    stage.net.on(billingCalls.check, () => {
      stage.plan = 'STARTER';
      return reply(billingCalls.check, paid());
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
  });

  it.each([
    ['for another person', () => signIn('devon')],
    [
      'for another organization',
      () => sessionStorage.setItem(KEPT, (sessionStorage.getItem(KEPT) ?? '').replace(/\/1"/, '/2"')),
    ],
    [
      'after an hour',
      () => {
        const held = JSON.parse(sessionStorage.getItem(KEPT) ?? '');
        sessionStorage.setItem(KEPT, JSON.stringify({ ...held, heldAt: held.heldAt - 60 * 60 * 1000 }));
      },
    ],
  ])('never runs %s', async (_, change) => {
    await leaveToPay('/orders');
    const before = sessionStorage.getItem(KEPT);
    change();
    if (stage.person === 'olive') expect(sessionStorage.getItem(KEPT)).not.toBe(before);
    stage.net.on(billingCalls.check, () => {
      stage.plan = 'STARTER';
      return reply(billingCalls.check, paid());
    });
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText(/Thank you. You’re now on the Starter plan/)).toBeVisible();
    expect(location.pathname).toBe('/account/billing');
    expect(attempts()).toHaveLength(1);
  });

  it('runs once, even when its page is opened again', async () => {
    const app = await openAt('/orders');
    await getBlocked();
    upgrade();
    await dialog('Your plan was upgraded').getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
    await app.unmount();
    await openAt('/orders');
    await expect.element(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    expect(attempts()).toHaveLength(2);
  });

  it('shows its dialog to people who can’t upgrade, and continues once someone else did', async () => {
    stage.features = { BROWSE_MY_ORDERS: both };
    await openAt('/orders');
    await getBlocked();
    await expect.element(page.getByText(/Please reach out to an admin on your team for help/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Compare Plans' })).not.toBeInTheDocument();
    upgrade();
    await dialog('Your plan was upgraded').getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
  });
});

describe('the plans', () => {
  it('highlight what the reader needs and the lowest plan with it, at any width', async () => {
    const { container } = await openAt('/account/billing?for=saved-searches');
    await expect.element(page.getByRole('row', { name: /Saved searches What you need/ })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: /Starter Includes this/ })).toBeVisible();
    await expectNoAxeFindings(container);
    await page.viewport(360, 740);
    await expect.element(page.getByRole('heading', { name: /Starter Includes this/ })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await expectNoAxeFindings(container);
  });

  it('can be read, but not bought, by people who only see billing, who are told why', async () => {
    stage.features = { BROWSE_MY_ORDERS: both, MANAGE_BILLING: { read: true, write: false } };
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByRole('button', { name: 'Upgrade to Starter' })).toBeDisabled();
    await page.getByRole('button', { name: 'Why can’t I?' }).click();
    await expect.element(page.getByText(/You need write access to “Billing”/)).toBeVisible();
    expect(stage.net.count('/billing/check-subscription')).toBe(0);
  });

  it('say when they can’t be loaded, with a retry', async () => {
    stage.net.on(billingCalls.subscription, () => refusal(503, 'UNAVAILABLE', 'We can’t reach our database.'));
    await openAt('/account/billing');
    await expect.element(page.getByRole('alert').getByText(/We can’t reach our database/)).toBeVisible();
    stage.net.on(billingCalls.subscription, () =>
      reply(billingCalls.subscription, { plan: stage.plan, subscription: null }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Compare plans' })).toBeVisible();
  });
});

describe('an action that fails otherwise', () => {
  it('shows it where it was tried, and is retried as the same one if there was no reply', async () => {
    await openAt('/orders');
    stage.net.on(orders.addComment, () => refusal(409, 'CONFLICT', 'This name is taken'));
    await page.getByLabelText('Note').fill('mine');
    const keep = page.getByRole('button', { name: 'Keep' });
    await keep.click();
    await expect.element(page.getByText('This name is taken')).toBeVisible();
    stage.net.on(orders.addComment, () => refusal(500, 'INTERNAL', 'An error occurred'));
    await keep.click();
    await expect.element(page.getByText('An error occurred')).toBeVisible();
    stage.net.on(orders.addComment, lost);
    await keep.click();
    await expect.poll(() => attempts().length).toBeGreaterThan(2);
    const [refused, failed, ...again] = attempts().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(failed).not.toBe(refused);
    expect(new Set(again)).toEqual(new Set([failed]));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });
});
