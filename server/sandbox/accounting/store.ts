import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { returnedRow } from '../../db/rows';
import { sandboxEntities } from '../../db/schema';
import { transact } from '../../db/transact';

const STAND_IN = 'accounting';

/** What a company's books consist of, as the API names them. */
export const KINDS = ['Invoice', 'Payment', 'Customer', 'Item', 'Account'] as const;
export type Kind = (typeof KINDS)[number];

/** What the stand-in keeps besides: a company's settings, its tokens, and answers by request id. */
export type Kept = Kind | 'Company' | 'Counter' | 'Grant' | 'Code' | 'Token' | 'Request';

export type Entity = typeof sandboxEntities.$inferSelect;
export type Data = Record<string, unknown>;

const of = (realm: string, kind: Kept) =>
  and(eq(sandboxEntities.standIn, STAND_IN), eq(sandboxEntities.realm, realm), eq(sandboxEntities.kind, kind));

export const isOf = (realm: string, kind: Kept, ...more: (SQL | undefined)[]): SQL | undefined =>
  and(of(realm, kind), ...more);

/** A record of a company's books, also a deleted one. */
export async function find(db: Db, realm: string, kind: Kept, id: string): Promise<Entity | undefined> {
  const [found] = await db
    .select()
    .from(sandboxEntities)
    .where(and(of(realm, kind), eq(sandboxEntities.entityId, id)));
  return found;
}

/** All of a kind, the oldest first. */
export const list = (db: Db, realm: string, kind: Kept, limit = 1_000): Promise<Entity[]> =>
  db
    .select()
    .from(sandboxEntities)
    .where(and(of(realm, kind), eq(sandboxEntities.isDeleted, false)))
    .orderBy(asc(sandboxEntities.id))
    .limit(limit);

/** Adds what has a name of its own; false if it is there. */
export async function add(db: Db, realm: string, kind: Kept, entityId: string, data: Data): Promise<boolean> {
  const added = await db
    .insert(sandboxEntities)
    .values({ standIn: STAND_IN, realm, kind, entityId, data, modifiedAt: new Date() })
    .onConflictDoNothing()
    .returning({ id: sandboxEntities.id });
  return added.length > 0;
}

/** Adds a record under the company's next number. */
export async function create(tx: Db, realm: string, kind: Kind, data: Data): Promise<Entity> {
  const { version } = returnedRow(
    await tx
      .update(sandboxEntities)
      .set({ version: sql`${sandboxEntities.version} + 1` })
      .where(of(realm, 'Counter'))
      .returning({ version: sandboxEntities.version }),
  );
  const now = new Date();
  const values = { standIn: STAND_IN, realm, kind, entityId: String(version), modifiedAt: now };
  return returnedRow(
    await tx
      .insert(sandboxEntities)
      .values({ ...values, data: { ...data, createTime: now.toISOString() } })
      .returning(),
  );
}

/** Writes a record anew, which counts its version. */
export async function change(tx: Db, { id }: Entity, data: Data, isDeleted = false): Promise<Entity> {
  return returnedRow(
    await tx
      .update(sandboxEntities)
      .set({ data, isDeleted, version: sql`${sandboxEntities.version} + 1`, modifiedAt: new Date() })
      .where(eq(sandboxEntities.id, id))
      .returning(),
  );
}

/** Takes something that works once; what it was, or undefined if somebody else did or nobody made it. */
export async function take(db: Db, realm: string, kind: Kept, entityId: string): Promise<Entity | undefined> {
  const [taken] = await db
    .update(sandboxEntities)
    .set({ isDeleted: true, modifiedAt: new Date() })
    .where(and(of(realm, kind), eq(sandboxEntities.entityId, entityId), eq(sandboxEntities.isDeleted, false)))
    .returning();
  return taken;
}

/** Works on a company's books while nobody else does. */
export function alone<T>(db: Db, realm: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return transact(db, async (tx) => {
    await tx.select({ id: sandboxEntities.id }).from(sandboxEntities).where(of(realm, 'Counter')).for('update');
    return work(tx);
  });
}

/** A record as the API writes it. */
export function shown({ entityId, version, data, modifiedAt }: Entity): Data {
  const { createTime, changedFirst: _changedFirst, isDeposited: _isDeposited, ...rest } = data;
  return {
    domain: 'QBO',
    sparse: false,
    Id: entityId,
    SyncToken: String(version),
    MetaData: { CreateTime: createTime, LastUpdatedTime: modifiedAt.toISOString() },
    ...rest,
  };
}

/** How a company keeps its books here. */
export type Company = {
  orgId: number;
  name: string;
  takesNumbers: boolean;
  allowsDiscount: boolean;
  refusesDuplicates: boolean;
  closedUntil: string | null;
  nextNumber: number;
};

export async function companyOf(db: Db, realm: string): Promise<Company | null> {
  return ((await find(db, realm, 'Company', realm))?.data as Company | undefined) ?? null;
}

export async function saveCompany(tx: Db, realm: string, values: Partial<Company>): Promise<void> {
  const kept = await find(tx, realm, 'Company', realm);
  if (kept) await change(tx, kept, { ...kept.data, ...values });
}
