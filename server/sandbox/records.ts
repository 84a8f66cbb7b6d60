import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../db/client';
import { sandboxRecords } from '../db/schema';

export type StandIn = 'tracking' | 'wholesale' | 'accounting';
type SandboxRecord = typeof sandboxRecords.$inferSelect;

export const OUTAGE = 'outage';
export const REVOKED = 'revoked';

/** One sandbox's data, stored in the database so all server processes behave the same. */
export function recordsOf(db: Db, standIn: StandIn) {
  const all = (kind: string) => and(eq(sandboxRecords.standIn, standIn), eq(sandboxRecords.kind, kind));
  const about = (kind: string, subject: string) => and(all(kind), eq(sandboxRecords.subject, subject));

  async function has(kind: string, subject: string): Promise<boolean> {
    const found = await db.select({ id: sandboxRecords.id }).from(sandboxRecords).where(about(kind, subject)).limit(1);
    return found.length > 0;
  }
  async function toggle(kind: string, subject: string): Promise<void> {
    const removed = await db.delete(sandboxRecords).where(about(kind, subject)).returning({ id: sandboxRecords.id });
    if (removed.length === 0) await add(kind, subject);
  }
  async function add(kind: string, subject: string, data: object = {}): Promise<void> {
    await db.insert(sandboxRecords).values({ standIn, kind, subject, data });
  }

  return {
    add,
    has,
    toggle,
    isRevoked: (key: string) => has(REVOKED, key),
    toggleRevoked: (key: string) => toggle(REVOKED, key),
    isOut: () => has(OUTAGE, ''),
    toggleOutage: () => toggle(OUTAGE, ''),
    /** Newest first. */
    newest: (kind: string, limit: number): Promise<SandboxRecord[]> =>
      db.select().from(sandboxRecords).where(all(kind)).orderBy(desc(sandboxRecords.id)).limit(limit),
    /** Everything of some kinds at once. */
    ofKinds: (kinds: readonly string[]) =>
      db
        .select({ kind: sandboxRecords.kind, subject: sandboxRecords.subject, data: sandboxRecords.data })
        .from(sandboxRecords)
        .where(and(eq(sandboxRecords.standIn, standIn), inArray(sandboxRecords.kind, [...kinds]))),
    /** Oldest first. */
    all: (kind: string, subject: string): Promise<SandboxRecord[]> =>
      db.select().from(sandboxRecords).where(about(kind, subject)).orderBy(asc(sandboxRecords.id)),
    async latest(kind: string, subject: string): Promise<SandboxRecord | undefined> {
      const [found] = await db
        .select()
        .from(sandboxRecords)
        .where(about(kind, subject))
        .orderBy(desc(sandboxRecords.id))
        .limit(1);
      return found;
    },
  };
}

/** Up to eight digits that always stand for a text. */
export function numberOf(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_000_000;
  return hash;
}
