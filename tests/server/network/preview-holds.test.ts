import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inventory } from '../../../domain/inventory/packages/contract';
import { networkPackages as calls } from '../../../domain/network/packages-contract';
import { PARTNER_STATES } from '../../../domain/network/partner';
import { SHARE_STATES } from '../../../domain/network/share';
import type { TestedPackage } from '../../../domain/network/shared-package';
import { brands } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeBrand,
  makeItem,
  makeLabReport,
  makeLicense,
  makeMember,
  makePartner,
  makeSeller,
} from '../../support/factories';
import { makePackage } from '../../support/inventory/factories';
import { makeShare } from '../../support/network/factories';
import { readOnly } from '../../support/permissions';

const app = await openApp();
const { db } = app.database;

const COLUMNS = ['brand', 'holder', 'id', 'item', 'labState', 'quantity', 'status', 'tag', 'unit'];
const HOLDER = ['licenseId', 'licenseNumber', 'name', 'orgId', 'organization'];
const ENDS = {
  never: null,
  past: new Date(Date.now() - 86_400_000),
  ahead: new Date(Date.now() + 86_400_000),
} as const;
type Ends = keyof typeof ENDS;

const ends = fc.constantFrom<Ends>('never', 'never', 'past', 'ahead');
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 4 });
/** In force rather often, so that there is something to see. */
const partner = maybe(
  fc.record({
    status: fc.constantFrom('ACCEPTED' as const, 'ACCEPTED' as const, ...PARTNER_STATES),
    mayView: fc.boolean(),
    ends,
  }),
);
const share = maybe(
  fc.record({
    status: fc.constantFrom('SHARED' as const, 'SHARED' as const, ...SHARE_STATES),
    enabled: fc.boolean(),
    ends,
  }),
);
const brandState = fc.record({
  disabled: fc.constantFrom(false, false, false, true),
  moved: fc.constantFrom(false, false, true),
});
const held = fc.record({
  holder: fc.constantFrom('owner' as const, 'license' as const, 'second' as const),
  brand: fc.constantFrom(0, 1, 2, null),
  status: fc.constantFrom('ACTIVE' as const, 'ACTIVE' as const, 'ON_HOLD' as const, 'INACTIVE' as const),
  isTested: fc.boolean(),
});
const world = fc.record({
  partners: fc.tuple(partner, partner),
  shares: fc.tuple(share, share, share, share),
  brands: fc.tuple(brandState, brandState),
  packages: fc.array(held, { minLength: 4, maxLength: 12 }),
  /** The brand that a custom role of the partner is assigned. */
  assigned: fc.constantFrom(0, 1),
});

const bare = ({ labReports: _, ...row }: TestedPackage) => row;
const byTag = <R extends { tag: string }>(rows: readonly R[]) => rows.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));

/** Everything somebody reads of others in every way there is, having compared the ways. */
async function readEverywhere(caller: TestCaller, orgId: number): Promise<TestedPackage[]> {
  const filters = { whose: ['OTHERS' as const] };
  const { results, resultCount } = await caller.expectOk(calls.search, { body: { orgId, filters } });
  expect(resultCount).toBe(results.length);
  for (const { isOurs, known, ...row } of results) {
    expect({ isOurs, known }).toEqual({ isOurs: false, known: { packaged: null, receipt: null } });
    expect(Object.keys(row).sort()).toEqual(COLUMNS);
    expect(Object.keys(row.holder).sort()).toEqual(HOLDER);
  }
  const file = await caller.expectOk(calls.export, {
    body: { orgId, filters, headers: ['tag', 'quantity', 'holder'] },
  });
  expect(file.trim().split('\r\n').slice(1).sort()).toEqual(
    results.map(({ tag, quantity, holder }) => `${tag},${quantity},${holder.organization}`).sort(),
  );
  const all = await caller.expectOk(calls.search, { body: { orgId } });
  const facets = await caller.expectOk(calls.facets, { query: { orgId } });
  const totals = await caller.expectOk(calls.totals, { body: { orgId, filters } });
  const count = (counted: readonly { count: number }[]) => counted.reduce((sum, one) => sum + one.count, 0);
  for (const facet of Object.values(facets)) expect(count(facet)).toBe(all.results.length);
  expect(facets.holders.map(({ searchId }) => searchId).sort()).toEqual(
    [...new Set(all.results.map(({ holder }) => holder.licenseId))].sort(),
  );
  expect(totals.reduce((sum, { packages }) => sum + packages, 0)).toBe(results.length);
  // Nothing of it is anywhere among one’s own.
  const own = { orgId, usState: 'CA', includeInactive: 'true' } as never;
  const ownTags = (await caller.expectOk(inventory.list, { query: own })).results.map(({ label }) => label);
  const ownFile = await caller.expectOk(inventory.export, { query: own });
  const ones: TestedPackage[] = [];
  for (const { tag, id, holder } of results) {
    expect(ownTags).not.toContain(tag);
    expect(ownFile).not.toContain(tag);
    expect(await caller.call(inventory.get, { params: { id: tag } })).toMatchObject({ ok: false, status: 404 });
    const {
      isOurs: _,
      known: __,
      ...one
    } = await caller.expectOk(calls.get, {
      params: { holderOrgId: holder.orgId, id },
    });
    expect(bare(one)).toEqual(results.map(({ isOurs, known, ...row }) => row).find((row) => row.id === id));
    ones.push(one);
  }
  return byTag(ones);
}

