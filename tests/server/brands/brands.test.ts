import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ownBrands as calls } from '../../../domain/brands/contract';
import { products as productCalls } from '../../../domain/catalogue/contract';
import { directory, brands as shown } from '../../../domain/directory/contract';
import { organization } from '../../../domain/organization/contract';
import { holdBrands } from '../../../server/catalogue/hold-brands';
import { holdAlone } from '../../../server/db/hold';
import { auditLog, brands, orgUsers, products } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrand, makeMember, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';

const WRITES = { MANAGE_BRANDS: { read: true, write: true }, CLAIM_BRANDS: { read: true, write: true } };

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let id: number;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  id = seller.brand.id;
});

const own = (brandId = id) => ({ params: { orgId: seller.org.id, id: brandId } });
const read = () => owner.expectOk(calls.get, own());
const edit = (body: object, brandId = id) => ({ params: { id: brandId }, body: { version: 0, ...body } });
const place = (name: string) => ({
  name,
  phone: '',
  lineOne: '200 Dock Street',
  city: 'Oakland',
  state: { ansiAbbrevation: 'CA' },
  postalCode: '94607',
});

describe('a brand', () => {
  test('is changed field by field, and buyers see it', async () => {
    const after = await owner.expectOk(calls.update, edit({ name: ' Coast ', states: ['OR', 'CA'] }));
    expect(after).toMatchObject({ name: 'Coast', states: ['CA', 'OR'], slug: seller.brand.slug, version: 1 });
    expect(await read()).toEqual(after);
    const text = {
      tagline: 'Sun',
      description: 'Grown outdoors',
      locations: [place('Barn'), place('Shop')],
      version: 1,
    };
    await owner.expectOk(calls.update, edit(text));
    const page = await owner.expectOk(shown.get, { params: { id } });
    expect(page).toMatchObject({ name: 'Coast', tagline: 'Sun', locations: [{ name: 'Barn' }, { name: 'Shop' }] });
    const [entry] = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entry).toMatchObject({ entity: 'brand', entityId: String(id), after: { name: 'Coast' } });
  });

  test('refuses an outdated version, no name, an unknown state and a wrong ZIP code at their fields', async () => {
    await owner.expectOk(calls.update, edit({ tagline: 'First' }));
    const stale = await owner.call(calls.update, edit({ tagline: 'Later' }));
    expect(stale).toMatchObject({ status: 409, body: { message: 'STALE', errorObject: { currentVersion: 1 } } });
    const wrong = { name: ' ', states: ['XX'], locations: [{ ...place('Barn'), postalCode: '9' }], version: 1 };
    expect(await owner.call(calls.update, edit(wrong))).toMatchObject({
      status: 400,
      body: {
        errors: {
          name: 'Name is required',
          'states.0': 'Choose a state',
          'locations.0.postalCode': 'Enter a ZIP code, such as 94612',
        },
      },
    });
    expect(await read()).toMatchObject({ tagline: 'First', version: 1 });
  });

  test('keeps its people and locations in order, each with an id of its own', async () => {
    const people = [{ name: 'Ada' }, { name: 'Bo', displayOrder: 0 }];
    const after = await owner.expectOk(calls.updateKeyPeople, edit({ keyPeople: people }) as never);
    const kept = after.keyPeople.map((person) => [person.id, person.name, person.displayOrder]);
    expect(kept).toEqual([
      [1, 'Ada', 0],
      [2, 'Bo', 1],
    ]);
    const placed = await owner.expectOk(calls.update, edit({ locations: [place('Barn'), place('Shop')], version: 1 }));
    const [barn, shop] = placed.locations;
    const reordered = [shop, barn].map((one) => ({ ...place(one?.name ?? ''), id: one?.id }));
    const moved = await owner.expectOk(calls.update, edit({ locations: reordered, version: 2 }));
    expect(moved.locations.map((one) => [one.id, one.name])).toEqual([
      [2, 'Shop'],
      [1, 'Barn'],
    ]);
  });

  test('is hidden from buyers while disabled, but not from its people', async () => {
    const after = await owner.expectOk(calls.update, edit({ disabled: true }));
    expect(after).toMatchObject({ disabled: true, productCount: 0 });
    expect(await owner.call(shown.get, { params: { id } })).toMatchObject({ status: 404 });
    const found = await owner.expectOk(directory.search, { query: { searchTerm: seller.brand.name } });
    expect(found.results.map((brand) => brand.id)).not.toContain(id);
    expect(await read()).toMatchObject({ disabled: true });
    await owner.expectOk(calls.update, edit({ disabled: false, version: 1 }));
    expect(await owner.call(shown.get, { params: { id } })).toMatchObject({ status: 200 });
  });

  test('says what depends on it, and isn’t given up while it has products', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { quantity: '10' });
    await makeProduct(db, seller, { listingState: 'INTERNAL' });
    await makeProduct(db, seller, { listingState: 'ARCHIVED' });
    await makeOrder(db, seller, { lines: [{ product, quantity: '1' }], status: 'ACCEPTED' });
    await makeOrder(db, seller, { lines: [{ product, quantity: '1' }], status: 'COMPLETE' });
    expect(await owner.expectOk(calls.uses, own())).toEqual({ products: 2, listedProducts: 1, openOrders: 1 });
    const refused = await owner.call(calls.release, { params: { id } });
    expect(refused).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('2 products') },
    });
    await db.update(products).set({ listingState: 'ARCHIVED' }).where(eq(products.orgId, seller.org.id));
    await owner.expectOk(calls.release, { params: { id } });
    expect(await owner.call(calls.get, own())).toMatchObject({ status: 404 });
    expect(await owner.call(shown.get, { params: { id } })).toMatchObject({ status: 404 });
    const whole = await owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
    expect(whole.brands).toEqual([]);
  });

  test('is seen only by people assigned to it, and changed only with write access', async () => {
    const { db } = app.database;
    const unassigned = await app.as((await makeMember(db, seller, { features: WRITES })).user, seller.org);
    const user = await app.as((await makeMember(db, seller, { defaultRoleId: 'USER' })).user, seller.org);
    const assigned = await makeMember(db, seller, { features: WRITES, brandIds: [id] });
    const theirs = await app.as(assigned.user, seller.org);
    expect(await unassigned.call(calls.get, own())).toMatchObject({ status: 404 });
    expect(await unassigned.call(calls.update, edit({}))).toMatchObject({ status: 404 });
    expect(await unassigned.call(calls.release, { params: { id } })).toMatchObject({ status: 404 });
    expect(await unassigned.expectOk(calls.list, { params: { orgId: seller.org.id } })).toEqual([]);
    await user.expectOk(calls.get, own());
    expect(await user.call(calls.update, edit({}))).toMatchObject({ status: 403 });
    await theirs.expectOk(calls.update, edit({ tagline: 'Ours' }));
    const stranger = await makeSeller(db);
    const strangers = await app.as(stranger.owner.user, stranger.org);
    expect(await strangers.call(calls.update, edit({ version: 1 }))).toMatchObject({ status: 404 });
  });

  test('is listed after its source, own first', async () => {
    const { db } = app.database;
    await makeBrand(db, seller, { name: 'Alder', source: 'WHOLESALE_MARKETPLACE' });
    await makeBrand(db, seller, { name: 'Zinnia' });
    const listed = await owner.expectOk(calls.list, { params: { orgId: seller.org.id } });
    expect(listed.map(({ name, source }) => [name, source])).toEqual([
      [seller.brand.name, 'VERDANT'],
      ['Zinnia', 'VERDANT'],
      ['Alder', 'WHOLESALE_MARKETPLACE'],
    ]);
  });
});

