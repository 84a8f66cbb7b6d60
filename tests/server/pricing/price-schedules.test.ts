import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { priceSchedules as contract } from '../../../domain/pricing/contract';
import { auditLog, companies, organizations, productLines, wholesaleSyncs } from '../../../server/db/schema';
import {
  makeBrand,
  makeCompany,
  makeCustomer,
  makePriceSchedule,
  makeProduct,
  only,
  unique,
} from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { at, changeSchedule, createSchedule, emptySchedule } from '../../support/pricing/price-schedules';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, other, stranger } = await openSellerAndStranger();

const db = () => app.database.db;
const where = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const create = (name?: string) => createSchedule(owner, seller, name);
const made = () => emptySchedule(owner, seller);
const get = (id: number, caller = owner) => caller.expectOk(contract.get, at(id));
const change = (id: number, body: object, caller = owner) => changeSchedule(caller, id, body);
const member = (values: Parameters<typeof memberOf>[1]) => memberOf({ app, seller }, values);

describe('a price schedule', () => {
  test('is created, changed list by list, listed and audited', async () => {
    const [product, second] = [await makeProduct(db(), seller), await makeProduct(db(), seller)];
    const customer = await makeCustomer(db(), seller);
    const schedule = await made();
    expect(schedule).toMatchObject({
      enabled: true,
      productRules: [],
      productLineRules: [],
      customerIds: [],
      version: 0,
    });
    const { id } = schedule;
    const productRules = [
      { productId: product.id, price: '17.50' },
      { productId: second.id, price: '0' },
    ];
    const productLineRules = [{ productLineId: seller.productLine.id, percentDiscount: '0.125' }];
    const changed = await change(id, { productRules, productLineRules, customerIds: [customer.id], version: 0 });
    expect(changed).toMatchObject({
      ok: true,
      body: {
        version: 1,
        customers: [{ id: customer.id, name: customer.name }],
        productLineRules: [{ price: null, percentDiscount: '0.125', productLine: { name: 'Eighths' } }],
      },
    });
    // A list that isn’t given stays; an empty one removes its rules; one that is given replaces.
    await change(id, { productRules: productRules.slice(0, 1), version: 1 });
    await change(id, { productLineRules: [], version: 2 });
    const after = await get(id);
    expect(after.productRules).toMatchObject([
      { productId: product.id, price: '17.50', product: { sku: product.sku } },
    ]);
    expect(after).toMatchObject({ productLineRules: [], customerIds: [customer.id], version: 3 });
    const listed = await owner.expectOk(contract.list, { query: { ...where(), cacheKey: 'x1' } });
    expect(listed.find((one) => one.id === id)).toMatchObject({
      customerCount: 1,
      productRuleCount: 1,
      productLineRuleCount: 0,
    });
    const entries = await db()
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'price-schedule'), eq(auditLog.entityId, `${id}`)))
      .orderBy(auditLog.id);
    expect(entries.at(-1)).toEqual({
      before: { productLineRules: [{ productLineId: seller.productLine.id, price: null, percentDiscount: '0.125' }] },
      after: { productLineRules: [] },
    });
  });

  test('has its customers put and one product’s price set by the documented calls', async () => {
    const product = await makeProduct(db(), seller);
    const [first, second] = [await makeCustomer(db(), seller), await makeCustomer(db(), seller)];
    const { id } = await made();
    const put = (customerIds: number[]) => owner.expectOk(contract.setCustomers, { ...at(id), body: { customerIds } });
    expect((await put([first.id, second.id])).customerIds.sort()).toEqual([first.id, second.id].sort());
    expect((await put([second.id])).customerIds).toEqual([second.id]);
    const rule = (price: string) =>
      owner.expectOk(contract.addRule, { ...at(id), body: { productId: product.id, price } });
    await rule('19.00');
    expect((await rule('18.00')).productRules).toMatchObject([{ productId: product.id, price: '18.00' }]);
  });

  test('has a name of its own in the company', async () => {
    const { id, name } = await made();
    const second = await made();
    const taken = { status: 400, body: { errors: { name: 'Another price schedule already has this name' } } };
    expect(await create(name.toUpperCase())).toMatchObject(taken);
    expect(await change(second.id, { name: name.toLowerCase(), version: 0 })).toMatchObject(taken);
    expect(await change(id, { name: name.toUpperCase(), version: 0 })).toMatchObject({ ok: true });
    const elsewhere = await makeCompany(db(), seller, { name: 'Second company' });
    const answer = await owner.call(contract.create, { body: { ...where(), companyId: elsewhere.company.id, name } });
    expect(answer).toMatchObject({ ok: true });
  });

  test('two people who change it at once: the second is told', async () => {
    const { id } = await made();
    const answers = await Promise.all([
      change(id, { enabled: false, version: 0 }),
      change(id, { name: `N${id}`, version: 0 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is created once, however often the button is pressed', async () => {
    const idempotencyKey = crypto.randomUUID();
    const body = { ...where(), name: `Once ${unique()}` };
    const answers = await Promise.all([1, 2].map(() => owner.expectOk(contract.create, { body }, { idempotencyKey })));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  test('is refused at the field that is wrong', async () => {
    const product = await makeProduct(db(), seller);
    const parent = await makeProduct(db(), seller, { isParent: true, listingState: 'INTERNAL' });
    const [theirs, theirCustomer] = [await makeProduct(db(), other), await makeCustomer(db(), other)];
    const elsewhere = await makeCompany(db(), seller, { name: `Elsewhere ${unique()}` });
    const away = await makeCustomer(db(), elsewhere);
    const { id } = await made();
    const priced = (productId: number, price = '5.00') => ({ productId, price });
    const line = (values: object) => ({ productLineRules: [{ productLineId: seller.productLine.id, ...values }] });
    const cases: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ productRules: [priced(theirs.id)] }, 'productRules.0.productId'],
      [{ productRules: [priced(product.id), priced(product.id)] }, 'productRules.1.productId'],
      [{ productRules: [priced(parent.id)] }, 'productRules.0.productId'],
      [{ productRules: [priced(product.id, '-1')] }, 'productRules.0.price'],
      [{ productRules: [priced(product.id, '1.001')] }, 'productRules.0.price'],
      [line({ price: '5.00', percentDiscount: '0.1' }), 'productLineRules.0.price'],
      [line({}), 'productLineRules.0.price'],
      [line({ percentDiscount: '10' }), 'productLineRules.0.percentDiscount'],
      [line({ percentDiscount: '0' }), 'productLineRules.0.percentDiscount'],
      [
        { productLineRules: [{ productLineId: other.productLine.id, price: '5.00' }] },
        'productLineRules.0.productLineId',
      ],
      [{ customerIds: [theirCustomer.id] }, 'customerIds.0'],
      [{ customerIds: [away.id] }, 'customerIds.0'],
    ];
    for (const [body, field] of cases) {
      const answer = await change(id, { ...body, version: 0 });
      expect(answer, JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { errors: { [field]: expect.any(String) } },
      });
    }
    expect(await get(id)).toMatchObject({ version: 0, productRules: [], customerIds: [] });
  });

  test('is deleted with its rules', async () => {
    const product = await makeProduct(db(), seller);
    const customer = await makeCustomer(db(), seller);
    const { id } = await makePriceSchedule(db(), seller, {
      customerIds: [customer.id],
      productRules: [{ productId: product.id, price: '5.00' }],
      lineRules: [{ productLineId: seller.productLine.id, price: '6.00' }],
    });
    await owner.expectOk(contract.remove, at(id));
    expect(await owner.call(contract.get, at(id))).toMatchObject({ status: 404 });
  });
});

