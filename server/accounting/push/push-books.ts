import { and, asc, eq, sql } from 'drizzle-orm';
import {
  adopted,
  begin,
  failed,
  type Followed,
  foundNumber,
  markerOf,
  nextIncarnation,
  nextStep,
  readAgain,
  refused,
  resolve,
  type Sending,
  settled,
  taken,
} from '../../../domain/accounting/push/followed';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { explainFault, pushErrors } from '../../../domain/accounting/push/preflight';
import type { BooksFault } from '../../../domain/accounting/vocabulary';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingConnections, accountingDocuments } from '../../db/schema';
import { transact } from '../../db/transact';
import type { JobData } from '../../queues';
import { type Books, BooksRefused, type BooksWrite, type BooksWritten } from '../books';
import { type Connection, type DocumentRow, followedOf, logPush, ofConnection, saveDocument } from './documents';
import { type Found, lookUp } from './look-up';
import { type Means, readMeans } from './means';
import { type OrderContents, readContents } from './read-contents';
import { tellPushed } from './tell';
import { invoiceWrite, keyOf, numberOf, paymentWrite, seenInvoice, seenPayment, voidWrite } from './write-of';

/** Writes the books take in one call. */
const TOGETHER = 30;
/** After this long, others get a turn. */
const TURN_MS = 20_000;
/** Longer than looking up and sending a portion can take. */
const HELD_SECONDS = 300;
/** Seconds until what isn't taken now is tried again. */
const LATER: Partial<Record<BooksFault, number>> = { UNCERTAIN: 5, TRANSIENT: 10, THROTTLED: 30 };

type Tools = Pick<Services, 'database' | 'jobs'> & { books: Books };

/** The books want to be asked later; the job is tried again. */
class Later extends Error {
  override name = 'Later';
}

/**
 * Sends a connection's open documents to the books in portions. What isn't known to have arrived is looked up first. Ends
 * quietly where the connection must be renewed; raises when the books want to be asked later.
 */
export async function pushBooks(tools: Tools, { orgId, connectionId }: JobData<'push-books'>): Promise<void> {
  const { db } = tools.database;
  const until = Date.now() + TURN_MS;
  const connection = await readConnection(tools, orgId, connectionId);
  if (connection === null) return;
  let isLater = false;
  for (;;) {
    const rows = await lease(db, connection);
    if (rows.length === 0) break;
    const ended = await sendPortion(tools, connection, rows);
    if (ended === 'AUTH' || ended === 'ENDED') return;
    isLater ||= ended !== null;
    if (ended === 'THROTTLED') break;
    if (Date.now() > until) return tools.jobs.enqueue(db, { name: 'push-books', data: { orgId, connectionId } });
  }
  if (isLater) throw new Later('the books want to be asked later');
}

/** The connection with the books' preferences as they are now; null unless it is in use. */
async function readConnection({ database: { db }, books }: Tools, orgId: number, id: number): Promise<Connection | null> {
  const own = and(eq(accountingConnections.orgId, orgId), eq(accountingConnections.id, id));
  const [found] = await db.select().from(accountingConnections).where(own);
  if (found?.state !== 'ACTIVE') return null;
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

/**
 * The next documents to send, held against other processes. A payment waits for its invoice to be there, a void invoice for
 * its payments to be void.
 */
async function lease(db: Db, connection: Connection): Promise<DocumentRow[]> {
  const { orgId, id: connectionId } = connection;
  const { rows } = await db.execute<{ id: number }>(sql`
    update accounting_documents set held_until = now() + ${HELD_SECONDS} * interval '1 second'
     where org_id = ${orgId} and id in (
       select doc.id from accounting_documents doc
        where doc.org_id = ${orgId} and doc.connection_id = ${connectionId} and doc.state = 'PENDING'
          and (doc.held_until is null or doc.held_until < now())
          and case when doc.sending is not null then true
                   when doc.kind = 'PAYMENT' then doc.content is null or doc.external_id is not null or exists (
                     select from accounting_documents invoice
                      where invoice.org_id = ${orgId} and invoice.connection_id = ${connectionId}
                        and invoice.order_id = doc.order_id and invoice.kind = 'INVOICE'
                        and invoice.external_id is not null and invoice.sent_content is not null and invoice.sending is null)
                   when doc.undone_at is not null then not exists (
                     select from accounting_documents paid
                      where paid.org_id = ${orgId} and paid.connection_id = ${connectionId}
                        and paid.order_id = doc.order_id and paid.kind = 'PAYMENT'
                        and paid.state = 'PENDING')
                   else true end
        order by doc.id limit ${TOGETHER} for update skip locked)
    returning id`);
  if (rows.length === 0) return [];
  return db
    .select()
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, orgId), isOneOf(accountingDocuments.id, rows.map(({ id }) => Number(id)))))
    .orderBy(asc(accountingDocuments.id));
}

