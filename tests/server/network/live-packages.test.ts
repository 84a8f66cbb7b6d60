import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { ownBrands } from '../../../domain/brands/contract';
import { inventory } from '../../../domain/inventory/packages/contract';
import { licenses } from '../../../domain/licenses/contract';
import { partners } from '../../../domain/network/partners-contract';
import { session } from '../../../domain/session/contract';
import { brands, partnerBrands } from '../../../server/db/schema';
import { publish } from '../../../server/live/publish';
import { openApp } from '../../support/app';
import { makeItem, makeLicense, makePartner, makeSeller, type SellerFixture } from '../../support/factories';
import { makePackage } from '../../support/inventory/factories';
import { listen, stopListening } from '../../support/live';
import { makeShare } from '../../support/network/factories';

const app = await openApp();
const { db } = app.database;
afterEach(stopListening);

test('a holder’s changed package is told to who reads some by a consent, without saying which, and to nobody else', async () => {
  const [holder, partner, asking, owner, stranger] = [
    await makeSeller(db),
    await makeSeller(db),
    await makeSeller(db),
    await makeSeller(db),
    await makeSeller(db),
  ];
  await makePartner(db, partner, holder.brand, { canViewPackages: true });
  const requested = { status: 'REQUESTED' as const, requestedAt: new Date(), expiresAt: new Date() };
  await makePartner(db, asking, holder.brand, { canViewPackages: true, ...requested });
  await makeShare(db, holder, owner.brand);
  const one = await makePackage(db, await makeItem(db, holder, { brandId: holder.brand.id }), { quantity: '5' });
  const heardBy = async (of: typeof holder) => {
    const caller = await app.as(of.owner.user, of.org);
    return listen(app, caller.token, of.org.id);
  };
  const [atPartner, atAsking, atOwner, atStranger] = await Promise.all([partner, asking, owner, stranger].map(heardBy));
  const asHolder = await app.as(holder.owner.user, holder.org);
  await asHolder.expectOk(inventory.setNotes, {
    params: { orgId: holder.org.id },
    body: { packageLabels: [one.label], state: 'CA', notes: 'Moved' },
  });
  const news = { topic: 'shared-packages', kind: 'changed', id: 'many' };
  for (const [heard, of] of [
    [atPartner, partner],
    [atOwner, owner],
  ] as const) {
    const event = await heard?.until(({ topic }) => topic === 'shared-packages');
    expect(event).toMatchObject({ ...news, orgIds: [of.org.id] });
  }
  // Jobs tell as well, and what comes later has come after what these would have heard.
  await publish(db, { topic: 'packages', kind: 'changed', id: 'many', orgIds: [holder.org.id] });
  for (const [heard, of] of [
    [atAsking, asking],
    [atStranger, stranger],
  ] as const) {
    await publish(db, { topic: 'organization', kind: 'changed', id: of.org.id, orgIds: [of.org.id] });
    await heard?.until(({ topic }) => topic === 'organization');
    expect(heard?.events.map(({ topic }) => topic)).not.toContain('shared-packages');
  }
});

