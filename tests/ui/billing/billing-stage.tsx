import { useState } from 'react';
import { beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { read } from '../../../domain/access/ability';
import type { FeatureMap } from '../../../domain/access/features';
import type { PlanType } from '../../../domain/access/vocabulary';
import { billing as billingCalls, type CheckResult } from '../../../domain/billing/contract';
import { orders } from '../../../domain/orders/contract';
import { organization } from '../../../domain/organization/contract';
import { reference, session } from '../../../domain/session/contract';
import { App } from '../../../src/App';
import { home } from '../../../src/home';
import { call } from '../../../src/providers/call';
import { callAs } from '../../../src/providers/call/call-context';
import { messageOf } from '../../../src/providers/call/call-errors';
import { saveTokens } from '../../../src/providers/call/tokens';
import type { Manifest } from '../../../src/providers/manifest';
import { useResumable } from '../../../src/providers/session/resume';
import { useSessionState } from '../../../src/providers/session/session-store';
import { showSnack } from '../../../src/providers/snackbar';
import { billing } from '../../../src/resources/billing';
import { Button } from '../../../src/ui/Button';
import { liveStream, network, refusal, reply, token } from '../support/platform';

const realFetch = globalThis.fetch;
const realAddress = location.href;
export const KEPT = 'verdant.resume';
export const CHECKOUT = '5d3f7d43-17a4-4f5c-9f7b-6a7e1f0f6d11';

export const both = { read: true, write: true };
const people = {
  olive: '1c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f10',
  devon: '2c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f11',
};

/** A screen with typed input and an action that a plan may block. */
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

/** A test's platform and signed-in person on a plan; new for each test. */
export const stage = {} as {
  net: ReturnType<typeof network>;
  live: ReturnType<typeof liveStream>;
  plan: PlanType;
  person: keyof typeof people;
  features: FeatureMap;
};

export const signIn = (who: keyof typeof people) => {
  stage.person = who;
  saveTokens({ accessToken: token(who, 600), refreshToken: 'first' });
};

beforeEach(async () => {
  await page.viewport(1280, 900);
  stage.net = network();
  stage.live = liveStream();
  stage.plan = 'PAYG';
  stage.features = { BROWSE_MY_ORDERS: both, MANAGE_BILLING: both };
  localStorage.clear();
  sessionStorage.clear();
  signIn('olive');
  stage.net.on(session.me, () =>
    reply(session.me, {
      id: people[stage.person],
      firstName: stage.person,
      lastName: 'Marsh',
      email: `${stage.person}@fernhollow.example`,
      created: '2026-01-05T10:00:00Z',
      onboarded: true,
      profileImageUri: null,
      coverImageUri: null,
      isSupport: false,
      isMember: true,
      emailProblem: null,
      impersonatedBy: null,
    }),
  );
  stage.net.on(session.membership, ({ headers }) => {
    const orgId = Number(headers.get('Org-Id') ?? 1);
    return reply(session.membership, {
      id: orgId,
      userId: people[stage.person],
      user: {
        id: people[stage.person],
        firstName: stage.person,
        lastName: 'Marsh',
        email: `${stage.person}@fernhollow.example`,
        profileImageUri: null,
      },
      orgId,
      orgName: `Farm ${orgId}`,
      orgRole: {
        id: 1,
        name: 'Seller',
        features: stage.features,
        isDefault: false,
        defaultRoleId: null,
        isOwner: false,
      },
      plan: stage.plan,
      enabledFeatures: [],
      licenseIds: [],
      brandIds: [],
      companyIds: [],
      states: ['CA'],
      orgs: [
        { id: 1, name: 'Farm 1', roleName: 'Owner' },
        { id: 2, name: 'Farm 2', roleName: 'Owner' },
      ],
    });
  });
  stage.net.on(organization.full, ({ headers }) => {
    const id = Number(headers.get('Org-Id'));
    return reply(organization.full, {
      id,
      name: `Farm ${id}`,
      profileImageUri: null,
      defaultState: 'CA',
      plan: stage.plan,
      enabledFeatures: [],
      licenses: [],
      brands: [],
      companies: [],
      removedCompanies: [],
      buyerCompanies: [],
      distributorMappings: [],
      licenseSyncs: [],
      externalSystems: [],
      brandInvites: [],
      partnerBrands: [],
      listsProducts: true,
    });
  });
  stage.net.on(reference.siteFlags, () => reply(reference.siteFlags, []));
  stage.net.on(billingCalls.subscription, () =>
    reply(billingCalls.subscription, { plan: stage.plan, subscription: null }),
  );
  stage.net.onPath('/live', () => stage.live.open());
  stage.net.on(orders.addComment, () =>
    stage.plan === 'PAYG'
      ? refusal(403, 'UPGRADE_REQUIRED', 'Your plan doesn’t include “Saved searches”.', {
          reason: { kind: 'plan', slug: 'saved-searches', cheapestPlan: 'STARTER' },
        })
      : reply(orders.addComment, {
          id: 1,
          comment: 'kept',
          mentions: [],
          author: { id: people.olive, displayName: 'Olive Marsh' },
          created: '2026-01-05T10:00:00Z',
          edited: false,
          isMine: true,
        }),
  );
  return () => {
    globalThis.fetch = realFetch;
    saveTokens(null);
    sessionStorage.clear();
    history.replaceState(null, '', realAddress);
  };
});

export async function openAt(path: string) {
  history.replaceState(null, '', path);
  return render(<App manifests={[home, notes, billing]} />);
}

export const attempts = () =>
  stage.net.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/comments'));
export const dialog = (name: string) => page.getByRole('dialog', { name });

/** Types a note and tries to save it, which the plan refuses. */
export async function getBlocked(text = 'late orders'): Promise<void> {
  await page.getByLabelText('Note').fill(text);
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.element(dialog('Upgrade Required')).toBeVisible();
}

/** Gets blocked, opens the plans and leaves the page to pay elsewhere: the next app opened knows only what was stored. */
export async function leaveToPay(path: string): Promise<void> {
  const app = await openAt(path);
  await getBlocked();
  await dialog('Upgrade Required').getByRole('button', { name: 'Compare Plans' }).click();
  await expect.element(page.getByText(/You were about to keep “late orders”/)).toBeVisible();
  await app.unmount();
  callAs(null);
  useSessionState.setState({ status: 'loading' }, true);
}

export function upgrade(): void {
  stage.plan = 'STARTER';
  stage.live.change({ topic: 'access', kind: 'changed', id: 1, orgIds: [1] });
}

export const paid = (): CheckResult => ({ outcome: 'paid', plan: 'STARTER', subscription: null, url: null });
