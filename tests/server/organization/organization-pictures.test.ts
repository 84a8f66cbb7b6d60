import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { openApp } from '../../support/app';
import { makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { PICTURE, photo } from '../../support/files/pictures';

const { brandPictures, companyPictures, organizationPictures } = contract;

const app = await openApp();

describe('pictures of an organization, its brands and companies', () => {
  let seller: SellerFixture;
  const calls = (): [string, { set: Endpoint; remove: Endpoint }, object][] => [
    ['organization', organizationPictures, { params: { orgId: seller.org.id } }],
    ['company', companyPictures, { params: { id: seller.company.id } }],
    ['brand', brandPictures, { params: { brandId: seller.brand.id }, query: {} }],
    ['brand cover', brandPictures, { params: { brandId: seller.brand.id }, query: { kind: 'cover' } }],
  ];
  beforeAll(async () => {
    seller = await makeSeller(app.database.db);
  });

  test('are set uncut, shown and removed', async () => {
    const owner = await app.as(seller.owner.user, seller.org);
    const file = await photo(1600, 400);
    for (const [what, { set, remove }, input] of calls()) {
      const field = what.endsWith('cover') ? 'coverImageUri' : 'profileImageUri';
      const stored = (await owner.expectOk(set, { ...input, file } as never)) as Record<string, string>;
      const { width, height } = await sharp(await (await fetch(`${app.url}${stored[field]}`)).arrayBuffer()).metadata();
      expect([what, (width ?? 0) / (height ?? 1)]).toEqual([what, 4]);
      if (what === 'organization') {
        const { profileImageUri } = await owner.expectOk(contract.organization.full, {
          params: { orgId: seller.org.id },
        });
        expect(profileImageUri).toBe(stored.profileImageUri);
      }
      expect(await owner.expectOk(remove, input as never)).toMatchObject({ [field]: null });
    }
  });

  test('are only for those who edit them, and only of what they are assigned', async () => {
    const { db } = app.database;
    const both = { read: true, write: true };
    const viewer = await makeMember(db, seller, { features: { MANAGE_BRANDS: { read: true, write: false } } });
    const features = { EDIT_ORGANIZATION: both, MANAGE_BRANDS: both };
    const unassigned = await makeMember(db, seller, { features });
    const reads = await app.as(viewer.user, seller.org);
    const edits = await app.as(unassigned.user, seller.org);
    for (const [what, { set, remove }, input] of calls()) {
      const expected = what === 'organization' ? 200 : 404;
      expect(await reads.call(set, { ...input, file: PICTURE } as never)).toMatchObject({ status: 403 });
      expect(await edits.call(set, { ...input, file: PICTURE } as never)).toMatchObject({ status: expected });
      expect(await edits.call(remove, input as never)).toMatchObject({ status: expected });
    }
  });
});
