import { useState } from 'react';
import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { read, write } from '../../../domain/access/ability';
import type { FeatureMap } from '../../../domain/access/features';
import type { PlanType } from '../../../domain/access/vocabulary';
import { orders } from '../../../domain/orders/contract';
import { organization } from '../../../domain/organization/contract';
import type { Organization } from '../../../domain/organization/organization';
import { reference, session } from '../../../domain/session/contract';
import type { CurrentUser, MyMembership } from '../../../domain/session/session';
import { App } from '../../../src/App';
import { home } from '../../../src/home';
import { saveTokens } from '../../../src/providers/call/tokens';
import type { Manifest } from '../../../src/providers/manifest';
import { useCall } from '../../../src/providers/refine/use-call';
import { useSession } from '../../../src/providers/session';
import { useUnsaved } from '../../../src/providers/unsaved';
import { Button } from '../../../src/ui/Button';
import { liveStream, network, reply, token } from './platform';

const realFetch = globalThis.fetch;
const realAddress = location.href;

export const user: CurrentUser = {
  id: '1c7a1b56-6f0c-4e4e-9d53-7ce0ad0f7f10',
  firstName: 'Olive',
  lastName: 'Marsh',
  email: 'olive@fernhollow.example',
  created: '2026-01-05T10:00:00Z',
  onboarded: true,
  profileImageUri: null,
  coverImageUri: null,
  isSupport: false,
  isMember: true,
  emailProblem: null,
  impersonatedBy: null,
};

export const both = { read: true, write: true };
export const seller: FeatureMap = { BROWSE_MY_ORDERS: both, PURCHASE_ORDERS: both, MANAGE_ROLES: both };

const { id, firstName, lastName, email, profileImageUri } = user;

const membershipWith = ({ features, plan }: Pick<World, 'features' | 'plan'>, orgId = 1): MyMembership => ({
  id: 1,
  userId: user.id,
  user: { id, firstName, lastName, email, profileImageUri },
  orgId,
  orgName: orgId === 1 ? 'Fernhollow Farms' : 'Juniper Street',
  orgRole: { id: 1, name: 'Seller', features, isDefault: false, defaultRoleId: null, isOwner: false },
  plan,
  enabledFeatures: [],
  licenseIds: [],
  brandIds: [],
  companyIds: [],
  states: ['CA'],
  orgs: [
    { id: 1, name: 'Fernhollow Farms', roleName: 'Seller' },
    { id: 2, name: 'Juniper Street', roleName: 'Seller' },
  ],
});

export const whole = (id: number): Organization => ({
  id,
  name: id === 1 ? 'Fernhollow Farms' : 'Juniper Street',
  profileImageUri: null,
  defaultState: 'CA',
  plan: 'BASIC',
  enabledFeatures: [],
  licenses: [],
  brands: [],
  companies: [
    {
      companyId: id * 10,
      orgId: id,
      name: 'Wholesale',
      companyType: 'WHOLESALER',
      state: { ansiAbbrevation: 'CA' },
      profileImageUri: null,
      isMarketplaceLinked: false,
      timeZone: null,
    },
  ],
  removedCompanies: [],
  distributorMappings: [],
  licenseSyncs: [],
  externalSystems: [],
  brandInvites: [],
  partnerBrands: [],
  listsProducts: true,
  buyerCompanies: [
    { id: id * 100, orgId: id, businessLicenseName: 'Shop', dba: null, licenseIds: [], buyerLicenses: [] },
  ],
});

/** Has the organization one company for each of these time zones; null leaves it to the reader. */
export function countIn(...zones: (string | null)[]): void {
  world.net.on(organization.full, ({ headers }) => {
    const own = whole(Number(headers.get('Org-Id')));
    const companies = zones.flatMap((timeZone, at) =>
      own.companies.map((company) => ({ ...company, companyId: company.companyId + at, timeZone })),
    );
    return reply(organization.full, { ...own, companies });
  });
}

function OrdersScreen() {
  const { organization } = useSession();
  const comment = useCall(orders.addComment);
  const [draft, setDraft] = useState('');
  useUnsaved(draft !== '');
  return (
    <div className="page">
      <h1>Sales Orders</h1>
      <p>Orders of {organization?.name}</p>
      <textarea aria-label="Note" />
      <textarea aria-label="Draft" onChange={({ target }) => setDraft(target.value)} />
      <Button onClick={() => void comment.run({ params: { id: 1 }, body: { comment: 'Hello' } })}>Comment</Button>
    </div>
  );
}

export const screen = (title: string) => async () => ({ default: () => <h1>{title}</h1> });

const parts: Manifest = {
  name: 'orders',
  label: 'Orders',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [
    {
      path: 'orders',
      title: 'Sales Orders',
      load: async () => ({ default: OrdersScreen }),
      nav: { icon: 'orders', order: 1 },
    },
    {
      path: 'orders/purchases',
      title: 'Purchase Orders',
      load: screen('Purchases'),
      requires: read('PURCHASE_ORDERS'),
      nav: { icon: 'cart', order: 2 },
    },
    {
      path: 'broken',
      title: 'Broken',
      load: async () => {
        throw new Error('This screen does not load');
      },
    },
    {
      path: 'unreachable',
      title: 'Unreachable',
      load: async () => {
        throw new TypeError('Failed to fetch dynamically imported module');
      },
    },
  ],
};

const market: Manifest = {
  name: 'marketplace',
  label: 'Marketplace',
  app: 'marketplace',
  requires: read('PURCHASE_ORDERS'),
  screens: [{ path: 'marketplace', title: 'Marketplace', load: screen('Marketplace'), nav: { icon: 'store' } }],
};

const administration: Manifest = {
  name: 'roles',
  label: 'Roles',
  app: 'account',
  requires: write('MANAGE_ROLES'),
  screens: [{ path: 'account/roles', title: 'Roles', load: screen('Roles'), nav: { icon: 'lock' } }],
};

type World = {
  net: ReturnType<typeof network>;
  live: ReturnType<typeof liveStream>;
  features: FeatureMap;
  plan: PlanType;
};

/** A test app's platform, its person's permissions and their plan. */
export const world: World = { net: network(), live: liveStream(), features: seller, plan: 'BASIC' };

beforeEach(async () => {
  await page.viewport(1440, 900);
  const net = network();
  const live = liveStream();
  Object.assign(world, { net, live, features: seller, plan: 'BASIC' });
  localStorage.clear();
  sessionStorage.clear();
  saveTokens({ accessToken: token('olive', 600), refreshToken: 'first' });
  net.on(session.me, () => reply(session.me, user));
  net.on(session.membership, ({ headers }) =>
    reply(session.membership, membershipWith(world, Number(headers.get('Org-Id') ?? 1))),
  );
  net.on(organization.full, ({ headers }) => reply(organization.full, whole(Number(headers.get('Org-Id')))));
  net.on(reference.siteFlags, () => reply(reference.siteFlags, []));
  net.onPath('/live', () => live.open());
  return () => {
    globalThis.fetch = realFetch;
    saveTokens(null);
    history.replaceState(null, '', realAddress);
  };
});

/** The app of these parts, beside the shell's own test screens. */
export async function openAt(path: string, more: readonly Manifest[] = []) {
  history.replaceState(null, '', path);
  return render(<App manifests={[home, parts, market, administration, ...more]} />);
}

export const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
export const entry = (name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Apps' }).getByRole('link', { name });
