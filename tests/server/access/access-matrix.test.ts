import { beforeAll, describe, expect, test } from 'vitest';
import { type Actor, decide } from '../../../domain/access/ability';
import type { FeatureMap } from '../../../domain/access/features';
import { DEFAULT_FEATURES, DEFAULT_ROLE_NAMES, type DefaultRoleId } from '../../../domain/access/roles';
import { contract } from '../../../domain/calls';
import { type Endpoint, isWrite } from '../../../domain/contract/endpoint';
import type { ErrorBody } from '../../../domain/errors';
import { orderSalesReps } from '../../../server/db/schema';
import { BUYER_ROLES, SELLER_ROLES } from '../../../server/seed/specs/people';
import { openApp, type TestCaller } from '../../support/app';
import { SAMPLES } from '../../support/contract/samples';
import type { Sample } from '../../support/contract/samples/sample';
import { makeWorld, type World } from '../../support/contract/world';
import { makeMember, makeUser, type OrgFixture, type UserFixture } from '../../support/factories';
import { agreeToUsage } from '../../support/usage/recordings';

type Row = { name: string; endpoint: Endpoint; sample: Sample<Endpoint> };
/** A demo person: how they call, their membership, and the matching actor for `decide`. */
type Asker = {
  role: string;
  side: 'seller' | 'buyer' | null;
  here: TestCaller;
  /** The same person with the other organization's `Org-Id`. */
  there: TestCaller;
  actor: Actor | null;
};

const endpoints = contract as unknown as Record<string, Record<string, Endpoint>>;
const rows: Row[] = Object.entries(SAMPLES).flatMap(([area, samples]) =>
  Object.entries(samples).map(([verb, sample]) => {
    const endpoint = endpoints[area]?.[verb] as Endpoint;
    return { name: `${endpoint.method} ${endpoint.path}`, endpoint, sample: sample as Sample<Endpoint> };
  }),
);

const app = await openApp();
let mine: World;
let theirs: World;
let askers: Asker[];

beforeAll(async () => {
  const { db } = app.database;
  mine = await makeWorld(db);
  theirs = await makeWorld(db);
  askers = await Promise.all([
    ...(['OWNER', 'ADMIN', 'USER'] as const).map((id) => byDefault('seller', id)),
    ...SELLER_ROLES.map(({ name, features }) => ofOwnRole('seller', name, features)),
    byDefault('buyer', 'OWNER'),
    ...BUYER_ROLES.map(({ name, features }) => ofOwnRole('buyer', name, features)),
    outside('Support', await makeUser(db, { isSupport: true })),
    outside('No organization', await makeUser(db)),
  ]);
  const nobody = app.withToken(null);
  askers.push({
    role: 'Signed out',
    side: null,
    here: nobody,
    there: app.withToken(null, theirs.seller.org.id),
    actor: null,
  });
});

async function byDefault(side: 'seller' | 'buyer', id: DefaultRoleId): Promise<Asker> {
  const { org, owner } = mine[side];
  const { user, orgUserId } = id === 'OWNER' ? owner : await makeMember(app.database.db, org, { defaultRoleId: id });
  return member(side, org, user, orgUserId, DEFAULT_FEATURES[id], id);
}

/** Assigned everything, so only the role's permissions matter. */
async function ofOwnRole(side: 'seller' | 'buyer', name: string, features: FeatureMap): Promise<Asker> {
  const { org, license } = mine[side];
  const { user, orgUserId } = await makeMember(app.database.db, org, {
    features,
    licenseIds: side === 'seller' ? [license.id, mine.harvests.licenseId] : [license.id],
    ...(side === 'seller' ? { brandIds: [mine.seller.brand.id], companyIds: [mine.seller.company.id] } : {}),
  });
  const asker = await member(side, org, user, orgUserId, features, null);
  return { ...asker, role: name };
}

async function member(
  side: 'seller' | 'buyer',
  org: OrgFixture,
  user: UserFixture,
  orgUserId: number,
  features: FeatureMap,
  defaultRoleId: DefaultRoleId | null,
): Promise<Asker> {
  if (side === 'seller') {
    const reps = [mine.orderId, mine.mailedOrderId, ...mine.mergeableIds].map((orderId) => ({
      orgId: org.id,
      orderId,
      orgUserId,
    }));
    await app.database.db.insert(orderSalesReps).values(reps).onConflictDoNothing();
  }
  // What is measured isn't a matter of roles.
  await agreeToUsage(app.database.db, { userId: user.id, orgId: org.id });
  const name = defaultRoleId ? DEFAULT_ROLE_NAMES[defaultRoleId] : '';
  return {
    role: `${name} of the ${side}`,
    side,
    here: await app.as(user, org),
    there: await app.as(user, theirs[side].org),
    actor: {
      userId: user.id,
      isSupport: false,
      membership: {
        orgUserId,
        userId: user.id,
        orgId: org.id,
        role: {
          id: 0,
          name,
          features,
          isDefault: defaultRoleId !== null,
          defaultRoleId,
          isOwner: defaultRoleId === 'OWNER',
        },
        enabledFeatures: ['BROWSE_ORDERS'],
        plan: 'ENTERPRISE',
        licenseIds: [],
        brandIds: [],
        companyIds: [],
        states: [],
      },
    },
  };
}

