import { and, eq } from 'drizzle-orm';
import { repeats, resolve, type Sending } from '../../../domain/accounting/push/followed';
import type { BooksFault } from '../../../domain/accounting/vocabulary';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { accountingConnections, accountingDocuments } from '../../db/schema';
import { transact } from '../../db/transact';
import type { JobData } from '../../queues';
import { type Books, type BooksOf, BooksRefused, type BooksWrite } from '../books';
import { withAccounting } from '../connection/check-books';
import { type Begun, beginAll } from './begin-writes';
import { type Connection, type DocumentRow, followedOf, ofConnection, saveDocument } from './documents';
import { isOthers, leaseDoubted, leaseFresh, lockAll, release } from './lease';
import { lookUp, lookUpSent } from './look-up';
import { readMeans } from './means';
import { LATER, saveAnswers } from './save-answers';
import { tellPushed } from './tell';

/** After this long, others get a turn. */
const TURN_MS = 20_000;

/** A question the books refuse is asked again after so long. */
const UNASKED_SECONDS = 300;

type Tools = Pick<Services, 'database' | 'jobs' | 'books'>;

/** The books want to be asked later; the job is tried again. */
class Later extends Error {
  override name = 'Later';
}

/**
 * Sends a connection's open documents to the books in portions. What may have arrived is looked up first. Ends quietly where
 * the connection must be renewed; raises when the books want to be asked later.
 */
export async function pushBooks(tools: Tools, { orgId, connectionId }: JobData<'push-books'>): Promise<void> {
  const { db } = tools.database;
  const until = Date.now() + TURN_MS;
  const connection = await readConnection(tools, orgId, connectionId);
  if (connection === null) return;
  let isLater = false;
  for (;;) {
    const doubted = await leaseDoubted(db, connection);
    const rows = doubted.length > 0 ? doubted : await leaseFresh(db, connection);
    if (rows.length === 0) break;
    const ended = await (doubted.length > 0 ? resolveCall : sendPortion)(tools, connection, rows);
    if (ended === 'AUTH' || ended === 'ENDED') return;
    isLater ||= ended !== null;
    if (ended === 'THROTTLED') break;
    if (Date.now() > until) return tools.jobs.enqueue(db, { name: 'push-books', data: { orgId, connectionId } });
  }
  if (isLater) throw new Later('the books want to be asked later');
}

/** The connection with the books' preferences as they are now; null unless it is in use and there is something to send. */
async function readConnection(
  { database: { db }, books }: Tools,
  orgId: number,
  id: number,
): Promise<Connection | null> {
  const own = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, id));
  const [found] = await db.select().from(accountingConnections).where(own);
  if (found?.state !== 'ACTIVE' || !(await withAccounting(db, [orgId])).has(orgId)) return null;
  const open = await db.$count(accountingDocuments, and(ofConnection(found), eq(accountingDocuments.state, 'PENDING')));
  if (open === 0) return null;
  try {
    const preferences = await books.preferences({ orgId, connectionId: id });
    await db.update(accountingConnections).set({ preferences }).where(own);
    return { ...found, preferences };
  } catch (error) {
    if (error instanceof BooksRefused && (error.fault === 'AUTH' || error.fault === 'ENDED')) return null;
    throw error;
  }
}

type Ended = BooksFault | null;

/** Sends what is held. Answers a fault for which the job stops or comes back later; null without. */
async function sendPortion(tools: Tools, connection: Connection, rows: readonly DocumentRow[]): Promise<Ended> {
  const { db } = tools.database;
  const means = await readMeans(db, connection, rows.flatMap(neededBy));
  const found = await asking(db, rows, () => lookUp(tools.books, keyOf(connection), rows, means));
  if (found.fault !== null) return found.fault;
  const begun = await transact(db, (tx) => beginAll(tx, connection, rows, means, found.answer));
  return sendAll(tools, connection, begun);
}

/**
 * Finds out about a call that may have arrived. What the books don't have of it is repeated as it left, or alone if they did
 * a part of it and nothing can be on the way any more.
 */
