import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { sandboxEntities } from '../../db/schema';

export type ShopProduct = {
  name: string;
  sku: string;
  description: string;
  brandId: string;
  category: string;
  listingState: string;
  wholesalePrice: string;
  salePrice: string | null;
  unitOfMeasure: string;
  sellInUnitOfMeasure: string;
  unitMultiplier: string;
  /** 1 managed, 2 unlimited, 3 inherited. */
  inventoryManagement: number;
  quantity: string;
  reserved: string;
};
export type ShopLine = {
  id: number;
  productId: string;
  /** Base units; a case counts as the units in it. */
  quantity: string;
  unitMultiplier: string;
  /** Of what is sold: a case, where the multiplier isn't 1. */
  price: string;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
};
export type ShopOrder = {
  shortId: string;
  status: ShopStatus;
  customerId: string;
  lines: ShopLine[];
  discount: string;
  discountType: '$' | '%';
  notes: string;
  internalNotes: string;
  shipDate: string | null;
  paymentDueDate: string | null;
  reps: string[];
  externalIds: Record<string, string>;
  createdOn: string;
};
export type ShopCustomer = {
  name: string;
  licenseNumber: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
};
type ShopEvent = { type: string; order: string; changed: string[]; source: 'app' | 'api' | 'other' };

export const SHOP_STATUSES = [
  'Draft',
  'Submitted',
  'Accepted',
  'Backorder',
  'Fulfilled',
  'Shipped',
  'Complete',
  'Rejected',
  'Combined',
  'Cancelled',
] as const;
export type ShopStatus = (typeof SHOP_STATUSES)[number];

type Kinds = {
  order: ShopOrder;
  product: ShopProduct;
  customer: ShopCustomer;
  brand: { name: string };
  event: ShopEvent;
  hook: { url: string };
  filled: { at: string };
};
type Kind = keyof Kinds;
export type Entity<K extends Kind = Kind> = { id: string; version: number; modifiedAt: Date; data: Kinds[K] };

const STAND_IN = 'wholesale';
/** More than anybody asks about at once. */
const MOST = 100_000;

/** A seller's shop in a state, as the wholesale marketplace keeps it. */
export function shopOf(db: Db, realm: string) {
  const of = (kind: Kind) =>
    and(eq(sandboxEntities.standIn, STAND_IN), eq(sandboxEntities.realm, realm), eq(sandboxEntities.kind, kind));
  const entity = <K extends Kind>(row: typeof sandboxEntities.$inferSelect): Entity<K> => ({
    id: row.entityId,
    version: row.version,
    modifiedAt: row.modifiedAt,
    data: row.data as Kinds[K],
  });

  const shop = {
    realm,
    async get<K extends Kind>(kind: K, id: string): Promise<Entity<K> | undefined> {
      const [row] = await db
        .select()
        .from(sandboxEntities)
        .where(and(of(kind), eq(sandboxEntities.entityId, id)));
      return row && entity<K>(row);
    },
    async some<K extends Kind>(kind: K, ids: readonly string[]): Promise<Map<string, Entity<K>>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select()
        .from(sandboxEntities)
        .where(and(of(kind), inArray(sandboxEntities.entityId, [...new Set(ids)])));
      return new Map(rows.map((row) => [row.entityId, entity<K>(row)]));
    },
    /** In the order of their last change, the oldest first. */
    async page<K extends Kind>(kind: K, { since, limit = MOST, offset = 0 }: Paging = {}) {
      const where = since ? and(of(kind), gte(sandboxEntities.modifiedAt, since)) : of(kind);
      const rows = await db
        .select()
        .from(sandboxEntities)
        .where(where)
        .orderBy(asc(sandboxEntities.modifiedAt), asc(sandboxEntities.id))
        .limit(limit)
        .offset(offset);
      const [counted] = await db.select({ total: count() }).from(sandboxEntities).where(where);
      return { rows: rows.map((row) => entity<K>(row)), total: counted?.total ?? 0 };
    },
    async newest<K extends Kind>(kind: K, limit: number): Promise<Entity<K>[]> {
      const rows = await db
        .select()
        .from(sandboxEntities)
        .where(of(kind))
        .orderBy(desc(sandboxEntities.modifiedAt), desc(sandboxEntities.id))
        .limit(limit);
      return rows.map((row) => entity<K>(row));
    },
    async put<K extends Kind>(kind: K, id: string, data: Kinds[K], at?: Date): Promise<void> {
      const modifiedAt = at ?? sql`clock_timestamp()`;
      await db
        .insert(sandboxEntities)
        .values({ standIn: STAND_IN, realm, kind, entityId: id, data, modifiedAt })
        .onConflictDoUpdate({
          target: [sandboxEntities.standIn, sandboxEntities.realm, sandboxEntities.kind, sandboxEntities.entityId],
          set: { data, version: sql`${sandboxEntities.version} + 1`, modifiedAt },
        });
    },
    /** Their event log: who changed what of an order, and by which way. */
    async note(order: string, type: string, source: ShopEvent['source'], changed: string[] = []): Promise<void> {
      await shop.put('event', `${Date.now()}-${Math.random().toString(36).slice(2, 10)}`, {
        type,
        order,
        changed,
        source,
      });
    },
    /** Has changes of the shop wait for one another until the transaction ends. */
    async hold(): Promise<void> {
      await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`wholesale shop ${realm}`}))`);
    },
  };
  return shop;
}

type Paging = { since?: Date | undefined; limit?: number; offset?: number };
export type Shop = ReturnType<typeof shopOf>;