describe('whoever reads by a consent, or shows by one, reads again', () => {
  /** A brand’s owner, a partner who sees its packages, a holder who shares it at a license of its own, and a stranger. */
  async function agreed() {
    const [owner, partner, holder, stranger] = [
      await makeSeller(db),
      await makeSeller(db),
      await makeSeller(db),
      await makeSeller(db),
    ];
    await makePartner(db, partner, owner.brand, { canViewPackages: true });
    const shared = { org: holder.org, license: await makeLicense(db, holder) };
    await makeShare(db, shared, owner.brand);
    const hear = async (of: SellerFixture) => {
      const caller = await app.as(of.owner.user, of.org);
      return listen(app, caller.token, of.org.id);
    };
    const heard = {
      owner: await hear(owner),
      partner: await hear(partner),
      holder: await hear(holder),
      stranger: await hear(stranger),
    };
    const callerOf = (of: SellerFixture) => app.as(of.owner.user, of.org);
    /** Waits until these have heard of the network, and sees that the stranger has not. */
    const told = async (sides: readonly ('owner' | 'partner' | 'holder')[], topics: readonly string[]) => {
      for (const side of sides) await heard[side].until(({ topic }) => topics.includes(topic));
      await publish(db, { topic: 'access', kind: 'changed', id: 'last', orgIds: [stranger.org.id] });
      await heard.stranger.until(({ id }) => id === 'last');
      expect(heard.stranger.events.map(({ topic }) => topic)).toEqual(['access']);
    };
    return { owner, partner, holder, shared, heard, told, callerOf };
  }

  test.each([true, false])('when a brand is switched off: %s', async (disabled) => {
    const { owner, told, heard, callerOf } = await agreed();
    const { id } = owner.brand;
    await db.update(brands).set({ disabled: !disabled }).where(eq(brands.id, id));
    const body = { disabled, version: owner.brand.version };
    await (await callerOf(owner)).expectOk(ownBrands.update, { params: { id }, body });
    await told(['owner', 'partner', 'holder'], ['network']);
    // What they may assign items to is part of their organization.
    await heard.partner.until(({ topic }) => topic === 'organization');
  });

  test('when the brand’s owner parts with it', async () => {
    const { owner, told, heard, callerOf } = await agreed();
    await (await callerOf(owner)).expectOk(ownBrands.release, { params: { id: owner.brand.id } });
    await told(['owner', 'partner', 'holder'], ['network']);
    await heard.partner.until(({ topic }) => topic === 'organization');
  });

  test('when a partnership ends on its day, however often that day was changed', async () => {
    const { owner, partner, heard, told, callerOf } = await agreed();
    const caller = await callerOf(owner);
    const [agreement] = await caller.expectOk(partners.list, { query: { orgId: owner.org.id } });
    const params = { id: agreement?.id ?? 0 };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    for (const endsAt of [inDays(9), inDays(2)])
      await caller.expectOk(partners.update, { params, body: { canViewPackages: true, endsAt } });
    const begin = async (most: number) => {
      const one = `select id from jobs.job where name = 'partner-ends' and state = 'created' limit ${most}`;
      await app.database.pool.query(`update jobs.job set start_after = now() where id in (${one})`);
      const left = `select from jobs.job where name = 'partner-ends' and state <> 'completed' and start_after <= now()`;
      await expect.poll(async () => (await app.database.pool.query(left)).rowCount).toBe(0);
    };
    /** All that was told before this is heard. */
    const mark = async (id: string) => {
      await publish(db, { topic: 'access', kind: 'changed', id, orgIds: [partner.org.id, owner.org.id] });
      for (const side of [heard.partner, heard.owner]) await side.until((event) => event.id === id);
    };
    await mark('changed');
    const before = heard.partner.events.length;
    await begin(1);
    await mark('early');
    expect(heard.partner.events.slice(before).map(({ topic }) => topic)).not.toContain('network');
    await db
      .update(partnerBrands)
      .set({ endsAt: new Date(Date.now() - 1) })
      .where(eq(partnerBrands.orgId, partner.org.id));
    const [told0, told1] = [heard.partner, heard.owner].map(({ events }) => events.length);
    await begin(1);
    for (const [side, from] of [
      [heard.partner, told0],
      [heard.owner, told1],
    ] as const)
      await expect.poll(() => side.events.slice(from).map(({ topic }) => topic)).toContain('network');
    await told([], []);
  });

  test('when a license that shares is removed', async () => {
    const { shared, holder, told, callerOf } = await agreed();
    await (await callerOf(holder)).expectOk(licenses.remove, { params: { id: shared.license.id } });
    await told(['owner', 'holder'], ['network']);
  });

  test('when the owner removes a license with packages that a partner sees', async () => {
    const { owner, told, callerOf } = await agreed();
    const second = { org: owner.org, license: await makeLicense(db, owner) };
    await makePackage(db, await makeItem(db, second, { brandId: owner.brand.id }), { quantity: '5' });
    await (await callerOf(owner)).expectOk(licenses.remove, { params: { id: second.license.id } });
    await told(['partner'], ['shared-packages']);
  });

  test('when the last person of the owner’s organization leaves, and its brands with them', async () => {
    const { owner, told, callerOf } = await agreed();
    const body = { email: owner.owner.user.email };
    await (await callerOf(owner)).expectOk(session.deleteMe, { body });
    await told(['partner', 'holder'], ['network']);
  });
});
