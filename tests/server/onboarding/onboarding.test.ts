import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { CallInput } from '../../../domain/contract/endpoint';
import { beginning } from '../../../domain/onboarding/contract';
import { auditLog, licenses, organizations, orgUsers, users } from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeSeller, makeUnclaimed, makeUser, type UserFixture, unique } from '../../support/factories';
import { whileOut } from '../../support/integrations/sandboxes';

const app = await openApp();
let person: UserFixture;
let newcomer: TestCaller;

beforeEach(async () => {
  person = await makeUser(app.database.db);
  newcomer = await app.as(person);
});

const newNumber = () => `C20-${String(unique()).padStart(7, '0')}-LIC`;
const license = (values: object = {}) => ({
  licenseNumber: newNumber(),
  name: 'Cedar Supply LLC',
  state: 'CA',
  address: {},
  ...values,
});
type Draft = CallInput<typeof beginning.create>['body'];
const draft = (values: object = {}): Draft => ({
  name: `Cedar Supply ${unique()}`,
  companyType: 'MICROBUSINESS',
  licenses: [license()],
  ...values,
});
const begin = (body: Draft, who = newcomer, idempotencyKey: string | null = null) =>
  who.call(beginning.create, { body }, { idempotencyKey });
const ownedBy = (user: UserFixture) =>
  app.database.db
    .select({ id: organizations.id, name: organizations.name })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .where(eq(orgUsers.userId, user.id));
const holdersOf = async (...numbers: string[]) =>
  (await app.database.db.select().from(licenses).where(inArray(licenses.licenseNumber, numbers))).map(
    ({ orgId }) => orgId,
  );

/** An organization just begun, as its owner sees it. */
async function begun(body: Draft) {
  const { orgId } = await newcomer.expectOk(beginning.create, { body });
  const caller = await app.as(person, { id: orgId });
  return { caller, orgId, whole: await caller.expectOk(contract.organization.full, { params: { orgId } }) };
}

describe('an organization', () => {
  test('begins with its licenses, roles, owner and the companies its kind trades with', async () => {
    const [one, two] = [license(), license({ state: 'OR', name: 'Cedar Rogue', licenseType: 'CULTIVATOR' })];
    const { caller, orgId, whole } = await begun(draft({ name: ' Cedar Supply ', licenses: [one, two] }));
    expect(whole).toMatchObject({ name: 'Cedar Supply', defaultState: 'CA', plan: 'FREE', brands: [] });
    expect(whole.licenses.map(({ licenseNumber, name }) => [licenseNumber, name])).toEqual([
      [one.licenseNumber, 'Cedar Supply LLC'],
      [two.licenseNumber, 'Cedar Rogue'],
    ]);
    expect(whole.companies).toMatchObject([
      { name: 'Cedar Supply', companyType: 'MICROBUSINESS', state: { ansiAbbrevation: 'CA' } },
    ]);
    expect(whole.buyerCompanies[0]?.buyerLicenses.map(({ licenseId }) => licenseId).sort()).toEqual(
      whole.licenses.map(({ id }) => id).sort(),
    );
    const mine = await caller.expectOk(contract.session.membership, {});
    expect(mine).toMatchObject({ orgId, orgRole: { isOwner: true }, plan: 'FREE', states: ['CA', 'OR'] });
    const roles = await caller.expectOk(contract.roles.list, { params: { orgId } });
    expect(roles.map(({ defaultRoleId }) => defaultRoleId)).toEqual(['OWNER', 'ADMIN', 'USER']);
    const log = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, orgId));
    expect(log.map(({ entity }) => entity).sort()).toEqual([
      'buyer-company',
      'company',
      'license',
      'license',
      'organization',
    ]);
    expect(log.every(({ actorUserId }) => actorUserId === person.id)).toBe(true);
  });

  test.each([
    ['CULTIVATOR', 1, 0],
    ['RETAILER', 0, 1],
    ['DISTRIBUTOR', 1, 1],
  ] as const)('of kind %s has %i seller and %i buyer companies', async (companyType, sellers, buyers) => {
    const { whole } = await begun(draft({ companyType, defaultState: 'NV' }));
    expect([whole.companies.length, whole.buyerCompanies.length]).toEqual([sellers, buyers]);
    expect(whole.defaultState).toBe('NV');
    expect(whole.enabledFeatures).toEqual(sellers > 0 ? ['BROWSE_ORDERS'] : []);
  });

  test('lets its owner sell, invite and change it at once, and nobody else', async () => {
    const { caller, orgId, whole } = await begun(draft());
    const companyId = whole.companies[0]?.companyId ?? 0;
    const company = await caller.expectOk(contract.companies.get, { params: { id: companyId } });
    expect(company).toMatchObject({ licenseId: whole.licenses[0]?.id, paymentOptions: [{ name: 'Cash on delivery' }] });
    const scope = { orgId, companyId };
    await caller.expectOk(contract.orders.search, { body: { ...scope, filters: {} } });
    const email = `buyer-${orgId}@example.com`;
    await caller.expectOk(contract.companyInvites.create, { body: { companyId, invitedEmail: email } });
    await caller.expectOk(contract.team.invite, { params: { orgId }, body: { email, defaultRole: 'USER' } });
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    expect((await stranger.call(contract.organization.full, { params: { orgId } })).status).toBe(404);
  });

  test('ends its owner’s onboarding, unless they have yet to give a name', async () => {
    const { db } = app.database;
    for (const [firstName, onboarded] of [
      ['Juno', true],
      ['', false],
    ] as const) {
      const user = await makeUser(db, { firstName, onboarded: false });
      const caller = await app.as(user);
      await caller.expectOk(beginning.create, { body: draft() });
      expect(await caller.expectOk(contract.session.me, { query: {} })).toMatchObject({ onboarded, isMember: true });
    }
  });

  test('can be begun by someone who has one already', async () => {
    const other = await makeSeller(app.database.db);
    const member = await makeMember(app.database.db, other, { defaultRoleId: 'USER' });
    const caller = await app.as(member.user, other.org);
    const { orgId } = await caller.expectOk(beginning.create, { body: draft() });
    expect(orgId).not.toBe(other.org.id);
    expect(await ownedBy(member.user)).toHaveLength(2);
  });
});

