import { and, eq, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { wholesale } from '../../../domain/integrations/contract';
import { wholesaleMatches } from '../../../domain/wholesale/match-contract';
import { orders, wholesaleRecords, wholesaleSyncs } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { demoHookKey, demoWholesaleKey } from '../../../server/sandbox/demo-keys';
import { editOrder, moveOrder, placeShopOrder } from '../../../server/sandbox/wholesale/acts';
import { type Shop, type ShopCustomer, type ShopProduct, shopOf } from '../../../server/sandbox/wholesale/shop';
import type { TestApp, TestCaller } from '../app';
import { only, type SellerFixture } from '../factories';
import { press } from '../integrations/sandboxes';

const WAIT = { timeout: 60_000, interval: 150 };
export const untilSo = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, WAIT);

const PRODUCT: ShopProduct = {
  name: 'Night Jar',
  sku: 'NIGHT-1',
  description: '',
  brandId: '1',
  category: 'Buds (prepackaged)',
  listingState: 'Available',
  wholesalePrice: '20.00',
  salePrice: null,
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  unitMultiplier: '1',
  inventoryManagement: 1,
  quantity: '500',
  reserved: '0',
};

/** A seller's shop in California at the sandbox, and their connection to it. */
export function shopFor(app: TestApp, seller: SellerFixture, owner: TestCaller, usState = 'CA') {
  const { db } = app.database;
  const realm = `${seller.org.id}-${usState}`;
  const params = { orgId: seller.org.id };
  const change = <T>(work: (shop: Shop) => Promise<T>): Promise<T> =>
    transact(db, async (tx) => {
      const shop = shopOf(tx, realm);
      await shop.hold();
      return work(shop);
    });
  const syncRow = async () =>
    only(
      await db
        .select()
        .from(wholesaleSyncs)
        .where(and(eq(wholesaleSyncs.orgId, seller.org.id), eq(wholesaleSyncs.usState, usState))),
    );
  const at = async () => ({ ...params, id: (await syncRow()).id });

  const shop = {
    realm,
    at,
    syncRow,
    addProduct: async (id: string, values: Partial<ShopProduct> = {}) => {
      await change(async (its) => {
        await its.put('brand', values.brandId ?? '1', { name: 'Night Harbor' });
        await its.put('product', id, { ...PRODUCT, ...values });
      });
      return id;
    },
    addCustomer: async (id: string, values: Partial<ShopCustomer> = {}) => {
      const customer = {
        name: `Buyer ${id}`,
        licenseNumber: '',
        email: '',
        phone: '',
        address: '',
        city: '',
        state: usState,
      };
      await change((its) => its.put('customer', id, { ...customer, ...values }));
      return id;
    },
    place: (order: Parameters<typeof placeShopOrder>[1]) => change((its) => placeShopOrder(its, order)),
    /** So many orders alike, made at once. */
    placeMany: async (count: number, order: Parameters<typeof placeShopOrder>[1]) => {
      const number = await shop.place(order);
      await db.execute(sql`
        insert into sandbox_entities (stand_in, realm, kind, entity_id, data, modified_at)
        select stand_in, realm, kind, gen_random_uuid(), data, modified_at + n * interval '1 millisecond'
          from sandbox_entities, generate_series(1, ${count - 1}) n
         where stand_in = 'wholesale' and realm = ${realm} and kind = 'order' and entity_id = ${number}`);
    },
    edit: (number: string, fields: Parameters<typeof editOrder>[2]) =>
      change((its) => editOrder(its, number, fields, 'app')),
    move: (number: string, action: string) => change((its) => moveOrder(its, number, action, 'app')),
    statusOf: async (number: string) => (await shopOf(db, realm).get('order', number))?.data.status,
    all: async (kind: 'order' | 'product') => (await shopOf(db, realm).page(kind)).rows,
    orderThere: async (number: string) => (await shopOf(db, realm).get('order', number))?.data,
    eventsOf: async (number: string) =>
      (await shopOf(db, realm).page('event')).rows.map(({ data }) => data).filter(({ order }) => order === number),
    connect: (access: 'READ' | 'WRITE' = 'WRITE') =>
      owner.expectOk(wholesale.connect, {
        params,
        body: { ...params, stateAbbv: usState, apiKey: demoWholesaleKey(seller.org.id, usState, access) },
      }),
    /** Reads all there is, and waits until that is done. */
    read: async () => {
      const before = (await syncRow()).sweptAt?.getTime() ?? 0;
      await owner.expectOk(wholesaleMatches.readNow, { params: await at() });
      await untilSo(async () => {
        const after = (await syncRow()).sweptAt?.getTime() ?? 0;
        if (after <= before) throw new Error('not read yet');
      });
    },
    start: async () => {
      const before = (await syncRow()).sweptAt?.getTime() ?? 0;
      const started = await owner.expectOk(wholesaleMatches.start, { params: await at() });
      await untilSo(async () => {
        if (((await syncRow()).sweptAt?.getTime() ?? 0) <= before) throw new Error('not read yet');
      });
      return started;
    },
    begin: async () => {
      await shop.connect();
      await shop.read();
      await shop.start();
    },
    orderOf: async (number: string) => {
      const rows = await db
        .select()
        .from(orders)
        .where(and(eq(orders.orgId, seller.org.id), eq(orders.externalId, number)));
      if (rows.length > 1) throw new Error('The order came twice');
      return rows[0];
    },
    recordOf: async (kind: string, externalId: string) => {
      const [row] = await db
        .select()
        .from(wholesaleRecords)
        .where(
          and(
            eq(wholesaleRecords.orgId, seller.org.id),
            eq(wholesaleRecords.kind, kind),
            eq(wholesaleRecords.externalId, externalId),
          ),
        );
      return row;
    },
    /** Has the sandbox tell the connection of changes. */
    listen: async () => {
      const { hookPath } = only(await owner.expectOk(wholesale.syncs, { params }));
      await owner.expectOk(wholesaleMatches.settings, {
        params: await at(),
        body: { companyId: seller.company.id, hookKey: demoHookKey(realm) },
      });
      await change((its) => its.put('hook', 'hook', { url: `${app.url}${hookPath}` }));
    },
    /** Does what a person does on the shop's page. */
    form: async (path: string, fields: Record<string, string>) => {
      const response = await fetch(`${app.url}/sandbox/wholesale/shops/${realm}/${path}`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      if (response.status !== 303) throw new Error(`${path}: ${response.status}`);
    },
  };
  return shop;
}

/** Switches one of the sandbox's faults. */
export const toggleMode = (app: Pick<TestApp, 'url'>, mode: string): Promise<void> =>
  press(app, 'wholesale/mode', mode);
