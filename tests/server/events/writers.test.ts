import { asc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events as contract } from '../../../domain/events/contract';
import type { EventRecord, Told } from '../../../domain/events/event';
import { eventStreams, events } from '../../../server/db/schema';
import { savepoint, transact } from '../../../server/db/transact';
import { openStream, tell } from '../../../server/events/tell-events';
import { openApp, type TestCaller } from '../../support/app';
import { isCluster } from '../../support/cluster';
import { makeProduct, makeSeller } from '../../support/factories';

const WRITERS = 8;
const ROUNDS = 24;
const ORGANIZATIONS = 3;

const app = await openApp();
const { db } = app.database;

async function makeOrganization() {
  const seller = await makeSeller(db);
  await openStream(db, seller.org.id);
  const products = [];
  for (let n = 0; n < 4; n += 1) products.push((await makeProduct(db, seller)).id);
  return { orgId: seller.org.id, products, reader: await app.as(seller.owner.user, seller.org) };
}

const changed = (orgId: number, id: number): Told => ({
  type: 'product.updated',
  orgId,
  subject: { kind: 'product', id },
});

const NEVER = new Error('rolled back');

/** Reads on from a cursor until `isDone` and nothing is left; every page as it comes. */
async function follow(reader: TestCaller, isDone: () => boolean): Promise<{ read: EventRecord[]; cursor: string }> {
  const read: EventRecord[] = [];
  let after: string | undefined;
  for (;;) {
    const wasDone = isDone();
    const page = await reader.expectOk(contract.list, { query: { limit: 7, ...(after && { after }) } });
    read.push(...page.events);
    after = page.cursor;
    if (wasDone && !page.hasMore) return { read, cursor: page.cursor };
  }
}

/** Backends that wait for a lock another transaction holds. */
const waiting = async (): Promise<number[]> => {
  const { rows } = await db.execute<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query ilike '%update event_streams%'`);
  return rows.map(({ pid }) => pid);
};

test('a reader sees each committed event once, in the order of commits, and never one that was rolled back', async () => {
  const all: Awaited<ReturnType<typeof makeOrganization>>[] = [];
  for (let n = 0; n < ORGANIZATIONS; n += 1) all.push(await makeOrganization());
  /** How often a subject was committed. */
  const committed = new Map<number, number>();
  /** Subjects of transactions that never committed. */
  const never = new Set(all.map(({ products }) => products[3]));
  let left = WRITERS;

  const write = async (writer: number) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [all[(writer + round) % ORGANIZATIONS], all[round % ORGANIZATIONS]];
      if (!one || !other) throw new Error('no organization');
      const [first, second, third, lost] = one.products as [number, number, number, number];
      const told = [changed(one.orgId, first), changed(other.orgId, other.products[writer % 3] ?? 0)];
      const fails = (writer + round) % 4 === 0;
      await transact(db, async (tx) => {
        // Told twice is told once; what a savepoint takes back is not told.
        await tell(tx, ...told, changed(one.orgId, first));
        await savepoint(tx, async (nested) => {
          await tell(nested, changed(one.orgId, lost));
          throw NEVER;
        }).catch(() => {});
        await savepoint(tx, (nested) => tell(nested, changed(one.orgId, second)));
        if (fails) await tell(tx, changed(one.orgId, lost), changed(one.orgId, third));
        if (fails) throw NEVER;
      }).then(
        () => {
          const ids = new Set([...told.map(({ subject }) => Number(subject.id)), second]);
          for (const id of ids) committed.set(id, (committed.get(id) ?? 0) + 1);
        },
        (error: unknown) => {
          if (error !== NEVER) throw error;
        },
      );
    }
    left -= 1;
  };

  const readers = all.map(({ reader }) => follow(reader, () => left === 0));
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  for (const [n, { orgId, products }] of all.entries()) {
    const { read, cursor } = (await readers[n]) ?? { read: [], cursor: '' };
    const kept = await db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.position));
    expect(kept.map(({ position }) => position)).toEqual(kept.map((_, at) => at + 1));
    expect(read.map(({ id }) => id)).toEqual(kept.map(({ eventId }) => `evt_${eventId}`));
    expect(cursor).toBe(String(kept.length));
    for (const id of products) {
      const own = read.filter(({ subject }) => subject.id === String(id));
      expect(own.map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: never.has(id) ? 0 : (committed.get(id) ?? 0) }, (_, at) => at + 1),
      );
    }
  }
});

// Whose locks it waits for is seen within one machine.
test.skipIf(isCluster)(
  'a writer that dies while it holds one stream and waits for another leaves nothing, and holds up nobody',
  async () => {
    const [one, other] = [await makeOrganization(), await makeOrganization()];
    const ids = { one: one.products[0] ?? 0, other: other.products[0] ?? 0 };
    const blocker = await app.database.pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('select from event_streams where org_id = $1 for update', [other.orgId]);
      const dying = transact(db, (tx) => tell(tx, changed(other.orgId, ids.other), changed(one.orgId, ids.one)));
      const died = expect(dying).rejects.toThrow();
      await expect.poll(waiting).toHaveLength(1);
      // It holds the first stream by now: who tells of that organization waits.
      const later = transact(db, (tx) => tell(tx, changed(one.orgId, ids.one)));
      await expect.poll(waiting).toHaveLength(2);
      const { rows } = await db.execute<{ pid: number }>(sql`
      select blocked.pid from pg_stat_activity blocked
       where blocked.datname = current_database() and blocked.query ilike '%update event_streams%'
         and blocked.wait_event_type = 'Lock' and not exists (
           select from unnest(pg_blocking_pids(blocked.pid)) as by join pg_stat_activity holder on holder.pid = by
            where holder.query ilike '%update event_streams%')`);
      expect(rows).toHaveLength(1);
      await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid ?? 0}::int)`);
      await died;
      await later;
      await blocker.query('commit');
    } finally {
      blocker.release();
    }
    const { read } = await follow(one.reader, () => true);
    expect(read.map(({ subject, sequence }) => [subject.id, sequence])).toEqual([[String(ids.one), 1]]);
    expect((await follow(other.reader, () => true)).read).toEqual([]);
    const [stream] = await db
      .select({ last: eventStreams.last })
      .from(eventStreams)
      .where(eq(eventStreams.orgId, one.orgId));
    expect(stream?.last).toBe(1);
  },
);