describe('who sees and changes price schedules', () => {
  test('takes the permission, the company and the organization', async () => {
    const { id } = await made();
    const reader = await member({ features: { PRODUCTS: readOnly } });
    const away = await member({ features: { PRODUCTS: both }, companyIds: [] });
    const outsider = await member({ features: { CUSTOMERS: both } });
    expect(await get(id, reader)).toMatchObject({ id });
    expect(await change(id, { enabled: false, version: 0 }, reader)).toMatchObject({ status: 403 });
    expect(await reader.call(contract.remove, at(id))).toMatchObject({ status: 403 });
    for (const [caller, status] of [
      [away, 404],
      [outsider, 403],
      [stranger, 404],
    ] as const) {
      expect(await caller.call(contract.get, at(id))).toMatchObject({ status });
      expect(await change(id, { enabled: false, version: 0 }, caller)).toMatchObject({ status });
      expect(await caller.call(contract.preview, { ...at(id), body: {} })).toMatchObject({ status });
      expect(await caller.call(contract.remove, at(id))).toMatchObject({ status });
      expect(await caller.call(contract.list, { query: where() })).toMatchObject({ status });
    }
  });

  test('someone who sees some brands changes the rules of those alone', async () => {
    const mine = await makeProduct(db(), seller);
    const brand = await makeBrand(db(), seller);
    const theirs = await makeProduct(db(), { ...seller, brand });
    const line = only(
      await db()
        .insert(productLines)
        .values({ orgId: seller.org.id, brandId: brand.id, name: 'Vapes', menuPosition: 0 })
        .returning(),
    );
    const { id } = await makePriceSchedule(db(), seller, {
      productRules: [mine, theirs].map((one) => ({ productId: one.id, price: '5.00' })),
      lineRules: [{ productLineId: line.id, price: '6.00' }],
    });
    const partly = await member({ features: { PRODUCTS: both, CUSTOMERS: readOnly } });
    expect(await get(id, partly)).toMatchObject({ hiddenRules: 2, productRules: [{ productId: mine.id }] });
    expect(await change(id, { productRules: [], productLineRules: [], version: 0 }, partly)).toMatchObject({
      ok: true,
    });
    const left = await get(id);
    expect(left.productRules.map(({ productId }) => productId)).toEqual([theirs.id]);
    expect(left.productLineRules).toHaveLength(1);
    expect(await change(id, { enabled: false, version: 1 }, partly)).toMatchObject({ status: 403 });
    expect(await partly.call(contract.remove, at(id))).toMatchObject({ status: 403 });
    const rule = { productRules: [{ productId: theirs.id, price: '1.00' }], version: 1 };
    expect(await change(id, rule, partly)).toMatchObject({ status: 400 });
  });

  test('someone who may not see customers isn’t told them, and doesn’t choose them', async () => {
    const customer = await makeCustomer(db(), seller);
    const { id } = await makePriceSchedule(db(), seller, { customerIds: [customer.id] });
    const caller = await member({ features: { PRODUCTS: both } });
    const shown = await get(id, caller);
    expect(shown).toMatchObject({ customerCount: 1, customers: [], customerIds: [], seesCustomers: false });
    expect(await change(id, { customerIds: [], version: 0 }, caller)).toMatchObject({ status: 403 });
    expect((await get(id)).customerIds).toEqual([customer.id]);
  });

  test('on a plan without them they are shown and deleted, but not changed', async () => {
    const plan = (name: string) =>
      db().update(organizations).set({ plan: name }).where(eq(organizations.id, seller.org.id));
    const product = await makeProduct(db(), seller);
    const { id } = await made();
    await plan('PAYG');
    try {
      const refused = {
        status: 403,
        body: { internalCode: ERROR_CODES.UPGRADE_REQUIRED, errorObject: { reason: { slug: 'price-schedules' } } },
      };
      expect(await create()).toMatchObject(refused);
      expect(await change(id, { enabled: false, version: 0 })).toMatchObject(refused);
      expect(await owner.call(contract.setCustomers, { ...at(id), body: { customerIds: [] } })).toMatchObject(refused);
      const body = { productId: product.id, price: '5.00' };
      expect(await owner.call(contract.addRule, { ...at(id), body })).toMatchObject(refused);
      expect(await get(id)).toMatchObject({ version: 0 });
      await owner.expectOk(contract.remove, at(id));
    } finally {
      await plan('ENTERPRISE');
    }
  });

  test('while the wholesale marketplace has the company’s prices nothing changes here; once severed it does', async () => {
    const { id } = await made();
    const link = { orgId: seller.org.id, usState: 'CA', access: 'READ', checkedAt: new Date(), sealedKey: 'sealed' };
    await db().insert(wholesaleSyncs).values(link);
    expect(await create()).toMatchObject({ status: 409 });
    expect(await change(id, { enabled: false, version: 0 })).toMatchObject({ status: 409 });
    expect(await owner.call(contract.preview, { ...at(id), body: {} })).toMatchObject({ status: 409 });
    await db().update(companies).set({ marketplaceLinkSevered: true }).where(eq(companies.id, seller.company.id));
    expect(await change(id, { enabled: false, version: 0 })).toMatchObject({ ok: true });
  });
});
