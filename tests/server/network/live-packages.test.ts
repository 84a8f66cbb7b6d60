import { afterEach, expect, test } from 'vitest';
import { inventory } from '../../../domain/inventory/packages/contract';
import { publish } from '../../../server/live/publish';
import { openApp } from '../../support/app';
import { makeItem, makePartner, makeSeller } from '../../support/factories';
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
  const news = { topic: 'network', kind: 'changed', id: 'packages' };
  for (const [heard, of] of [
    [atPartner, partner],
    [atOwner, owner],
  ] as const) {
    const event = await heard?.until(({ topic }) => topic === 'network');
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
    expect(heard?.events.map(({ topic }) => topic)).not.toContain('network');
  }
});