describe('claiming', () => {
  const claimOf = (orgId: number, brandId: number) => ({ body: { orgId, brandId } });

  test('shows which brands are free, and takes one that is', async () => {
    const { db } = app.database;
    const stranger = await makeSeller(db);
    const name = `Fog Harbor ${stranger.org.id}`;
    const free = await makeBrand(db, seller, { orgId: null, name });
    const taken = await makeBrand(db, stranger, { name: `${name} Reserve` });
    const mine = await makeBrand(db, seller, { name: `${name} Select` });
    const found = await owner.expectOk(calls.claimable, { query: { searchTerm: name } });
    expect(found.map((one) => [one.id, one.claimState])).toEqual([
      [free.id, 'AVAILABLE'],
      [taken.id, 'CLAIMED'],
      [mine.id, 'YOURS'],
    ]);
    const claimed = await owner.expectOk(calls.claim, claimOf(seller.org.id, free.id));
    expect(claimed).toMatchObject({ id: free.id, orgId: seller.org.id });
    for (const brand of [taken, free, mine]) {
      expect(await owner.call(calls.claim, claimOf(seller.org.id, brand.id))).toMatchObject({ status: 409 });
    }
    expect(await owner.call(calls.claim, claimOf(seller.org.id, 999_999))).toMatchObject({ status: 404 });
  });

  test('by two organizations at once gives the brand to one', async () => {
    const { db } = app.database;
    const stranger = await makeSeller(db);
    const other = await app.as(stranger.owner.user, stranger.org);
    const free = await makeBrand(db, seller, { orgId: null });
    const replies = await Promise.all([
      owner.call(calls.claim, claimOf(seller.org.id, free.id)),
      other.call(calls.claim, claimOf(stranger.org.id, free.id)),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [kept] = await db.select().from(brands).where(eq(brands.id, free.id));
    expect(kept?.orgId).toBe(replies[0].status === 200 ? seller.org.id : stranger.org.id);
  });

  describe('while a product is added to it', () => {
    const fields = () => ({
      orgId: seller.org.id,
      companyId: seller.company.id,
      brandId: id,
      name: 'Gelato Eighth',
      sku: `GEL-${id}`,
      category: 'Buds (prepackaged)' as const,
      wholesalePrice: '24.00',
      unitOfMeasure: 'Unit' as const,
      sellInUnitOfMeasure: 'Unit' as const,
    });
    const waits = () =>
      expect
        .poll(async () => {
          const { rows } = await app.database.pool.query(
            `select 1 from pg_locks where locktype = 'advisory' and not granted
               and database = (select oid from pg_database where datname = current_database())`,
          );
          return rows.length;
        })
        .toBe(1);

    test('is refused to be given up', async () => {
      const { db } = app.database;
      const answer = await db.transaction(async (tx) => {
        await holdBrands({ db: tx, membership: { orgId: seller.org.id } as never }, [id]);
        const released = owner.call(calls.release, { params: { id } });
        await waits();
        await makeProduct(tx, seller);
        return [released];
      });
      expect(await answer[0]).toMatchObject({ status: 409 });
    });

    test('given up before, is refused to the product', async () => {
      const { db } = app.database;
      const [made] = await db.transaction(async (tx) => {
        await holdAlone(tx, { kind: 'brand', id });
        const made = owner.call(productCalls.create, { body: fields() });
        await waits();
        await tx.update(brands).set({ orgId: null }).where(eq(brands.id, id));
        return [made];
      });
      expect(await made).toMatchObject({ status: 400, body: { errors: { brandId: 'Choose one of your brands' } } });
      expect(await db.$count(products, eq(products.brandId, id))).toBe(0);
    });
  });

  test('given up leaves its archived products archived for good', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
    await owner.expectOk(calls.release, { params: { id } });
    const answer = await owner.call(productCalls.restore, { params: { id: product.id } });
    expect(answer).toMatchObject({ status: 409, body: { userFriendlyMessage: expect.stringMatching(/your brand/) } });
  });

  test('assigns the brand to a person who sees only what they are assigned; giving it up takes it away', async () => {
    const { db } = app.database;
    const member = await makeMember(db, seller, { features: WRITES });
    const theirs = await app.as(member.user, seller.org);
    const free = await makeBrand(db, seller, { orgId: null });
    await theirs.expectOk(calls.claim, claimOf(seller.org.id, free.id));
    const assigned = async () =>
      (await db.select().from(orgUsers).where(eq(orgUsers.id, member.orgUserId)))[0]?.brandIds;
    expect(await assigned()).toEqual([free.id]);
    await theirs.expectOk(calls.release, { params: { id: free.id } });
    expect(await assigned()).toEqual([]);
  });

  test('needs write access, also in one’s own organization', async () => {
    const { db } = app.database;
    const user = await app.as((await makeMember(db, seller, { defaultRoleId: 'USER' })).user, seller.org);
    const free = await makeBrand(db, seller, { orgId: null });
    expect(await user.call(calls.claim, claimOf(seller.org.id, free.id))).toMatchObject({ status: 403 });
    const stranger = await makeSeller(db);
    expect(await owner.call(calls.claim, claimOf(stranger.org.id, free.id))).toMatchObject({ status: 404 });
  });
});
