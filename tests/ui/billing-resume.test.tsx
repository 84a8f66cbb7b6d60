import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { read } from '../../domain/access/ability';
import type { FeatureMap } from '../../domain/access/features';
import { billing as billingCalls, type CheckResult } from '../../domain/billing/contract';
import { orders } from '../../domain/orders/contract';
import { organization } from '../../domain/organization/contract';
import type { PlanType } from '../../domain/organization/vocabulary';
import { reference, session } from '../../domain/session/contract';
import { App } from '../../src/App';
import { home } from '../../src/home';
import { call } from '../../src/providers/call';
import { messageOf } from '../../src/providers/call-errors';
import type { Manifest } from '../../src/providers/manifest';
import { useResumable } from '../../src/providers/resume';
import { showSnack } from '../../src/providers/snackbar';
import { keepTokens } from '../../src/providers/tokens';
import { billing } from '../../src/resources/billing';
import { Button } from '../../src/ui/Button';
import { liveStream, lost, network, refusal, reply, token } from './shell-platform';
import { expectNoAxeFindings } from './support';

const realFetch = globalThis.fetch;
const realAddress = location.href;
const KEPT = 'verdant.resume';
const CHECKOUT = '5d3f7d43-17a4-4f5c-9f7b-6a7e1f0f6d11';

const both = { read: true, write: true };
const people = {
  olive: '1c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f10',
  devon: '2c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f11',
};

/** A screen with something typed and an act that a plan may block. */
function Notes() {
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState('');
  const keep = useResumable('test.note', async ({ text }: { text: string }, options) => {
    await call(orders.addComment, { params: { id: 1 }, body: { comment: text } }, options);
    showSnack({ status: 'success', message: 'Note kept' });
  });
  return (
    <div className="page">
      <h1>Notes</h1>
      <input aria-label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
      <Button
        onClick={() => {
          setFailure('');
          keep({ text: note }, `keep “${note}”`).catch((error: unknown) => setFailure(messageOf(error)));
        }}
      >
        Keep
      </Button>
      <p>{failure}</p>
    </div>
  );
}

const notes: Manifest = {
  name: 'notes',
  label: 'Notes',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [{ path: 'orders', title: 'Notes', load: async () => ({ default: Notes }) }],
};

let net: ReturnType<typeof network>;
let live: ReturnType<typeof liveStream>;
let plan: PlanType;
let person: keyof typeof people;
let features: FeatureMap;

const signIn = (who: keyof typeof people) => {
  person = who;
  keepTokens({ accessToken: token(who, 600), refreshToken: 'first' });
};

beforeEach(async () => {
  await page.viewport(1280, 900);
  net = network();
  live = liveStream();
  plan = 'PAYG';
  features = { BROWSE_MY_ORDERS: both, MANAGE_BILLING: both };
  localStorage.clear();
  sessionStorage.clear();
  signIn('olive');
  net.on(session.me, () =>
    reply(session.me, {
      id: people[person],
      firstName: person,
      lastName: 'Marsh',
      email: `${person}@fernhollow.example`,
      created: '2026-01-05T10:00:00Z',
      onboarded: true,
      profileImageUri: null,
      coverImageUri: null,
      isSupport: false,
      impersonatedBy: null,
    }),
  );
  net.on(session.membership, ({ headers }) => {
    const orgId = Number(headers.get('Org-Id') ?? 1);
    return reply(session.membership, {
      id: orgId,
      userId: people[person],
      orgId,
      orgName: `Farm ${orgId}`,
      orgRole: { id: 1, name: 'Seller', features, isDefault: false, defaultRoleId: null, isOwner: false },
      plan,
      enabledFeatures: [],
      licenseIds: [],
      brandIds: [],
      companyIds: [],
      states: ['CA'],
      orgs: [
        { id: 1, name: 'Farm 1' },
        { id: 2, name: 'Farm 2' },
      ],
    });
  });
  net.on(organization.full, ({ headers }) => {
    const id = Number(headers.get('Org-Id'));
    return reply(organization.full, {
      id,
      name: `Farm ${id}`,
      profileImageUri: null,
      defaultState: 'CA',
      plan,
      enabledFeatures: [],
      licenses: [],
      brands: [],
      companies: [],
      buyerCompanies: [],
    });
  });
  net.on(reference.siteFlags, () => reply(reference.siteFlags, []));
  net.on(billingCalls.subscription, () => reply(billingCalls.subscription, { plan, subscription: null }));
  net.onPath('/live', () => live.open());
  net.on(orders.addComment, () =>
    plan === 'PAYG'
      ? refusal(403, 'UPGRADE_REQUIRED', 'Your plan does not include “Saved searches”.', {
          reason: { kind: 'plan', slug: 'saved-searches', cheapestPlan: 'STARTER' },
        })
      : reply(orders.addComment, {
          id: 1,
          comment: 'kept',
          author: { id: people.olive, displayName: 'Olive Marsh' },
          created: '2026-01-05T10:00:00Z',
          edited: false,
          isMine: true,
        }),
  );
  return () => {
    globalThis.fetch = realFetch;
    keepTokens(null);
    sessionStorage.clear();
    history.replaceState(null, '', realAddress);
  };
});

