import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brandSuggestions as calls, brandInvites as inviteCalls, ownBrands } from '../../../domain/brands/contract';
import { products } from '../../../domain/catalogue/contract';
import { brands as shown } from '../../../domain/directory/contract';
import { organization } from '../../../domain/organization/contract';
import { mailbox } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrand, makeMember, makeSeller, makeUser, type SellerFixture, unique } from '../../support/factories';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let staff: TestCaller;
let name: string;

beforeAll(async () => {
  staff = await app.as(await makeUser(app.database.db, { isSupport: true }), null);
});
beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  name = `Moss Creek ${unique()}`;
});

const draft = (body: object = {}) => ({
  body: { suggestedName: name, suggestedStates: ['OR', 'CA'], autoClaim: true, ...body },
});
const mine = () => owner.expectOk(calls.list, { params: { orgId: seller.org.id } });
const subjects = async () => {
  const letters = await app.database.db
    .select()
    .from(mailbox)
    .where(eq(mailbox.recipient, seller.owner.user.email.toLowerCase()));
  return letters.map(({ subject }) => subject).sort();
};

describe('a suggested brand', () => {
  test('is reviewed, made for who suggested it, and they hear of both', async () => {
    const { id } = await owner.expectOk(calls.create, draft());
    expect(await mine()).toMatchObject([
      { id, suggestedName: name, suggestedStates: ['CA', 'OR'], status: 'IN_REVIEW' },
    ]);
    const inReview = await staff.expectOk(calls.review, {});
    expect(inReview).toContainEqual(expect.objectContaining({ id, orgName: seller.org.name }));
    await staff.expectOk(calls.approve, { params: { id } });
    const brands = await owner.expectOk(ownBrands.list, { params: { orgId: seller.org.id } });
    const made = brands.find((brand) => brand.name === name);
    expect(made).toMatchObject({ states: ['CA', 'OR'], orgId: seller.org.id, disabled: false });
    await owner.expectOk(shown.bySlug, { params: { slug: made?.slug ?? '' } });
    expect(await mine()).toMatchObject([{ status: 'APPROVED' }]);
    await expect.poll(subjects).toEqual([`Brand created: ${name}`, `New brand in review: ${name}`]);
    expect(await staff.call(calls.approve, { params: { id } })).toMatchObject({ status: 409 });
    expect((await staff.expectOk(calls.review, {})).some((one) => one.id === id)).toBe(false);
  });

  test('of one’s own has products before it is approved, which no buyer sees', async () => {
    const { id, brandId } = await owner.expectOk(calls.create, draft());
    const params = { orgId: seller.org.id, id: brandId ?? 0 };
    expect(await owner.expectOk(ownBrands.get, { params })).toMatchObject({ review: 'IN_REVIEW', disabled: true });
    const made = await owner.expectOk(products.create, {
      body: {
        orgId: seller.org.id,
        companyId: seller.company.id,
        brandId: params.id,
        name: 'Moss Eighth',
        sku: `MOSS-${unique()}`,
        category: 'Buds (prepackaged)',
        wholesalePrice: '24.00',
        unitOfMeasure: 'Unit',
        sellInUnitOfMeasure: 'Unit',
      },
    });
    expect(made).toMatchObject({ listingState: 'INTERNAL', brand: { name } });
    const { brands } = await owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
    const { slug = '' } = brands.find((one) => one.id === brandId) ?? {};
    expect(await staff.call(shown.bySlug, { params: { slug } })).toMatchObject({ status: 404 });
    await staff.expectOk(calls.approve, { params: { id } });
    expect(await owner.expectOk(ownBrands.get, { params })).toMatchObject({ review: null, disabled: false });
    expect(await owner.expectOk(shown.bySlug, { params: { slug } })).toMatchObject({ name });
  });

  test('isn’t shown, renamed, handed over or found by others before it is approved', async () => {
    const { brandId } = await owner.expectOk(calls.create, draft());
    const id = brandId ?? 0;
    const { version } = await owner.expectOk(ownBrands.get, { params: { orgId: seller.org.id, id } });
    const change = (body: object) => owner.call(ownBrands.update, { params: { id }, body: { version, ...body } });
    expect(await change({ disabled: false })).toMatchObject({ status: 409 });
    expect(await change({ name: 'Another' })).toMatchObject({ status: 400, body: { errors: { name: /approved/ } } });
    expect(await change({ tagline: 'From the fog' })).toMatchObject({ status: 200 });
    const offer = { brandId: id, invitedEmail: `owner-${unique()}@moss.example` };
    expect(await owner.call(inviteCalls.create, { params: { orgId: seller.org.id }, body: offer })).toMatchObject({
      status: 400,
    });
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    expect(await stranger.expectOk(ownBrands.claimable, { query: { searchTerm: name } })).toEqual([]);
    // They may suggest the same; support staff approve one of them.
    const theirs = await stranger.expectOk(calls.create, draft());
    await staff.expectOk(calls.approve, { params: { id: theirs.id } });
    const [mineOpen] = await mine();
    expect(await staff.call(calls.approve, { params: { id: mineOpen?.id ?? 0 } })).toMatchObject({ status: 409 });
  });

  test('stays hidden with the reason once it is rejected, and goes to review again or is given up', async () => {
    const { id, brandId } = await owner.expectOk(calls.create, draft());
    const params = { orgId: seller.org.id, id: brandId ?? 0 };
    await staff.expectOk(calls.reject, { params: { id }, body: { reason: 'It’s a strain' } });
    expect(await owner.expectOk(ownBrands.get, { params })).toMatchObject({
      review: 'REJECTED',
      reviewReason: 'It’s a strain',
      disabled: true,
    });
    const again = await owner.expectOk(calls.create, draft());
    expect(again).toMatchObject({ brandId, status: 'IN_REVIEW' });
    await owner.expectOk(ownBrands.release, { params: { id: params.id } });
    expect((await staff.expectOk(calls.review, {})).some((one) => one.id === again.id)).toBe(false);
    expect(await owner.expectOk(ownBrands.claimable, { query: { searchTerm: name } })).toEqual([]);
  });

  test('of another business is made for nobody, and its owner is invited', async () => {
    const invitedEmail = `Owner-${unique()}@moss.example`;
    const { id } = await owner.expectOk(calls.create, draft({ autoClaim: false, invitedEmail }));
    await staff.expectOk(calls.approve, { params: { id } });
    const [found] = await owner.expectOk(ownBrands.claimable, { query: { searchTerm: name } });
    expect(found).toMatchObject({ name, claimState: 'AVAILABLE' });
    const sent = await owner.expectOk(inviteCalls.sent, { params: { orgId: seller.org.id } });
    expect(sent).toMatchObject([{ brandName: name, invitedEmail: invitedEmail.toLowerCase(), status: 'INVITED' }]);
  });

  test('is rejected with a reason', async () => {
    const { id } = await owner.expectOk(calls.create, draft());
    expect(await staff.call(calls.reject, { params: { id }, body: { reason: ' ' } })).toMatchObject({
      status: 400,
      body: { errors: { reason: 'Enter a reason' } },
    });
    await staff.expectOk(calls.reject, { params: { id }, body: { reason: 'It’s a strain' } });
    expect(await mine()).toMatchObject([{ status: 'REJECTED', reason: 'It’s a strain' }]);
    await expect.poll(subjects).toEqual([`New brand in review: ${name}`, `We didn’t create ${name}`].sort());
    await owner.expectOk(calls.create, draft());
  });

  test('can’t be one that exists or is in review, each mistake at its field', async () => {
    const { db } = app.database;
    const said = async (body: object) => (await owner.call(calls.create, draft(body))).body;
    const free = await makeBrand(db, seller, { orgId: null });
    const theirs = await makeSeller(db);
    expect(await said({ suggestedName: free.name })).toMatchObject({
      errors: { suggestedName: `${free.name} exists already. Claim it instead.` },
    });
    expect(await said({ suggestedName: seller.brand.name.toUpperCase() })).toMatchObject({
      errors: { suggestedName: `Your organization already has ${seller.brand.name}.` },
    });
    expect(await said({ suggestedName: theirs.brand.name })).toMatchObject({
      errors: { suggestedName: expect.stringContaining('contact support') },
    });
    await owner.expectOk(calls.create, draft());
    expect(await said({ suggestedName: name.toLowerCase() })).toMatchObject({
      errors: { suggestedName: expect.stringContaining('It’s in review') },
    });
    expect(await said({ suggestedName: 'New', invitedEmail: 'a@moss.example' })).toMatchObject({
      errors: { invitedEmail: 'Claim the brand or invite its owner, not both' },
    });
  });

  test('is reviewed by support staff alone, and suggested only by people who may claim brands', async () => {
    const { id } = await owner.expectOk(calls.create, draft());
    expect(await owner.call(calls.review, {})).toMatchObject({ status: 403 });
    expect(await owner.call(calls.approve, { params: { id } })).toMatchObject({ status: 403 });
    const user = await makeMember(app.database.db, seller, { defaultRoleId: 'USER' });
    expect(await (await app.as(user.user, seller.org)).call(calls.create, draft())).toMatchObject({ status: 403 });
  });

  test('with a name like another’s gets an address of its own', async () => {
    await makeBrand(app.database.db, seller, { name: 'Elsewhere', slug: name.toLowerCase().replaceAll(' ', '-') });
    const { id } = await owner.expectOk(calls.create, draft());
    await staff.expectOk(calls.approve, { params: { id } });
    const brands = await owner.expectOk(ownBrands.list, { params: { orgId: seller.org.id } });
    expect(brands.find((brand) => brand.name === name)?.slug).toMatch(/^moss-creek-\d+-2$/);
  });
});