async function resolveCall(tools: Tools, connection: Connection, rows: readonly DocumentRow[]): Promise<Ended> {
  const { db } = tools.database;
  const { orgId } = connection;
  const found = await asking(db, rows, () => lookUpSent(tools.books, keyOf(connection), rows));
  if (found.fault !== null) return found.fault;
  const known = new Map(rows.map((row) => [row.id, row]));
  const { left, wait } = await transact(db, async (tx) => {
    const unresolved: { row: DocumentRow; sending: Sending }[] = [];
    for (const row of await lockAll(tx, orgId, [...known.keys()])) {
      const was = known.get(row.id);
      const { sending } = followedOf(row);
      if (!was || !sending || isOthers(was, row)) continue;
      const doubted = { ...followedOf(row), isDoubted: true };
      const resolved = resolve(doubted, sending, found.answer(row, sending));
      await saveDocument(tx, row, resolved ?? doubted, resolved ? 0 : undefined);
      if (resolved) await tellPushed(tx, row);
      else unresolved.push({ row, sending });
    }
    const next = repeats(
      unresolved.map(({ sending }) => sending),
      new Date(),
    );
    const all: Begun[] = unresolved.map(({ row, sending }) => ({
      id: row.id,
      sending,
      write: sending.draft as BooksWrite,
    }));
    if (next.how === 'TOGETHER') return { left: [inOrder(all)], wait: null };
    if (next.how === 'WAIT') {
      await release(
        tx,
        unresolved.map(({ row }) => row),
        next.seconds,
      );
      return { left: [], wait: 'UNCERTAIN' as const };
    }
    const alone: Begun[][] = [];
    for (const { row, sending } of unresolved) {
      const own = { ...sending, batch: [sending.requestId], at: new Date().toISOString() };
      await saveDocument(tx, row, { ...followedOf(row), isDoubted: true, sending: own });
      alone.push([{ id: row.id, sending: own, write: sending.draft as BooksWrite }]);
    }
    return { left: alone, wait: null };
  });
  let ended: Ended = wait;
  for (const call of left) ended = (await sendAll(tools, connection, call)) ?? ended;
  return ended;
}

/** As they left. */
const inOrder = (all: readonly Begun[]): Begun[] => {
  const batch = all[0]?.sending.batch ?? [];
  return all.toSorted((a, b) => batch.indexOf(a.sending.requestId) - batch.indexOf(b.sending.requestId));
};

const keyOf = ({ orgId, id }: Connection): BooksOf => ({ orgId, connectionId: id });

const STOPS = ['AUTH', 'ENDED', 'THROTTLED', 'TRANSIENT', 'UNCERTAIN'] as const;

/** Sends a call and saves its answers. */
async function sendAll(
  { database: { db }, books }: Tools,
  connection: Connection,
  begun: readonly Begun[],
): Promise<Ended> {
  if (begun.length === 0) return null;
  const outcomes = await write(books, keyOf(connection), begun);
  await transact(db, (tx) => saveAnswers(tx, connection.orgId, begun, outcomes));
  const faults = outcomes.flatMap((one) => (one instanceof BooksRefused ? [one.fault] : []));
  return STOPS.find((one) => faults.includes(one)) ?? null;
}

/** An answer or refusal for each; what fails otherwise may have arrived. */
async function write(books: Books, of: BooksOf, begun: readonly Begun[]) {
  try {
    return await books.write(
      of,
      begun.map((one) => one.write),
    );
  } catch (error) {
    const refusal = error instanceof BooksRefused ? error : new BooksRefused('UNCERTAIN', '');
    return begun.map(() => refusal);
  }
}

/** Asks the books something about rows, which are let go if they don't answer. */
async function asking<T>(
  db: Db,
  rows: readonly DocumentRow[],
  ask: () => Promise<T>,
): Promise<{ fault: null; answer: T } | { fault: BooksFault }> {
  try {
    return { fault: null, answer: await ask() };
  } catch (error) {
    const fault = error instanceof BooksRefused ? error.fault : 'TRANSIENT';
    await release(db, rows, LATER[fault] ?? UNASKED_SECONDS);
    if (!(error instanceof BooksRefused)) throw error;
    return { fault };
  }
}

/** What of ours must be matched to send a document. */
function neededBy({ kind, content }: DocumentRow): Parameters<typeof readMeans>[2][number][] {
  if (content === null) return [];
  const { customerId } = content as { customerId: number };
  return [{ customerId, invoice: kind === 'INVOICE' ? (content as { lines: [] }) : null }];
}
