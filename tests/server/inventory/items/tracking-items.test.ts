import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../domain/errors';
import { trackingItems } from '../../../../domain/inventory/items/items-contract';
import { trackingItems as items, sandboxRecords } from '../../../../server/db/schema';
import { demoTrackingKey } from '../../../../server/sandbox/demo-keys';
import { ITEM } from '../../../../server/sandbox/tracking/items';
import type { TestCaller } from '../../../support/app';
import { makeLicenseKey, makeSeller, makeTrackingKey, type SellerFixture, unique } from '../../../support/factories';
import { toggleKey, whileOut } from '../../../support/integrations/sandboxes';
import { toggleFault } from '../../../support/inventory/tracking-state';
import { openSellerApp } from '../../../support/seller-app';

const { app, seller: other } = await openSellerApp();

describe('an item at the tracking system', () => {
  let fresh: SellerFixture;
  let keeper: TestCaller;
  beforeEach(async () => {
    fresh = await makeSeller(app.database.db);
    keeper = await app.as(fresh.owner.user, fresh.org);
  });
  const draft = (values: object = {}) => ({
    name: `Blue Dream Bulk ${unique()}`,
    categoryName: 'Buds',
    strainName: 'Blue Dream',
    unitOfMeasure: 'lb' as const,
    ...values,
  });
  const create = (list: object[], { licenseId = fresh.license.id, key = crypto.randomUUID() as string } = {}) =>
    keeper.call(trackingItems.create, { body: { licenseId, items: list as never } }, { idempotencyKey: key });
  const own = () => makeTrackingKey(app.database.db, fresh.owner);

  test('is added there with one’s own key for the state, and here', async () => {
    await own();
    const wanted = [draft({ brandId: fresh.brand.id }), draft()];
    const made = await create(wanted);
    expect(made).toMatchObject({ status: 200, body: wanted });
    const there = await app.database.db
      .select({ data: sandboxRecords.data })
      .from(sandboxRecords)
      .where(and(eq(sandboxRecords.kind, ITEM), eq(sandboxRecords.subject, fresh.license.licenseNumber)));
    expect(there.map(({ data }) => (data as { Name: string }).Name)).toEqual(wanted.map(({ name }) => name));
    const query = { licenseId: fresh.license.id };
    expect((await keeper.expectOk(trackingItems.list, { query })).resultCount).toBe(2);
    const measured = async (measures: 'weight' | 'count') =>
      (await keeper.expectOk(trackingItems.list, { query: { ...query, measures } })).resultCount;
    expect([await measured('weight'), await measured('count')]).toEqual([2, 0]);
    const categories = await keeper.expectOk(trackingItems.categories, { query });
    expect(categories).toContainEqual(
      expect.objectContaining({ name: 'Buds', measures: 'weight', requiresStrain: true }),
    );
    expect(await keeper.expectOk(trackingItems.strains, { query })).toContainEqual({ name: 'Blue Dream' });
  });

  test('is added with the key of the license for somebody without one', async () => {
    await makeLicenseKey(app.database.db, fresh);
    expect(await create([draft()])).toMatchObject({ status: 200 });
  });

  test('is added once, however often the call is sent', async () => {
    await own();
    const [list, key] = [[draft()], crypto.randomUUID()];
    const answers = [await create(list, { key }), await create(list, { key })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  test('that an earlier try left there is taken over; another’s name is refused at the field', async () => {
    await own();
    const left = draft();
    expect(await create([left])).toMatchObject({ status: 200 });
    await app.database.db.delete(items).where(eq(items.orgId, fresh.org.id));
    expect(await create([left])).toMatchObject({ status: 200, body: [{ name: left.name }] });
    expect(await create([left])).toMatchObject({
      status: 400,
      body: { errors: { 'items.0.name': `The tracking system says: There is already an item named ${left.name}.` } },
    });
  });

  test('without a key asks for one of its state, and is added once it is there', async () => {
    const asked = {
      status: 400,
      body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED, errorObject: { ansiAbbrevation: 'CA' } },
    };
    const [list, key] = [[draft()], crypto.randomUUID()];
    const missing = await create(list, { key });
    expect(missing.body).toMatchObject(asked.body);
    await own();
    expect(await create(list, { key: crypto.randomUUID() })).toMatchObject({ status: 200 });
    await toggleKey(app, 'tracking', demoTrackingKey(fresh.org.id, 'CA'));
    expect((await create([draft()])).body).toMatchObject(asked.body);
    await toggleKey(app, 'tracking', demoTrackingKey(fresh.org.id, 'CA'));
  });

  test('says what its category needs, at the field', async () => {
    await own();
    const wrong = draft({ categoryName: 'Infused Edible (each)', strainName: null, unitOfMeasure: 'g' });
    expect(await create([draft(), wrong])).toMatchObject({
      status: 400,
      body: {
        errors: {
          'items.1.unitOfMeasure': expect.any(String),
          'items.1.unitThcContent': expect.any(String),
          'items.1.unitWeight': expect.any(String),
        },
      },
    });
    expect(await create([draft({ categoryName: 'Snacks' })])).toMatchObject({
      body: { errors: { 'items.0.categoryName': expect.any(String) } },
    });
    expect(await create([draft({ brandId: other.brand.id })])).toMatchObject({
      body: { errors: { 'items.0.brandId': 'Choose one of your brands' } },
    });
  });

  test('comes in tens at most', async () => {
    await own();
    const many = (count: number) => Array.from({ length: count }, () => draft());
    expect(await create(many(11))).toMatchObject({
      status: 400,
      body: { errors: { items: 'At most 10 items at a time' } },
    });
    expect(await create(many(10))).toMatchObject({ status: 200 });
    expect((await create(many(10))).ok).toBe(true);
    expect((await create(many(5))).ok).toBe(true);
    const { results } = await keeper.expectOk(trackingItems.list, {
      query: { licenseId: fresh.license.id, itemsPerPage: 250 },
    });
    expect(new Set(results.map(({ name }) => name)).size).toBe(25);
  });

  test.each([
    ['unknown', 'Not Found'],
    ['conflicting', 'The record was changed by another user.'],
    ['overfull', 'Request Entity Too Large'],
    ['wordless', 'It gave no reason (it answered 422).'],
  ])('that is refused as “%s” says why at the field, whatever the answer', async (fault, why) => {
    await own();
    await toggleFault(app, fault);
    const made = await create([draft()]).finally(() => toggleFault(app, fault));
    expect(made).toMatchObject({
      status: 400,
      body: { errors: { 'items.0.name': `The tracking system says: ${why}` } },
    });
  });

  test('isn’t added while the tracking system is down, and says so', async () => {
    await own();
    await whileOut(app, 'tracking', async () => {
      expect(await create([draft()])).toMatchObject({
        status: 503,
        body: { userFriendlyMessage: expect.stringContaining('The tracking system isn’t responding') },
      });
    });
  });

  test('of a license that isn’t one’s own isn’t found', async () => {
    await own();
    expect(await create([draft()], { licenseId: other.license.id })).toMatchObject({ status: 404 });
    const query = { licenseId: other.license.id };
    expect(await keeper.call(trackingItems.list, { query })).toMatchObject({ status: 404 });
    expect(await keeper.call(trackingItems.categories, { query })).toMatchObject({ status: 404 });
    expect(await keeper.call(trackingItems.strains, { query })).toMatchObject({ status: 404 });
  });
});
