import type { FeatureId, FeatureMap } from '../../../domain/access/features';

/** Custom roles of the demo's organizations. */
export type CustomRole = { name: string; features: FeatureMap };

const grant = (writes: readonly FeatureId[], reads: readonly FeatureId[] = []): FeatureMap =>
  Object.fromEntries([
    ...reads.map((id) => [id, { read: true, write: false }]),
    ...writes.map((id) => [id, { read: true, write: true }]),
  ]);

export const SELLER_ROLES: readonly CustomRole[] = [
  {
    name: 'Sales manager',
    features: grant(
      ['BROWSE_ORDERS', 'BROWSE_MY_ORDERS', 'EDIT_FROZEN_ORDERS', 'ORDER_PAYMENTS', 'CUSTOMERS', 'PRODUCTS'],
      ['INVENTORY', 'FULFILLMENT_ORDERS', 'MANAGE_BRANDS', 'MANAGE_LICENSES', 'OFFERS', 'BIDS', 'ORDERS'],
    ),
  },
  { name: 'Sales rep', features: grant(['BROWSE_MY_ORDERS'], ['CUSTOMERS', 'PRODUCTS']) },
  {
    name: 'Warehouse',
    features: grant(
      ['INVENTORY', 'INTAKES', 'FULFILLMENT_ORDERS', 'TRANSFER_TEMPLATES'],
      ['BROWSE_ORDERS', 'BROWSE_MY_ORDERS', 'PRODUCTS'],
    ),
  },
  {
    name: 'Read only',
    features: grant(
      [],
      ['BROWSE_ORDERS', 'BROWSE_MY_ORDERS', 'ORDER_PAYMENTS', 'CUSTOMERS', 'INVENTORY', 'PRODUCTS', 'MANAGE_BRANDS'],
    ),
  },
  { name: 'Cultivation', features: grant(['HARVESTS', 'HARVEST_DELETE'], ['INVENTORY', 'PRODUCTS']) },
];

export const BUYER_ROLES: readonly CustomRole[] = [
  {
    name: 'Purchasing',
    features: grant(['PURCHASE_ORDERS', 'BIDS', 'ORDERS'], ['OFFERS', 'INTAKES', 'MANAGE_LICENSES']),
  },
  { name: 'Menu reader', features: grant([], ['INTAKES', 'MANAGE_LICENSES']) },
];

export type Place = {
  /** The organization's key. */
  org: string;
  /** A default role's id or a custom role's name. */
  role: string;
  title: string;
  /** States whose companies and licenses a custom role is assigned; all by default. */
  states?: readonly string[];
};

export type Person = {
  email: string;
  firstName: string;
  lastName: string;
  places: readonly Place[];
  isSupport?: true;
  onboarded?: false;
  /** What a visitor can try with this account; printed on start. */
  tries?: string;
};

