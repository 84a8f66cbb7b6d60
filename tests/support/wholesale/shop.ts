import { and, eq } from 'drizzle-orm';
import { wholesale } from '../../../domain/integrations/contract';
import { wholesaleRecords, wholesaleSyncs } from '../../../server/db/schema';
import { demoWholesaleKey } from '../../../server/sandbox/demo-keys';
import { shopOf } from '../../../server/sandbox/wholesale/shop';
import type { TestApp, TestCaller } from '../app';
import type { SellerFixture } from '../factories';

/** What a product of theirs is when nothing else is said. */
const PRODUCT = {
  description: '',
  brandId: '1',
  category: 'Flower',
  listingState: 'Available',
  wholesalePrice: '20.00',
  salePrice: null,
  unitOfMeasure: 'Unit',
  sellInUnitOfMeasure: 'Unit',
  unitMultiplier: '1',
  inventoryManagement: 1,
  quantity: '0',
  reserved: '0',
};

/** A seller's connected shop in CA at the stand-in, begun to sync. */
export async function openTheirShop(
  app: TestApp,
  { org }: Pick<SellerFixture, 'org'>,
  owner: TestCaller,
  access: 'READ' | 'WRITE' = 'WRITE',
) {
  const { db } = app.database;
  const connected = await owner.expectOk(wholesale.connect, {
    params: { orgId: org.id },
    body: { orgId: org.id, stateAbbv: 'CA', apiKey: demoWholesaleKey(org.id, 'CA', access) },
  });
  const ofSync = and(eq(wholesaleSyncs.orgId, org.id), eq(wholesaleSyncs.id, connected.id));
  await db.update(wholesaleSyncs).set({ startedAt: new Date() }).where(ofSync);
  const shop = shopOf(db, `${org.id}-CA`);
  return {
    shop,
    syncId: connected.id,
    /** Matches a product with a new one there, which has so much on hand. */
    async match(product: { id: number; name: string; sku: string }, quantity = '0'): Promise<string> {
      const id = `${product.id}`;
      await shop.put('product', id, { ...PRODUCT, name: product.name, sku: product.sku, quantity });
      await db.insert(wholesaleRecords).values({
        orgId: org.id,
        syncId: connected.id,
        kind: 'PRODUCT',
        externalId: id,
        name: product.name,
        mark: product.sku,
        theirs: { available: quantity },
        state: 'MATCHED',
        ownId: product.id,
        seenAt: new Date(),
      });
      return id;
    },
    /** All orders made until now are known here. */
    async readOrders(): Promise<void> {
      const until = new Date(Date.now() + 5_000);
      await db.update(wholesaleSyncs).set({ ordersKnownUntil: until }).where(ofSync);
    },
    async offered(id: string): Promise<string | undefined> {
      return (await shop.get('product', id))?.data.quantity;
    },
  };
}