async function openAt(path: string) {
  history.replaceState(null, '', path);
  return render(<App manifests={[home, notes, billing]} />);
}

const attempts = () => net.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'));
const dialog = (name: string) => page.getByRole('dialog', { name });

/** Types a note and tries to keep it, which the plan refuses. */
async function getBlocked(text = 'late orders'): Promise<void> {
  await page.getByLabelText('Note').fill(text);
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.element(dialog('Upgrade Required')).toBeVisible();
}

/** Gets blocked and goes to compare the plans; what follows happens in a page loaded anew, as after paying elsewhere. */
async function leaveToPay(path: string): Promise<void> {
  const app = await openAt(path);
  await getBlocked();
  await dialog('Upgrade Required').getByRole('button', { name: 'Compare Plans' }).click();
  await expect.element(page.getByText(/You were about to keep “late orders”/)).toBeVisible();
  await app.unmount();
}

function upgrade(): void {
  plan = 'STARTER';
  live.change({ topic: 'access', kind: 'changed', id: 1, orgIds: [1] });
}

const paid = (): CheckResult => ({ outcome: 'paid', plan: 'STARTER', subscription: null, url: null });

describe('an act that the plan blocks', () => {
  it('is gone on with from its dialog once the plan was upgraded elsewhere: once, with what was typed', async () => {
    const { container } = await openAt('/orders?page=2');
    await getBlocked();
    await expect.element(page.getByText('Your plan does not include “Saved searches”.')).toBeVisible();
    upgrade();
    const upgraded = dialog('Your plan was upgraded');
    await expect.element(upgraded.getByText(/You can go on to keep “late orders”/)).toBeVisible();
    await expectNoAxeFindings(container);
    await upgraded.getByRole('button', { name: 'Go on' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
    await expect.element(page.getByText('Your plan was upgraded, so we went on to keep “late orders”.')).toBeVisible();
    const [first, second, ...more] = attempts();
    expect(more).toEqual([]);
    expect(second?.body).toEqual({ comment: 'late orders' });
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });

  it('is forgotten when its dialog is cancelled', async () => {
    await openAt('/orders');
    await getBlocked();
    await dialog('Upgrade Required').getByRole('button', { name: 'Cancel' }).click();
    expect(sessionStorage.getItem(KEPT)).toBeNull();
    upgrade();
    await expect.poll(() => net.count('/orgs/1/full')).toBe(2);
    expect(attempts()).toHaveLength(1);
    await expect.element(dialog('Your plan was upgraded')).not.toBeInTheDocument();
  });

  it('is kept for the plans’ page, and done when the person comes back from paying', async () => {
    await leaveToPay('/orders?page=2');
    expect(location.pathname + location.search).toBe('/account/billing?for=saved-searches');
    net.on(billingCalls.check, () => {
      plan = 'STARTER';
      return reply(billingCalls.check, paid());
    });
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText('Note kept')).toBeVisible();
    expect(location.pathname + location.search).toBe('/orders?page=2');
    expect(net.count('/billing/check-subscription')).toBe(1);
    expect(attempts().map(({ body }) => body)).toEqual([{ comment: 'late orders' }, { comment: 'late orders' }]);
  });

  it('waits on where the payment was left', async () => {
    await leaveToPay('/orders');
    net.on(billingCalls.check, () => reply(billingCalls.check, { ...paid(), outcome: 'left', plan: 'PAYG' }));
    await openAt(`/account/billing?cancelled=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText(/You left the payment page/)).toBeVisible();
    await expect.poll(() => location.pathname + location.search).toBe('/account/billing');
    await expect.element(page.getByText(/You were about to keep/)).toBeVisible();
    expect(attempts()).toHaveLength(1);
    await page.getByRole('button', { name: 'Forget it' }).click();
    await expect.element(page.getByText(/You were about to keep/)).not.toBeInTheDocument();
  });

  it('asks the billing service again when it did not answer, without losing what waits', async () => {
    await leaveToPay('/orders');
    net.on(billingCalls.check, () => refusal(503, 'UNAVAILABLE', 'The billing service does not answer right now.'));
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect
      .element(page.getByRole('alert').getByText(/The billing service does not answer right now/))
      .toBeVisible();
    net.on(billingCalls.check, () => {
      plan = 'STARTER';
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
  ])('is never done %s', async (_, change) => {
    await leaveToPay('/orders');
    const before = sessionStorage.getItem(KEPT);
    change();
    if (person === 'olive') expect(sessionStorage.getItem(KEPT)).not.toBe(before);
    net.on(billingCalls.check, () => {
      plan = 'STARTER';
      return reply(billingCalls.check, paid());
    });
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByText(/Thank you. Your organization is on the Starter plan now/)).toBeVisible();
    expect(location.pathname).toBe('/account/billing');
    expect(attempts()).toHaveLength(1);
  });

  it('is done once, also when its page is opened again', async () => {
    const app = await openAt('/orders');
    await getBlocked();
    upgrade();
    await dialog('Your plan was upgraded').getByRole('button', { name: 'Go on' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
    await app.unmount();
    await openAt('/orders');
    await expect.element(page.getByRole('heading', { name: 'Notes' })).toBeVisible();
    expect(attempts()).toHaveLength(2);
  });

  it('shows its dialog to those who cannot upgrade, and goes on for them too once somebody else did', async () => {
    features = { BROWSE_MY_ORDERS: both };
    await openAt('/orders');
    await getBlocked();
    await expect.element(page.getByText(/Please reach out to an admin on your team for help/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Compare Plans' })).not.toBeInTheDocument();
    upgrade();
    await dialog('Your plan was upgraded').getByRole('button', { name: 'Go on' }).click();
    await expect.element(page.getByText('Note kept')).toBeVisible();
  });
});

describe('the plans', () => {
  it('point at what the reader came for and at the least plan that holds it, at any width', async () => {
    const { container } = await openAt('/account/billing?for=saved-searches');
    await expect.element(page.getByRole('row', { name: /Saved searches What you came for/ })).toBeVisible();
    await expect.element(page.getByRole('columnheader', { name: /Starter Holds what you need/ })).toBeVisible();
    await expectNoAxeFindings(container);
    await page.viewport(360, 740);
    await expect.element(page.getByRole('heading', { name: /Starter Holds what you need/ })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await expectNoAxeFindings(container);
  });

  it('can be read, but not bought, by whoever may only see billing, who is told why', async () => {
    features = { BROWSE_MY_ORDERS: both, MANAGE_BILLING: { read: true, write: false } };
    await openAt(`/account/billing?success=true&checkoutId=${CHECKOUT}`);
    await expect.element(page.getByRole('button', { name: 'Upgrade to Starter' })).toBeDisabled();
    await page.getByRole('button', { name: 'Why can’t I?' }).click();
    await expect.element(page.getByText(/Your role needs write access to “Billing”/)).toBeVisible();
    expect(net.count('/billing/check-subscription')).toBe(0);
  });

  it('say when they cannot be read, and can be asked for again', async () => {
    net.on(billingCalls.subscription, () => refusal(503, 'UNAVAILABLE', 'We could not reach our database.'));
    await openAt('/account/billing');
    await expect.element(page.getByRole('alert').getByText(/We could not reach our database/)).toBeVisible();
    net.on(billingCalls.subscription, () => reply(billingCalls.subscription, { plan, subscription: null }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Compare plans' })).toBeVisible();
  });
});

describe('an act that fails otherwise', () => {
  it('says so where it was tried, and is tried again as the same one where no answer came', async () => {
    await openAt('/orders');
    net.on(orders.addComment, () => refusal(409, 'CONFLICT', 'This name is taken'));
    await page.getByLabelText('Note').fill('mine');
    const keep = page.getByRole('button', { name: 'Keep' });
    await keep.click();
    await expect.element(page.getByText('This name is taken')).toBeVisible();
    net.on(orders.addComment, () => refusal(500, 'INTERNAL', 'An error occurred'));
    await keep.click();
    await expect.element(page.getByText('An error occurred')).toBeVisible();
    net.on(orders.addComment, lost);
    await keep.click();
    await expect.poll(() => attempts().length).toBeGreaterThan(2);
    const [refused, failed, ...again] = attempts().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(failed).not.toBe(refused);
    expect(new Set(again)).toEqual(new Set([failed]));
    expect(sessionStorage.getItem(KEPT)).toBeNull();
  });
});