type Begun = { id: number; write: BooksWrite; sending: Sending };

/** Sends what is held. Answers a fault for which the whole job stops or comes back later; null without. */
async function sendPortion(tools: Tools, connection: Connection, rows: readonly DocumentRow[]): Promise<BooksFault | null> {
  const { db } = tools.database;
  const { orgId, id: connectionId } = connection;
  const of = { orgId, connectionId };
  const means = await readMeans(
    db,
    connection,
    rows.flatMap(({ kind, content }) => {
      if (content === null) return [];
      const { customerId } = content as InvoiceContent | PaymentContent;
      return [{ customerId, invoice: kind === 'INVOICE' ? (content as InvoiceContent) : null }];
    }),
  );
  let found: Found;
  try {
    found = await lookUp(tools.books, of, rows, means);
  } catch (error) {
    const fault = faultOf(error);
    await release(db, rows, LATER[fault] ?? 0);
    if (error instanceof BooksRefused) return fault;
    throw error;
  }
  const begun = await transact(db, (tx) => beginAll(tx, connection, rows, means, found));
  if (begun.length === 0) return null;
  const outcomes = await send(tools.books, of, begun);
  await transact(db, (tx) => saveAll(tx, orgId, begun, outcomes));
  const faults = outcomes.flatMap((one) => (one instanceof BooksRefused ? [one.fault] : []));
  return (['AUTH', 'ENDED', 'THROTTLED', 'TRANSIENT', 'UNCERTAIN'] as const).find((one) => faults.includes(one)) ?? null;
}

const faultOf = (error: unknown): BooksFault => (error instanceof BooksRefused ? error.fault : 'TRANSIENT');

/** An answer or refusal for each; what fails otherwise may have arrived. */
async function send(books: Books, of: { orgId: number; connectionId: number }, begun: readonly Begun[]) {
  try {
    return await books.write(
      of,
      begun.map(({ write }) => write),
    );
  } catch (error) {
    const refusal = error instanceof BooksRefused ? error : new BooksRefused('UNCERTAIN', '');
    return begun.map(() => refusal);
  }
}

async function release(db: Db, rows: readonly DocumentRow[], seconds: number): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  await db
    .update(accountingDocuments)
    .set({ heldUntil: seconds > 0 ? sql`now() + ${seconds} * interval '1 second'` : null })
    .where(and(eq(accountingDocuments.orgId, first.orgId), isOneOf(accountingDocuments.id, rows.map(({ id }) => id))));
}

const lockAll = (tx: Db, orgId: number, ids: readonly number[]) =>
  tx
    .select()
    .from(accountingDocuments)
    .where(and(eq(accountingDocuments.orgId, orgId), isOneOf(accountingDocuments.id, [...ids])))
    .orderBy(asc(accountingDocuments.id))
    .for('no key update');

/** Saves what each is about to be sent as, before anything leaves; or what it became by what was looked up. */
async function beginAll(
  tx: Db,
  connection: Connection,
  looked: readonly DocumentRow[],
  means: Means,
  found: Found,
): Promise<Begun[]> {
  const { orgId } = connection;
  const before = new Map(looked.map((row) => [row.id, row]));
  const rows = await lockAll(tx, orgId, [...before.keys()]);
  const orders = await readContents(tx, orgId, [...new Set(rows.map(({ orderId }) => orderId))]);
  const invoices = await invoicesOf(tx, connection, rows);
  const begun: Begun[] = [];
  for (const row of rows) {
    const was = before.get(row.id);
    // What changed meanwhile is looked up anew, and what another process took over is theirs.
    if (!was || was.revision !== row.revision || row.state !== 'PENDING' || isOthers(was, row)) {
      if (was && !isOthers(was, row)) await release(tx, [row], 0);
      continue;
    }
    const order = orders.get(row.orderId);
    const next = decide(row, { means, found, order, invoice: invoices.get(row.orderId) });
    if ('sending' in next) {
      await saveDocument(tx, row, { ...next.document, sending: next.sending });
      begun.push({ id: row.id, write: next.sending.draft as BooksWrite, sending: next.sending });
      continue;
    }
    await saveDocument(tx, row, next.document, 0);
    if (next.document.state === 'FAILED')
      await logPush(tx, row, { act: 'CREATE', fault: next.document.fault, detail: next.document.problem ?? '' });
    await tellPushed(tx, orgId, row.orderId);
  }
  return begun;
}

const isOthers = (was: DocumentRow, row: DocumentRow): boolean => was.heldUntil?.getTime() !== row.heldUntil?.getTime();

async function invoicesOf(tx: Db, connection: Connection, rows: readonly DocumentRow[]): Promise<Map<number, DocumentRow>> {
  const ids = rows.filter(({ kind }) => kind === 'PAYMENT').map(({ orderId }) => orderId);
  if (ids.length === 0) return new Map();
  const found = await tx
    .select()
    .from(accountingDocuments)
    .where(
      and(
        ofConnection(connection),
        isOneOf(accountingDocuments.orderId, ids),
        eq(accountingDocuments.kind, 'INVOICE'),
      ),
    );
  return new Map(found.map((row) => [row.orderId, row]));
}

