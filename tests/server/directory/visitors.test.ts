import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { blockedUsers, connections } from '../../../domain/connections/contract';
import { brands as brandCalls, directory } from '../../../domain/directory/contract';
import { licenses } from '../../../domain/licenses/contract';
import { orgListing } from '../../../domain/organization/org-listing';
import { brands, licenses as licenseRows } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { makeBrand, makeLicense, makeMember, makeOrg, makeUser } from '../../support/factories';

const app = await openApp();
const db = () => app.database.db;

/** What leads to a person; none of it may reach a visitor. */
const PRIVATE = {
  name: 'Quentin Silverthorn',
  email: 'quentin@silverthorn.example',
  phone: '555-867-5309',
  street: '77 Larkspur Lane',
  zip: '80999',
};

const visitor = app.withToken(null);
const org = await makeMember(db(), await makeOrg(db(), { name: 'Silver Spruce' }));
const brand = await makeBrand(db(), org, { name: 'Spruce Tips', slug: 'spruce-tips', featured: true });
const license = await makeLicense(db(), org, { name: 'Spruce Shop', city: 'Aspen', usState: 'CO' });
const hidden = await makeLicense(db(), org, { name: 'Spruce Vault', isPublic: false });
await db()
  .update(licenseRows)
  .set({
    licenseeName: PRIVATE.name,
    phone: PRIVATE.phone,
    addressLineOne: PRIVATE.street,
    postalCode: PRIVATE.zip,
  })
  .where(eq(licenseRows.id, license.id));
await db()
  .update(brands)
  .set({
    keyPeople: [{ id: 1, name: PRIVATE.name, title: 'Owner', email: PRIVATE.email, phone: PRIVATE.phone }] as never,
    locations: [
      {
        id: 1,
        name: 'Shop',
        phone: PRIVATE.phone,
        lineOne: PRIVATE.street,
        city: 'Aspen',
        usState: 'CO',
        postalCode: PRIVATE.zip,
      },
    ] as never,
  })
  .where(eq(brands.id, brand.id));
const reader = await makeUser(db(), { firstName: 'Rae', lastName: 'Reader' });
const signedIn = await app.as(reader, null);
const worker = await app.as(org.user, org.org);

const READS = {
  organization: () => visitor.call(orgListing.profile, { params: { id: org.org.id } }),
  license: () => visitor.call(licenses.get, { params: { id: license.id } }),
  brand: () => visitor.call(brandCalls.get, { params: { id: brand.id } }),
  'brand by slug': () => visitor.call(brandCalls.bySlug, { params: { slug: 'spruce-tips' } }),
  featured: () => visitor.call(directory.featured, {}),
  search: () =>
    visitor.call(directory.search, {
      query: { searchTerm: 'spruce', directoryListingTypes: ['brand', 'org', 'license'] },
    }),
};

describe('a visitor', () => {
  test.each(Object.entries(READS))('reads the %s without a person, phone, email or street', async (_, read) => {
    const reply = await read();
    expect(reply.status).toBe(200);
    const text = JSON.stringify(reply.body);
    expect(text).toMatch(/spruce/i);
    for (const secret of [...Object.values(PRIVATE), org.user.email, org.user.id]) {
      expect(text).not.toContain(secret);
    }
  });

  test('sees an organization’s public licenses and brands, and none of the others', async () => {
    const seen = await visitor.expectOk(orgListing.profile, { params: { id: org.org.id } });
    expect(seen.brands.map(({ name }) => name)).toContain('Spruce Tips');
    expect(seen.licenses.map(({ name, city, usState }) => [name, city, usState])).toContainEqual([
      'Spruce Shop',
      'Aspen',
      'CO',
    ]);
    expect(seen.licenses.map(({ name }) => name)).not.toContain('Spruce Vault');
    expect(seen.states).toContain('CO');
    expect((await visitor.call(licenses.get, { params: { id: hidden.id } })).status).toBe(404);
    expect((await visitor.call(orgListing.profile, { params: { id: 999_999 } })).status).toBe(404);
  });

  test('finds no person, connection or list', async () => {
    const refused = [
      await visitor.call(connections.card, { params: { id: org.user.id } }),
      await visitor.call(connections.list, {}),
      await visitor.call(connections.invite, { body: { invitedUserUUID: randomUUID() } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('who is signed in', () => {
  test('sees the phone and address of a public license, and the people of a brand', async () => {
    const seen = await signedIn.expectOk(licenses.get, { params: { id: license.id } });
    expect(seen).toMatchObject({ phone: PRIVATE.phone, address: { lineOne: PRIVATE.street } });
    const { keyPeople } = await signedIn.expectOk(brandCalls.get, { params: { id: brand.id } });
    expect(keyPeople.map(({ name }) => name)).toEqual([PRIVATE.name]);
    expect((await signedIn.call(licenses.get, { params: { id: hidden.id } })).status).toBe(404);
  });

  test('finds whom they know at an organization, until either blocks the other', async () => {
    const knows = async () =>
      (await signedIn.expectOk(orgListing.profile, { params: { id: org.org.id } })).people.map(
        ({ invitedUser, invitingUser }) => [invitedUser, invitingUser].map(({ displayName }) => displayName).sort(),
      );
    const { id } = await signedIn.expectOk(connections.invite, { body: { invitedUserUUID: org.user.id } });
    // An invite is no connection: nobody learns by it who works where.
    expect(await knows()).toEqual([]);
    await worker.expectOk(connections.answer, { params: { id }, body: { status: 'ACCEPTED' } });
    expect(await knows()).toHaveLength(1);
    expect((await knows())[0]).toContain('Rae Reader');
    const elsewhere = await makeOrg(db(), { name: 'Elsewhere' });
    expect((await signedIn.expectOk(orgListing.profile, { params: { id: elsewhere.id } })).people).toEqual([]);
    await worker.expectOk(blockedUsers.block, { params: { userId: reader.id } });
    expect(await knows()).toEqual([]);
    expect((await signedIn.call(connections.card, { params: { id: org.user.id } })).status).toBe(404);
  });
});