describe('is refused, and nothing of it is kept,', () => {
  test('when another organization has one of its licenses', async () => {
    const seller = await makeSeller(app.database.db);
    const [mine, theirs] = [license(), seller.license.licenseNumber];
    const answer = await begin(draft({ licenses: [mine, license({ licenseNumber: ` ${theirs.toLowerCase()}` })] }));
    const taken = `Another organization has license ${theirs}. If it’s yours, dispute it in My Licenses.`;
    expect(answer).toMatchObject({ status: 400, body: { errors: { 'licenses.1.licenseNumber': taken } } });
    expect(await ownedBy(person)).toEqual([]);
    expect(await holdersOf(mine.licenseNumber)).toEqual([]);
  });

  test('when something is missing or a license is listed twice, each at its field', async () => {
    const one = license();
    const wrong = {
      name: ' ',
      companyType: '',
      licenses: [one, one, license({ licenseNumber: '', name: '', state: '' })],
    };
    expect(await begin(draft(wrong))).toMatchObject({
      status: 400,
      body: {
        errors: {
          name: 'Name is required',
          companyType: 'Choose what you do',
          'licenses.2.licenseNumber': 'License number is required',
          'licenses.2.name': 'Name is required',
          'licenses.2.state': 'Choose a state',
        },
      },
    });
    expect(await begin(draft({ licenses: [one, one] }))).toMatchObject({
      status: 400,
      body: { errors: { 'licenses.1.licenseNumber': 'This license is listed twice' } },
    });
    expect((await begin(draft({ licenses: [] }))).body).toMatchObject({
      errors: { licenses: 'Add at least one license' },
    });
    expect(await ownedBy(person)).toEqual([]);
  });

  test('to visitors, and until the email is confirmed', async () => {
    expect((await begin(draft(), app.withToken(null))).status).toBe(401);
    const { db } = app.database;
    await db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.id));
    expect(await begin(draft())).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: `Confirm your email (${person.email}) first, then create the organization.` },
    });
    expect(await ownedBy(person)).toEqual([]);
  });
});

describe('at the same time', () => {
  test('two people with one license number: one begins, the other is refused at the number', async () => {
    const rival = await makeUser(app.database.db);
    const rivals = [newcomer, await app.as(rival)];
    const [shared, also] = [license(), license()];
    const lists = [
      [shared, also],
      [also, shared],
    ];
    const answers = await Promise.all(lists.map((list, index) => begin(draft({ licenses: list }), rivals[index])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ ok }) => !ok);
    expect(refused?.body).toMatchObject({
      errors: {
        'licenses.0.licenseNumber': expect.stringContaining('Another organization has license'),
        'licenses.1.licenseNumber': expect.stringContaining('Another organization has license'),
      },
    });
    expect((await ownedBy(person)).length + (await ownedBy(rival)).length).toBe(1);
    expect(new Set(await holdersOf(shared.licenseNumber, also.licenseNumber)).size).toBe(1);
  });

  test('a double click begins one organization, and so does a retry once there is a membership', async () => {
    const key = crypto.randomUUID();
    const body = draft();
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(body, newcomer, key)));
    const late = await begin(body, newcomer, key);
    const [org] = await ownedBy(person);
    for (const answer of [...answers, late]) expect(answer).toMatchObject({ ok: true, body: { orgId: org?.id } });
    const within = await app.as(person, { id: org?.id ?? 0 });
    expect(await begin(body, within, key)).toMatchObject({ ok: true, body: { orgId: org?.id } });
    expect(await ownedBy(person)).toHaveLength(1);
    expect(await begin(draft(), newcomer, key)).toMatchObject({ ok: false, body: { message: 'KEY_REUSED' } });
  });
});

describe('the licenses a key can access', () => {
  const find = (metrcApiKey: string, who = newcomer) =>
    who.call(beginning.claimable, { body: { state: 'CA', metrcApiKey } });

  test('are offered before there is an organization, and can begin one', async () => {
    const seller = await makeSeller(app.database.db);
    const free = await makeUnclaimed(app.database.db, seller);
    const answer = await find(demoTrackingKey(seller.org.id, 'CA'));
    const states = (answer.body as { licenseNumber: string; claimState: string }[]).map((one) => [
      one.licenseNumber,
      one.claimState,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      [seller.license.licenseNumber]: 'CLAIMED',
      [free.licenseNumber]: 'AVAILABLE',
    });
    const { whole } = await begun(draft({ licenses: [license({ licenseNumber: free.licenseNumber })] }));
    expect(whole.licenses[0]?.licenseNumber).toBe(free.licenseNumber);
  });

  test('aren’t with a wrong key, without sign-in, or while the tracking system is down', async () => {
    expect(await find('nobody-ever-had-this-key')).toMatchObject({
      status: 400,
      body: { errors: { metrcApiKey: 'The tracking system of California doesn’t accept this key' } },
    });
    expect((await find('nobody-ever-had-this-key', app.withToken(null))).status).toBe(401);
    const seller = await makeSeller(app.database.db);
    await whileOut(app, 'tracking', async () => {
      expect((await find(demoTrackingKey(seller.org.id, 'CA'))).status).toBe(503);
    });
  });
});