type Given = {
  means: Means;
  found: Found;
  order: OrderContents | undefined;
  invoice: DocumentRow | undefined;
};

/** What becomes of a document now: what is sent of it, or what it is without. */
function decide(row: DocumentRow, { means, found, order, invoice }: Given): { document: Followed; sending: Sending } | { document: Followed } {
  const document = followedOf(row);
  const step = nextStep(document);
  switch (step.step) {
    case 'NOTHING':
      return { document: settled(document) };
    case 'READ_AGAIN':
      return { document: readAgain(document, found.byId(row), explainFault('CHANGED_THERE', '')) };
    case 'FIND_NUMBER': {
      const there = found.byMarker(row, nextIncarnation(document));
      return { document: foundNumber(document, there, explainFault('DUPLICATE_NUMBER', '')) };
    }
    case 'RESOLVE': {
      const { sending } = step;
      const doubted = { ...document, isDoubted: true };
      const there = sending.act === 'CREATE' ? found.byMarker(row, sending.incarnation) : found.byId(row);
      const resolved = resolve(doubted, sending, there);
      return resolved ? { document: resolved } : { document: doubted, sending };
    }
    case 'SEND': {
      const { act, incarnation } = step;
      const asked = { act, incarnation };
      const sendingOf = (write: BooksWrite): { document: Followed; sending: Sending } => {
        const { content, revision } = document;
        const sending: Sending = { ...asked, requestId: write.requestId, revision, content, draft: write };
        return { document: begin(document, sending), sending };
      };
      if (act === 'VOID') return sendingOf(voidWrite(row));
      if (row.kind === 'PAYMENT') {
        const content = row.content as PaymentContent;
        const customer = means(content.customerId).customer;
        if (customer === null || !invoice?.externalId)
          return { document: failed(document, 'UNMAPPED_CUSTOMER', 'Its customer isn’t matched in your books any more.') };
        return sendingOf(
          paymentWrite(row, content, asked, { customerId: customer.externalId, invoiceId: invoice.externalId }),
        );
      }
      const content = row.content as InvoiceContent;
      const own = means(content.customerId);
      // What it should be was decided when the order changed; its status since then is another job's.
      const [wrong] = order ? pushErrors({ ...order, status: 'ACCEPTED' }, content, own) : [];
      if (wrong) return { document: failed(document, wrong.fault, wrong.message) };
      if (act === 'CREATE') {
        const same = found.byNumber(numberOf(row, content, incarnation, own));
        const ours = same?.marker === markerOf(keyOf(row), incarnation) ? same.seen : found.byMarker(row, incarnation);
        if (ours && !ours.isVoid) return { document: adopted(document, ours) };
        if (same) return { document: foundNumber(document, null, explainFault('DUPLICATE_NUMBER', '')) };
      }
      return sendingOf(invoiceWrite(row, content, asked, own));
    }
  }
}

/** Saves each answer, if the write it answers is still open. */
async function saveAll(
  tx: Db,
  orgId: number,
  begun: readonly Begun[],
  outcomes: readonly (BooksWritten | BooksRefused)[],
): Promise<void> {
  const places = new Map(begun.map(({ id }, place) => [id, place]));
  for (const row of await lockAll(tx, orgId, [...places.keys()])) {
    const place = places.get(row.id) ?? -1;
    const [one, outcome] = [begun[place], outcomes[place]];
    const document = followedOf(row);
    if (!one || !outcome || document.sending?.requestId !== one.sending.requestId) continue;
    const next = becomes(document, one.sending, outcome);
    const fault = outcome instanceof BooksRefused ? outcome.fault : null;
    await saveDocument(tx, row, next, fault === null ? 0 : (LATER[fault] ?? 0));
    if (fault === null || next.state === 'FAILED' || fault === 'UNCERTAIN')
      await logPush(tx, { ...row, revision: one.sending.revision }, {
        act: one.sending.act,
        fault,
        detail: outcome instanceof BooksRefused ? (next.problem ?? outcome.message) : (next.externalNumber ?? ''),
      });
    await tellPushed(tx, orgId, row.orderId);
  }
}

function becomes(document: Followed, sending: Sending, outcome: BooksWritten | BooksRefused): Followed {
  if (outcome instanceof BooksRefused)
    return refused(document, outcome.fault, explainFault(outcome.fault, outcome.message));
  switch (outcome.kind) {
    case 'INVOICE':
      return taken(document, sending, seenInvoice(outcome.record));
    case 'PAYMENT':
      return taken(document, sending, seenPayment(outcome.record));
    default:
      return refused(document, 'UNCERTAIN', '');
  }
}