/** Everyone in the demo who can sign in. */
export const PEOPLE: readonly Person[] = [
  {
    email: 'owner@fernhollow.example',
    firstName: 'Olivia',
    lastName: 'Marsh',
    places: [{ org: 'fernhollow', role: 'OWNER', title: 'Founder' }],
    tries: 'everything a seller can do, in California and Colorado, on the Enterprise plan',
  },
  {
    email: 'admin@fernhollow.example',
    firstName: 'Devon',
    lastName: 'Achebe',
    places: [{ org: 'fernhollow', role: 'ADMIN', title: 'Operations director' }],
    tries: 'manages roles and the team: remove a permission from a role and see it take effect',
  },
  {
    email: 'manager@fernhollow.example',
    firstName: 'Priya',
    lastName: 'Raman',
    places: [{ org: 'fernhollow', role: 'Sales manager', title: 'Sales manager' }],
    tries: 'all sales orders (fulfilled ones too), payments, customers and prices',
  },
  {
    email: 'rep@fernhollow.example',
    firstName: 'Caleb',
    lastName: 'Winters',
    places: [{ org: 'fernhollow', role: 'Sales rep', title: 'Sales representative', states: ['CA'] }],
    tries: 'only the orders he’s the sales rep for, in California',
  },
  {
    email: 'warehouse@fernhollow.example',
    firstName: 'Teresa',
    lastName: 'Nguyen',
    places: [{ org: 'fernhollow', role: 'Warehouse', title: 'Warehouse lead', states: ['CA'] }],
    tries: 'inventory and fulfillment; can view sales orders',
  },
  {
    email: 'viewer@fernhollow.example',
    firstName: 'Martin',
    lastName: 'Fuchs',
    places: [{ org: 'fernhollow', role: 'Read only', title: 'Bookkeeper' }],
    tries: 'can view orders, payments and products, and change nothing',
  },
  {
    email: 'rep2@fernhollow.example',
    firstName: 'Jasmine',
    lastName: 'Cole',
    places: [{ org: 'fernhollow', role: 'Sales rep', title: 'Sales representative', states: ['CO'] }],
  },
  {
    email: 'owner@tidemark.example',
    firstName: 'Marcus',
    lastName: 'Bell',
    places: [{ org: 'tidemark', role: 'OWNER', title: 'Managing partner' }],
    tries: 'a distributor in California on the Premium plan, which buys as well as sells',
  },
  {
    email: 'rep@tidemark.example',
    firstName: 'Lucia',
    lastName: 'Ferrari',
    places: [{ org: 'tidemark', role: 'Sales rep', title: 'Account executive' }],
  },
  {
    email: 'both@tidemark.example',
    firstName: 'Morgan',
    lastName: 'Reyes',
    places: [
      { org: 'tidemark', role: 'ADMIN', title: 'Wholesale director' },
      { org: 'juniper', role: 'Purchasing', title: 'Buying consultant' },
    ],
    tries: 'two organizations: sells for Tidemark, buys for Juniper Street',
  },
  {
    email: 'owner@millrace.example',
    firstName: 'Hana',
    lastName: 'Lindqvist',
    places: [{ org: 'millrace', role: 'OWNER', title: 'Farmer' }],
    tries: 'a microbusiness in Oregon on the Starter plan',
  },
  {
    email: 'sales@millrace.example',
    firstName: 'Tobias',
    lastName: 'Reed',
    places: [{ org: 'millrace', role: 'USER', title: 'Sales and deliveries' }],
  },
  {
    email: 'owner@northwater.example',
    firstName: 'Peter',
    lastName: 'Kowalczyk',
    places: [{ org: 'northwater', role: 'OWNER', title: 'President' }],
    tries: 'a hemp wholesaler in Michigan, pay-as-you-go, without the flag for all sales orders',
  },
  {
    email: 'sales@northwater.example',
    firstName: 'Renee',
    lastName: 'Dupont',
    places: [{ org: 'northwater', role: 'USER', title: 'Inside sales' }],
  },
  {
    email: 'owner@harborvine.example',
    firstName: 'Elena',
    lastName: 'Ortiz',
    places: [{ org: 'harborvine', role: 'OWNER', title: 'Owner' }],
  },
  {
    email: 'buyer@harborvine.example',
    firstName: 'Nathan',
    lastName: 'Brooks',
    places: [{ org: 'harborvine', role: 'Purchasing', title: 'Head buyer' }],
    tries: 'the marketplace, carts and purchase orders for four shops',
  },
  {
    email: 'browser@harborvine.example',
    firstName: 'Sophie',
    lastName: 'Tran',
    places: [{ org: 'harborvine', role: 'Menu reader', title: 'Budtender' }],
    tries: 'can view menus but not buy: no permission for purchase orders',
  },
  {
    email: 'owner@juniper.example',
    firstName: 'Samuel',
    lastName: 'Okafor',
    places: [{ org: 'juniper', role: 'OWNER', title: 'General manager' }],
  },
  {
    email: 'owner@copperline.example',
    firstName: 'Denise',
    lastName: 'Hartley',
    places: [{ org: 'copperline', role: 'OWNER', title: 'Director of retail' }],
    tries: 'a buyer with two companies, in Michigan and Colorado',
  },
  {
    email: 'support@verdant.example',
    firstName: 'Robin',
    lastName: 'Hale',
    places: [],
    isSupport: true,
    tries: 'support staff: can act for someone, and every change names both',
  },
  {
    email: 'new@verdant.example',
    firstName: 'Avery',
    lastName: 'Quinn',
    places: [],
    onboarded: false,
    tries: 'first sign-in: no organization yet, goes to onboarding',
  },
  {
    email: 'grower@fernhollow.example',
    firstName: 'Rosa',
    lastName: 'Lindqvist',
    places: [{ org: 'fernhollow', role: 'Cultivation', title: 'Head grower', states: ['CA'] }],
    tries: 'harvests: weigh plants at the weigh line, add packages and waste, submit',
  },
];

/** One password for everyone, easy to type from a terminal. */
export const DEMO_PASSWORD = 'slow-green-thumbs-grow';

export type DemoAccount = { email: string; role: string; tries: string };

/** Accounts worth trying, in print order. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = PEOPLE.flatMap(({ email, places, isSupport, tries }) =>
  tries ? [{ email, role: describeRole(places, isSupport === true), tries }] : [],
);

function describeRole(places: readonly Place[], isSupport: boolean): string {
  if (isSupport) return 'support';
  if (places.length === 0) return 'newcomer';
  return [...new Set(places.map(({ role }) => role.toLowerCase()))].join(' + ');
}

/** The accounts as lines for the terminal. */
export function demoAccounts(): string[] {
  const width = (column: 'email' | 'role') => Math.max(...DEMO_ACCOUNTS.map((account) => account[column].length));
  const [email, role] = [width('email'), width('role')];
  return [
    `Demo accounts, all with the password ${DEMO_PASSWORD}`,
    ...DEMO_ACCOUNTS.map((one) => `  ${one.email.padEnd(email)}  ${one.role.padEnd(role)}  ${one.tries}`),
  ];
}