async function outside(role: string, user: UserFixture): Promise<Asker> {
  const actor = { userId: user.id, isSupport: user.isSupport, membership: null };
  return { role, side: null, here: await app.as(user), there: await app.as(user, theirs.seller.org), actor };
}

type Outcome = { role: string; status: number; reason: unknown };

const refusal = (actor: Actor | null, { endpoint }: Row) => {
  const decision = decide(actor, endpoint.requires);
  return decision.allowed ? null : { status: actor === null ? 401 : 403, reason: decision.reason };
};

async function outcome({ role }: Asker, caller: TestCaller, { endpoint }: Row, input: unknown): Promise<Outcome> {
  const answer = await caller.call(endpoint, input as never);
  const reason = answer.ok ? null : ((answer.body as ErrorBody).errorObject?.reason ?? null);
  return { role, status: answer.status, reason };
}

/** Writes are made to fail right after the access check, so no caller affects the next. */
function harmless({ endpoint, sample }: Row): { input: object; status: number } {
  const input = sample.input(mine) as { params?: Record<string, unknown> };
  if (!isWrite(endpoint) && !sample.notCalled && !sample.onesOwn) return { input, status: 200 };
  if (endpoint.body) return { input: { ...input, body: ['not', 'an', 'object'] }, status: 400 };
  if (endpoint.query && !endpoint.params) return { input: { ...input, query: {} }, status: 400 };
  if (!endpoint.params) return { input, status: endpoint === contract.support.stop ? 409 : 200 };
  const names = Object.keys(input.params ?? {});
  // Nothing to change in the call; what it does, such as setting a picture, affects nobody else.
  if (names.every((name) => name === 'orgId')) return { input, status: 200 };
  if (endpoint.upload) return { input: { ...input, file: new Blob(['no picture']) }, status: 400 };
  const params = Object.entries(input.params ?? {}).map(([name, value]) => [name, nobodys(name, value)]);
  return { input: { ...input, params: Object.fromEntries(params) }, status: 404 };
}

function nobodys(name: string, value: unknown): unknown {
  if (name === 'orgId') return value;
  return name === 'inviteCode' ? crypto.randomUUID() : 999_999_999;
}

describe('whoever asks', () => {
  test.each(rows)('$name in one’s own organization does what one’s role allows', async (row) => {
    const { input, status } = harmless(row);
    const expected = (asker: Asker): Outcome => ({
      role: asker.role,
      ...(refusal(asker.actor, row) ?? { status: expectedOf(asker, row, status), reason: null }),
    });
    const found = await Promise.all(askers.map((asker) => outcome(asker, asker.here, row, input)));
    expect(found).toEqual(askers.map(expected));
  });

  test.each(rows.filter(({ sample }) => !sample.shared))(
    '$name finds nothing of another organization from one’s own',
    async (row) => {
      const input = row.sample.input(theirs);
      const found = await Promise.all(askers.map((asker) => outcome(asker, asker.here, row, input)));
      expect(found).toEqual(
        askers.map(({ role, actor }) => ({ role, ...(refusal(actor, row) ?? { status: 404, reason: null }) })),
      );
    },
  );

  test.each(rows.filter(({ sample }) => !sample.shared))(
    '$name is refused for an organization the caller isn’t in',
    async (row) => {
      const input = row.sample.input(theirs);
      const found = await Promise.all(askers.map((asker) => outcome(asker, asker.there, row, input)));
      const stranger = (actor: Actor | null) => actor && { ...actor, membership: null };
      expect(found).toEqual(
        askers.map(({ role, actor }) => ({
          role,
          ...(refusal(stranger(actor), row) ?? { status: 404, reason: null }),
        })),
      );
    },
  );
});

/** An allowed call's status: the sample's in its own organization, not found in others. */
function expectedOf({ side, actor }: Asker, { endpoint, sample }: Row, status: number): number {
  if (endpoint === contract.session.membership) return actor?.membership ? 200 : 404;
  return status === 200 && !sample.shared && side !== sample.as ? 404 : status;
}

const { carts, invitations, orders, roles, support, team } = contract;

// The requirements tested above, written out independently.
test.each<[string, string, Endpoint, boolean]>([
  ['Owner of the seller', 'hands over', team.transferOwnership, true],
  ['Admin of the seller', 'not: hands over', team.transferOwnership, false],
  ['Admin of the seller', 'invites', team.invite, true],
  ['Sales manager', 'not: invites', team.invite, false],
  ['Sales rep', 'not: reads roles', roles.list, false],
  ['Read only', 'not: moves orders', orders.transition, false],
  ['Purchasing', 'buys', carts.checkout, true],
  ['Menu reader', 'not: buys', carts.checkout, false],
  ['Support', 'not: reads orders', orders.get, false],
  ['Support', 'acts for people', support.impersonate, true],
  ['Owner of the buyer', 'not: acts for people', support.impersonate, false],
  ['No organization', 'joins one', invitations.accept, true],
  ['Signed out', 'reads an invitation', invitations.byCode, true],
  ['Signed out', 'not: has invitations', invitations.mine, false],
])('%s: %s', (role, _what, endpoint, allowed) => {
  const asker = askers.find((one) => one.role === role);
  expect(asker).toBeDefined();
  expect(decide(asker?.actor ?? null, endpoint.requires).allowed).toBe(allowed);
});
