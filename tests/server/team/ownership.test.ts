import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orgUsers, roles } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

const { remove, transferOwnership } = contract.team;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const org = () => ({ orgId: seller.org.id });
const at = (id: number) => ({ params: { ...org(), id } });
const join = (options: Parameters<typeof makeMember>[2]) => makeMember(app.database.db, seller, options);
async function owners(): Promise<number[]> {
  const held = await app.database.db
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(and(eq(orgUsers.orgId, seller.org.id), eq(roles.defaultRoleId, 'OWNER')));
  return held.map(({ id }) => id);
}

describe('ownership', () => {
  const hand = (caller: TestCaller, targetOrgUserId: number) =>
    caller.call(transferOwnership, { params: org(), body: { targetOrgUserId } });

  test('goes to someone on the team, and the previous owner becomes an admin', async () => {
    const heir = await join({ features: {}, licenseIds: [seller.license.id] });
    expect(await hand(owner, heir.orgUserId)).toMatchObject({
      status: 200,
      body: [
        { id: heir.orgUserId, orgRole: { name: 'Owner', isOwner: true }, licenseIds: [] },
        { id: seller.owner.orgUserId, orgRole: { name: 'Admin', isOwner: false } },
      ],
    });
    expect(await owners()).toEqual([heir.orgUserId]);
    expect((await hand(owner, heir.orgUserId)).status).toBe(403);
  });

  test('can’t go to oneself, someone who hasn’t joined, or another organization’s people', async () => {
    const invited = await owner.expectOk(contract.team.invite, {
      params: org(),
      body: { email: 'heir@example.com', defaultRole: 'ADMIN' },
    });
    const stranger = (await makeSeller(app.database.db)).owner;
    const gone = await join({ defaultRoleId: 'ADMIN' });
    await owner.expectOk(remove, at(gone.orgUserId));
    for (const id of [seller.owner.orgUserId, invited.id, stranger.orgUserId, gone.orgUserId]) {
      const answer = await hand(owner, id);
      expect(answer).toMatchObject({ status: 400, body: { errors: { targetOrgUserId: expect.any(String) } } });
    }
    expect(await owners()).toEqual([seller.owner.orgUserId]);
  });

  test('goes to one of several concurrent targets', async () => {
    const heirs = await Promise.all(Array.from({ length: 6 }, () => join({ defaultRoleId: 'ADMIN' })));
    const answers = await Promise.all(heirs.map(({ orgUserId }) => hand(owner, orgUserId)));
    const won = heirs.filter((_, n) => answers[n]?.ok);
    expect(won).toHaveLength(1);
    expect(await owners()).toEqual(won.map(({ orgUserId }) => orgUserId));
    for (const answer of answers) if (!answer.ok) expect([403, 409]).toContain(answer.status);
  });

  test('never goes to someone being removed at the same moment', async () => {
    const heir = await join({ defaultRoleId: 'ADMIN' });
    const admin = await app.as((await join({ defaultRoleId: 'ADMIN' })).user, seller.org);
    await Promise.all([hand(owner, heir.orgUserId), admin.call(remove, at(heir.orgUserId))]);
    const [only, ...more] = await owners();
    expect(more).toEqual([]);
    const [place] = await app.database.db
      .select({ status: orgUsers.status })
      .from(orgUsers)
      .where(eq(orgUsers.id, only ?? 0));
    expect(place?.status).toBe('ACTIVE');
  });
});
