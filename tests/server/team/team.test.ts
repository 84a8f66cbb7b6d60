import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { contract } from '../../../domain/calls';
import { partnerBrands } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeLicense,
  makeMember,
  makeOrder,
  makePartner,
  makeRole,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { both } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

const { remove, update } = contract.team;
const read = { read: true, write: false };

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const org = () => ({ orgId: seller.org.id });
const at = (id: number) => ({ params: { ...org(), id } });
const join = (options: Parameters<typeof makeMember>[2]) => makeMember(app.database.db, seller, options);
const as = ({ user }: MemberFixture) => app.as(user, seller.org);
const team = () => owner.expectOk(contract.organization.users, { params: org(), query: {} });
const found = async (id: number) => (await team()).find((one) => one.id === id);

/** Manages the team and its roles, and otherwise only reads customers. */
async function teamLead(licenseIds: number[] = []): Promise<TestCaller> {
  return as(await join({ features: { MANAGE_USERS: both, MANAGE_ROLES: both, CUSTOMERS: read }, licenseIds }));
}

describe('editing someone’s membership', () => {
  test('changes only what is sent', async () => {
    const clerk = await join({ features: {}, licenseIds: [seller.license.id], salesRepId: 'SR-1' });
    const after = await owner.expectOk(update, { ...at(clerk.orgUserId), body: { title: 'Dispatcher' } });
    expect(after).toMatchObject({
      title: 'Dispatcher',
      orgRole: { id: clerk.roleId },
      licenseIds: [seller.license.id],
      salesRepId: 'SR-1',
    });
    const without = await owner.expectOk(update, { ...at(clerk.orgUserId), body: { salesRepId: null } });
    expect(without).toMatchObject({ title: 'Dispatcher', salesRepId: null });
  });

  test('a role applies from that person’s next call, and a default one needs no assignments', async () => {
    const clerk = await join({ features: {}, licenseIds: [seller.license.id] });
    const caller = await as(clerk);
    const { order } = await makeOrder(app.database.db, seller);
    const open = () => caller.call(contract.orders.get, { params: { id: order.id } });
    expect((await open()).status).toBe(403);
    const after = await owner.expectOk(update, { ...at(clerk.orgUserId), body: { defaultRole: 'ADMIN' } });
    expect(after).toMatchObject({ orgRole: { name: 'Admin' }, licenseIds: [] });
    expect((await open()).status).toBe(200);
  });

  test('a custom role’s assignments are the organization’s own', async () => {
    const clerk = await join({ features: {} });
    const elsewhere = await makeSeller(app.database.db);
    const edit = (body: object) => owner.call(update, { ...at(clerk.orgUserId), body });
    for (const [field, id] of [
      ['licenseIds', elsewhere.license.id],
      ['brandIds', elsewhere.brand.id],
      ['companyIds', elsewhere.company.id],
    ] as const) {
      expect(await edit({ [field]: [id] })).toMatchObject({
        status: 400,
        body: { errors: { [field]: expect.stringMatching(/in your organization$/) } },
      });
    }
    const own = { licenseIds: [seller.license.id], brandIds: [seller.brand.id], companyIds: [seller.company.id] };
    expect(await edit(own)).toMatchObject({ status: 200, body: own });
  });

  test('may be brands of partners, which are seen until the partnership ends and then fall away', async () => {
    const { db } = app.database;
    const [partner, stranger] = [await makeSeller(db), await makeSeller(db)];
    const { id: partnerId } = await makePartner(db, seller, partner.brand);
    const clerk = await join({ features: {} });
    const edit = (brandIds: number[]) => owner.call(update, { ...at(clerk.orgUserId), body: { brandIds } });
    const both = [seller.brand.id, partner.brand.id];
    expect(await edit(both)).toMatchObject({ status: 200, body: { brandIds: both } });
    const seen = async () => {
      const { partnerBrands } = await (await as(clerk)).expectOk(contract.organization.full, { params: org() });
      return partnerBrands.map(({ id }) => id);
    };
    expect(await seen()).toEqual([partner.brand.id]);
    expect(await edit([...both, stranger.brand.id])).toMatchObject({
      status: 400,
      body: { errors: { brandIds: expect.any(String) } },
    });
    await db.delete(partnerBrands).where(eq(partnerBrands.id, partnerId));
    expect(await seen()).toEqual([]);
    // The form sends what they had; what is gone doesn't keep them from being edited.
    expect(await edit(both)).toMatchObject({ status: 200, body: { brandIds: [seller.brand.id] } });
    expect(await edit(both)).toMatchObject({ status: 400 });
  });

  test('another organization’s role, or owner, is refused on its field', async () => {
    const clerk = await join({ features: {} });
    const elsewhere = await makeRole(app.database.db, await makeSeller(app.database.db), { features: {} });
    for (const orgRoleId of [elsewhere.id, seller.owner.roleId, 999_999_999]) {
      const answer = await owner.call(update, { ...at(clerk.orgUserId), body: { orgRoleId } });
      expect(answer).toMatchObject({ status: 400, body: { errors: { orgRoleId: expect.any(String) } } });
    }
  });

  test('a sales rep ID in use is refused naming who has it, and is free once they left', async () => {
    const holder = await join({ features: {}, salesRepId: 'SR-7' });
    const clerk = await join({ features: {} });
    const take = () => owner.call(update, { ...at(clerk.orgUserId), body: { salesRepId: 'SR-7' } });
    const { firstName, lastName } = holder.user;
    expect(await take()).toMatchObject({
      status: 400,
      body: { errors: { salesRepId: `${firstName} ${lastName} already has this sales rep ID` } },
    });
    await owner.expectOk(remove, at(holder.orgUserId));
    expect((await take()).status).toBe(200);
  });

  test('two people who take one free sales rep ID at once don’t both get it', async () => {
    const clerks = await Promise.all(Array.from({ length: 4 }, () => join({ features: {} })));
    const answers = await Promise.all(
      clerks.map(({ orgUserId }) => owner.call(update, { ...at(orgUserId), body: { salesRepId: 'SR-9' } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.body.errors).toHaveProperty('salesRepId');
    }
  });

  test('the owner’s role and one’s own can’t be changed', async () => {
    const admin = await join({ defaultRoleId: 'ADMIN' });
    const caller = await as(admin);
    const demote = (id: number) => caller.call(update, { ...at(id), body: { defaultRole: 'USER' } });
    expect(await demote(seller.owner.orgUserId)).toMatchObject({
      status: 400,
      body: { errors: { defaultRole: 'You can’t change the owner’s role. Transfer ownership instead.' } },
    });
    expect(await demote(admin.orgUserId)).toMatchObject({
      status: 400,
      body: { errors: { defaultRole: expect.stringMatching(/^You can’t change your own role/) } },
    });
    const kept = { defaultRole: 'ADMIN', title: 'Director' } as const;
    expect((await caller.call(update, { ...at(admin.orgUserId), body: kept })).status).toBe(200);
  });
});

describe('someone who isn’t owner or admin grants no more than they have', () => {
  const forbidden = {
    status: 403,
    body: { message: 'FORBIDDEN', userFriendlyMessage: expect.stringMatching(/^You can/) },
  };

  test('by creating or changing a role', async () => {
    const lead = await teamLead();
    const create = (features: FeatureMap) =>
      lead.call(contract.roles.create, { params: org(), body: { name: crypto.randomUUID(), features } });
    expect(await create({ INVENTORY: read })).toMatchObject(forbidden);
    expect(await create({ CUSTOMERS: both })).toMatchObject(forbidden);
    expect((await create({ CUSTOMERS: read })).status).toBe(200);

    const { id } = await makeRole(app.database.db, seller, { features: { INVENTORY: read } });
    const edit = (features: FeatureMap, version: number) =>
      lead.call(contract.roles.update, { ...at(id), body: { name: `Stock ${version}`, features, version } });
    expect(await edit({ INVENTORY: both }, 0)).toMatchObject(forbidden);
    // The role's existing permissions are kept, not granted.
    expect((await edit({ INVENTORY: read, CUSTOMERS: read }, 0)).status).toBe(200);
  });

  test('by assigning a role, least of all a default one', async () => {
    const lead = await teamLead();
    const { orgUserId } = await join({ features: {} });
    const strong = await makeRole(app.database.db, seller, { features: { INVENTORY: both } });
    const weak = await makeRole(app.database.db, seller, { features: { CUSTOMERS: read } });
    const give = (body: object) => lead.call(update, { ...at(orgUserId), body });
    expect(await give({ orgRoleId: strong.id })).toMatchObject(forbidden);
    expect(await give({ defaultRole: 'ADMIN' })).toMatchObject(forbidden);
    expect((await give({ orgRoleId: weak.id })).status).toBe(200);
    const invite = await lead.call(contract.team.invite, {
      params: org(),
      body: { email: 'friend@example.com', defaultRole: 'ADMIN' },
    });
    expect(invite).toMatchObject(forbidden);
    expect((await team()).map(({ email }) => email)).not.toContain('friend@example.com');
  });

  test('by assigning licenses they don’t see, while existing ones may stay', async () => {
    const other = await makeLicense(app.database.db, seller);
    const lead = await teamLead([seller.license.id]);
    const { orgUserId } = await join({ features: {}, licenseIds: [other.id] });
    const assign = (licenseIds: number[]) => lead.call(update, { ...at(orgUserId), body: { licenseIds } });
    expect((await assign([other.id, seller.license.id])).status).toBe(200);
    expect((await assign([])).status).toBe(200);
    expect(await assign([other.id])).toMatchObject(forbidden);
  });
});

describe('someone who isn’t owner or admin can’t touch an owner or admin', () => {
  const forbidden = {
    status: 403,
    body: {
      message: 'FORBIDDEN',
      userFriendlyMessage: 'Only an owner or admin can change or remove an owner or admin.',
    },
  };

  test('by editing or removing them, while others are theirs to manage', async () => {
    const lead = await teamLead();
    const admin = await join({ defaultRoleId: 'ADMIN' });
    for (const id of [seller.owner.orgUserId, admin.orgUserId]) {
      for (const body of [{ title: 'Intern' }, { defaultRole: 'USER' as const }, { salesRepId: null }]) {
        expect(await lead.call(update, { ...at(id), body })).toMatchObject(forbidden);
      }
      expect(await lead.call(remove, at(id))).toMatchObject(forbidden);
      expect(await found(id)).toMatchObject({ title: null });
    }
    const user = await join({ defaultRoleId: 'USER' });
    await lead.expectOk(update, { ...at(user.orgUserId), body: { title: 'Intern' } });
    await lead.expectOk(remove, at(user.orgUserId));
    const other = await as(await join({ defaultRoleId: 'ADMIN' }));
    await other.expectOk(update, { ...at(admin.orgUserId), body: { title: 'Operations' } });
    await other.expectOk(remove, at(admin.orgUserId));
  });

  test('by resending an admin’s invitation', async () => {
    const lead = await teamLead();
    const invite = (email: string, role: object) =>
      owner.expectOk(contract.team.invite, { params: org(), body: { email, ...role } });
    const weak = await makeRole(app.database.db, seller, { features: { CUSTOMERS: read } });
    const admin = await invite(`${crypto.randomUUID()}@example.com`, { defaultRole: 'ADMIN' });
    const clerk = await invite(`${crypto.randomUUID()}@example.com`, { orgRoleId: weak.id });
    for (const renew of [contract.team.resetInviteLink, contract.team.resendInvitation]) {
      expect(await lead.call(renew, at(admin.id))).toMatchObject(forbidden);
      await lead.expectOk(renew, at(clerk.id));
    }
  });
});

describe('removing someone from the team', () => {
  test('ends their access with the next call and hides them, though their orders still name them', async () => {
    const rep = await join({ defaultRoleId: 'USER' });
    const caller = await as(rep);
    const { order } = await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
    await caller.expectOk(contract.orders.get, { params: { id: order.id } });

    await owner.expectOk(remove, at(rep.orgUserId));

    expect((await caller.call(contract.orders.get, { params: { id: order.id } })).status).toBe(403);
    expect((await caller.call(contract.session.membership, {})).status).toBe(404);
    expect(await found(rep.orgUserId)).toBeUndefined();
    const reps = await owner.expectOk(contract.organization.salesReps, { params: org(), query: {} });
    expect(reps.map(({ searchId }) => searchId)).not.toContain(rep.orgUserId);
    const kept = await owner.expectOk(contract.orders.get, { params: { id: order.id } });
    expect(JSON.stringify(kept)).toContain(`${rep.user.firstName} ${rep.user.lastName}`);
  });

  test('is refused for the owner, oneself, and unknown people', async () => {
    const admin = await join({ defaultRoleId: 'ADMIN' });
    const caller = await as(admin);
    expect(await caller.call(remove, at(seller.owner.orgUserId))).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'You can’t remove the owner. Transfer ownership first.' },
    });
    expect(await caller.call(remove, at(admin.orgUserId))).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringMatching(/^You can’t remove yourself/) },
    });
    const gone = await join({ defaultRoleId: 'USER' });
    await caller.expectOk(remove, at(gone.orgUserId));
    expect(await caller.call(remove, at(gone.orgUserId))).toMatchObject({
      status: 404,
      body: { userFriendlyMessage: 'Could not find org user to remove' },
    });
  });

  test('frees their role for deletion', async () => {
    const clerk = await join({ features: {} });
    await owner.expectOk(remove, at(clerk.orgUserId));
    const role = await owner.expectOk(contract.roles.get, at(clerk.roleId));
    expect(role.userCount).toBe(0);
    await owner.expectOk(contract.roles.remove, at(clerk.roleId));
  });
});