test('what a consent in force shows is what its preview showed, in every way it is read, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const [owner, partnerOrg, holder, heir] = [
        await makeSeller(db),
        await makeSeller(db),
        await makeSeller(db),
        await makeSeller(db),
      ];
      const second = { org: holder.org, license: await makeLicense(db, holder) };
      const ofOwner = [owner.brand, await makeBrand(db, owner)] as const;
      const allBrands = [...ofOwner, holder.brand];
      const places = { owner, license: holder, second };
      const made: { id: number; orgId: number }[] = [];
      for (const one of drawn.packages) {
        const brandId = one.brand === null ? null : (allBrands[one.brand]?.id ?? null);
        const item = await makeItem(db, places[one.holder], { brandId, notes: 'Ours alone' });
        const pack = await makePackage(db, item, { quantity: '7', status: one.status });
        if (one.isTested) await makeLabReport(db, pack);
        made.push(pack);
      }
      for (const [at, one] of drawn.partners.entries()) {
        const brand = ofOwner[at];
        if (!one || !brand) continue;
        const asked = one.status === 'REQUESTED' ? { requestedAt: new Date(), expiresAt: new Date() } : {};
        const { status, mayView: canViewPackages } = one;
        await makePartner(db, partnerOrg, brand, { status, canViewPackages, endsAt: ENDS[one.ends], ...asked });
      }
      const sharedAt = [
        { ...places.license, brand: ofOwner[0] },
        { ...places.license, brand: ofOwner[1] },
        { ...second, brand: ofOwner[0] },
        { ...second, brand: ofOwner[1] },
      ];
      for (const [at, one] of drawn.shares.entries()) {
        const place = sharedAt[at];
        if (!one || !place) continue;
        const asked = one.status === 'REQUESTED' ? { requestedAt: new Date(), expiresAt: new Date() } : {};
        const enabled = one.enabled && one.status === 'SHARED';
        await makeShare(db, place, place.brand, { status: one.status, enabled, endsAt: ENDS[one.ends], ...asked });
      }
      for (const [at, { disabled, moved }] of drawn.brands.entries()) {
        const values = { disabled, ...(moved && { orgId: heir.org.id }) };
        await db
          .update(brands)
          .set(values)
          .where(eq(brands.id, ofOwner[at]?.id ?? 0));
      }

      const asOwner = await app.as(owner.owner.user, owner.org);
      const asPartner = await app.as(partnerOrg.owner.user, partnerOrg.org);
      const asHolder = await app.as(holder.owner.user, holder.org);
      const isOff = (at: number) => drawn.brands[at]?.disabled || drawn.brands[at]?.moved;
      const [forPartner, forOwner]: [TestedPackage[], TestedPackage[]] = [[], []];
      const ofAssigned: TestedPackage[] = [];
      for (const [at, one] of drawn.partners.entries()) {
        if (one?.status !== 'ACCEPTED' || !one.mayView || one.ends === 'past' || isOff(at)) continue;
        const body = { orgId: owner.org.id, brandId: ofOwner[at]?.id ?? 0, partnerOrgId: partnerOrg.org.id };
        const { results } = await asOwner.expectOk(calls.previewPartner, { body });
        forPartner.push(...results);
        if (at === drawn.assigned) ofAssigned.push(...results);
      }
      for (const [at, one] of drawn.shares.entries()) {
        const place = sharedAt[at];
        if (one?.status !== 'SHARED' || !one.enabled || one.ends === 'past' || isOff(at % 2) || !place) continue;
        const body = { orgId: holder.org.id, brandId: place.brand.id, licenseId: place.license.id };
        forOwner.push(...(await asHolder.expectOk(calls.previewShare, { body })).results);
      }
      for (const { orgId, id } of [...forPartner, ...forOwner].map(({ id, holder: { orgId } }) => ({ id, orgId })))
        expect(made).toContainEqual(expect.objectContaining({ id, orgId }));
      expect(await readEverywhere(asPartner, partnerOrg.org.id)).toEqual(byTag(forPartner));
      expect(await readEverywhere(asOwner, owner.org.id)).toEqual(byTag(forOwner));
      for (const nobody of [holder, heir])
        expect(await readEverywhere(await app.as(nobody.owner.user, nobody.org), nobody.org.id)).toEqual([]);
      const features = { ITEM_OWNERS: readOnly, INVENTORY: readOnly };
      const brandIds = [ofOwner[drawn.assigned]?.id ?? 0];
      const clerk = await makeMember(db, partnerOrg.org, { features, brandIds });
      expect(await readEverywhere(await app.as(clerk.user, partnerOrg.org), partnerOrg.org.id)).toEqual(
        byTag(ofAssigned),
      );
    }),
    { numRuns: 12 },
  );
}, 120_000);
