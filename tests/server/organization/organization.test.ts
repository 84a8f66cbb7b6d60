import { beforeEach, describe, expect, test } from 'vitest';
import { organization } from '../../../domain/organization/contract';
import { licenseSyncs, wholesaleSyncs } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeBrand,
  makeBrandInvite,
  makeLicense,
  makeMember,
  makePartner,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const CHECKED = new Date('2026-03-02T10:00:00Z');
const key = { sealedKey: 'sealed', lastFour: '1234' };
const whole = (caller: TestCaller) => caller.expectOk(organization.full, { params: { orgId: seller.org.id } });

describe('an organization as a whole', () => {
  let colorado: number;
  let invite: { brandId: number; invitedEmail: string; message: string };

  beforeEach(async () => {
    const { db } = app.database;
    const stranger = await makeSeller(db);
    const orgId = seller.org.id;
    colorado = (await makeLicense(db, seller, { usState: 'CO' })).id;
    await db.insert(licenseSyncs).values([
      { orgId, licenseId: seller.license.id, checkedAt: CHECKED, ...key },
      { orgId, licenseId: colorado, problem: 'The key was refused', ...key },
      { orgId: stranger.org.id, licenseId: stranger.license.id, ...key },
    ]);
    await db.insert(wholesaleSyncs).values([
      { orgId, usState: 'CA', access: 'WRITE', checkedAt: CHECKED, ...key },
      { orgId, usState: 'CO', access: 'WRITE', checkedAt: CHECKED },
      { orgId: stranger.org.id, usState: 'CO', access: 'WRITE', checkedAt: CHECKED, ...key },
    ]);
    await makeBrandInvite(db, stranger);
    await makeBrandInvite(db, seller, { status: 'WITHDRAWN' });
    await makeBrandInvite(db, seller, { expiresAt: new Date(Date.now() - 1000) });
    const { brandId, invitedEmail, message } = await makeBrandInvite(db, seller, { message: 'Yours?' });
    invite = { brandId, invitedEmail, message };
  });

  test('says when licenses were read, what is connected, and which brands were offered', async () => {
    expect(await whole(owner)).toMatchObject({
      licenseSyncs: [
        { licenseId: seller.license.id, checked: CHECKED.toISOString(), problem: null },
        { licenseId: colorado, checked: null, problem: 'The key was refused' },
      ],
      externalSystems: [
        { kind: 'TRACKING_SYSTEM', usState: 'CA' },
        { kind: 'TRACKING_SYSTEM', usState: 'CO' },
        { kind: 'WHOLESALE_MARKETPLACE', usState: 'CA' },
      ],
      brandInvites: [invite],
    });
  });

  test('is limited to what a role may read and is assigned', async () => {
    const { db } = app.database;
    const assigned = { licenseIds: [colorado], features: { MANAGE_LICENSES: { read: true, write: false } } };
    const member = await makeMember(db, seller.org, assigned);
    expect(await whole(await app.as(member.user, seller.org))).toMatchObject({
      licenseSyncs: [{ licenseId: colorado }],
      externalSystems: [{ kind: 'TRACKING_SYSTEM', usState: 'CO' }],
      brandInvites: [],
    });
    const blind = await makeMember(db, seller.org, { features: { BRAND_INVITES: { read: true, write: false } } });
    expect(await whole(await app.as(blind.user, seller.org))).toMatchObject({ licenseSyncs: [], externalSystems: [] });
    const offering = await makeMember(db, seller.org, {
      brandIds: [invite.brandId],
      features: { BRAND_INVITES: { read: true, write: false } },
    });
    const { brandInvites } = await whole(await app.as(offering.user, seller.org));
    expect(brandInvites).toEqual([invite]);
  });

  test('lists the brands of others it works with, by name, and neither its own nor other partners’', async () => {
    const { db } = app.database;
    const other = await makeSeller(db);
    const shown = await makeBrand(db, other, { name: 'Aspen Ridge', profileImageUri: '/pictures/aspen.svg' });
    await makePartner(db, seller, other.brand);
    await makePartner(db, seller, shown, { canViewPackages: true });
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    const { partnerBrands } = await whole(owner);
    const of = { orgId: other.org.id, orgName: other.org.name };
    const { id, name, slug } = other.brand;
    expect(partnerBrands).toEqual([
      {
        ...of,
        id: shown.id,
        name: 'Aspen Ridge',
        slug: shown.slug,
        profileImageUri: '/pictures/aspen.svg',
        canViewPackages: true,
      },
      { ...of, id, name, slug, profileImageUri: null, canViewPackages: false },
    ]);
  });

  test('is no partner of its own brand, and of another brand only once', async () => {
    const { db } = app.database;
    const other = await makeSeller(db);
    await expect(makePartner(db, seller, seller.brand)).rejects.toMatchObject({ cause: { code: '23514' } });
    await makePartner(db, seller, other.brand);
    await expect(makePartner(db, seller, other.brand)).rejects.toMatchObject({ cause: { code: '23505' } });
    expect((await whole(owner)).partnerBrands.map(({ id }) => id)).toEqual([other.brand.id]);
  });
});
