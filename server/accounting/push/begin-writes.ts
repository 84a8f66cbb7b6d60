import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  adopted,
  begin,
  type Followed,
  failed,
  foundNumber,
  markerOf,
  nextIncarnation,
  nextStep,
  readAgain,
  type Sending,
  settled,
} from '../../../domain/accounting/push/followed';
import type { InvoiceContent, PaymentContent } from '../../../domain/accounting/push/invoice';
import { explainFault, pushErrors } from '../../../domain/accounting/push/preflight';
import { greater, lesser, roundCents, subtract, sum } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { accountingDocuments } from '../../db/schema';
import type { BooksWrite } from '../books';
import { type Connection, type DocumentRow, followedOf, logPush, ofConnection, saveDocument } from './documents';
import { isOthers, lockAll, release } from './lease';
import type { Found } from './look-up';
import type { Means } from './means';
import { type OrderContents, readContents } from './read-contents';
import { tellPushed } from './tell';
import { invoicePrint, invoiceWrite, keyOf, numberOf, paymentPrint, paymentWrite, voidWrite } from './write-of';

/** A write that leaves, or has left. */
export type Begun = { id: number; write: BooksWrite; sending: Sending };

/** Saves what each is about to be sent as, before anything leaves; or what it became by what was looked up. */
export async function beginAll(
  tx: Db,
  connection: Connection,
  looked: readonly DocumentRow[],
  means: Means,
  found: Found,
): Promise<Begun[]> {
  const { orgId } = connection;
  const before = new Map(looked.map((row) => [row.id, row]));
  const rows = await lockAll(tx, orgId, [...before.keys()]);
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const orders = await readContents(tx, orgId, orderIds);
  const paid = rows.filter(({ kind, content }) => kind === 'PAYMENT' && content !== null);
  const siblings = await siblingsOf(tx, connection, paid);
  const begins: { row: DocumentRow; document: Followed; sending: Sending }[] = [];
  for (const row of rows) {
    const was = before.get(row.id);
    if (!was || isOthers(was, row)) continue;
    // What changed meanwhile is looked up anew.
    if (was.revision !== row.revision || row.state !== 'PENDING' || row.sending !== null) {
      await release(tx, [row], 0);
      continue;
    }
    const given = { means, found, order: orders.get(row.orderId), siblings: siblings.get(row.orderId) ?? [] };
    const next = decide(row, given);
    if ('sending' in next) {
      begins.push({ row, ...next });
      continue;
    }
    await saveDocument(tx, row, next.document, 0);
    if (next.document.state === 'FAILED')
      await logPush(tx, row, { act: 'CREATE', fault: next.document.fault, detail: next.document.problem ?? '' });
    await tellPushed(tx, row);
  }
  const batch = begins.map(({ sending }) => sending.requestId);
  const begun: Begun[] = [];
  for (const { row, document, sending } of begins) {
    const own = { ...sending, batch };
    await saveDocument(tx, row, begin(document, own));
    if (row.kind === 'INVOICE' && own.act === 'CREATE' && own.incarnation > 1) await payAnew(tx, row);
    begun.push({ id: row.id, sending: own, write: own.draft as BooksWrite });
  }
  return begun;
}

/** An invoice is made anew: what paid the void one is made anew, too, for it. */
async function payAnew(tx: Db, { orgId, connectionId, orderId }: DocumentRow): Promise<void> {
  await tx
    .update(accountingDocuments)
    .set({
      state: 'PENDING',
      fault: null,
      problem: null,
      attempts: 0,
      revision: sql`${accountingDocuments.revision} + 1`,
      sentRevision: null,
    })
    .where(
      and(
        eq(accountingDocuments.orgId, orgId),
        eq(accountingDocuments.connectionId, connectionId),
        eq(accountingDocuments.orderId, orderId),
        eq(accountingDocuments.kind, 'PAYMENT'),
        isNull(accountingDocuments.undoneAt),
        isNotNull(accountingDocuments.content),
        isNotNull(accountingDocuments.sentContent),
        isNull(accountingDocuments.sending),
      ),
    );
}

/** All documents of the orders these belong to, by order. */
async function siblingsOf(
  tx: Db,
  connection: Connection,
  rows: readonly DocumentRow[],
): Promise<Map<number, DocumentRow[]>> {
  if (rows.length === 0) return new Map();
  const ids = [...new Set(rows.map(({ orderId }) => orderId))];
  const found = await tx
    .select()
    .from(accountingDocuments)
    .where(and(ofConnection(connection), isOneOf(accountingDocuments.orderId, ids)))
    .orderBy(asc(accountingDocuments.paymentId));
  return Map.groupBy(found, ({ orderId }) => orderId);
}

type Given = { means: Means; found: Found; order: OrderContents | undefined; siblings: readonly DocumentRow[] };
type Decided = { document: Followed; sending: Sending } | { document: Followed };

/** What becomes of a document now: what is sent of it, or what it is without. */
function decide(row: DocumentRow, given: Given): Decided {
  const { found, means } = given;
  const document = followedOf(row);
  const step = nextStep(document);
  switch (step.step) {
    case 'READ_AGAIN':
      return { document: readAgain(document, found.byId(row), printOf(row, means), explainFault('CHANGED_THERE', '')) };
    case 'FIND_NUMBER': {
      const there = found.byMarker(row, nextIncarnation(document));
      return { document: foundNumber(document, there, explainFault('DUPLICATE_NUMBER', '')) };
    }
    case 'SEND':
      if (step.act === 'VOID') return { document, sending: sendingOf(row, document, step, voidWrite(row), null) };
      return row.kind === 'PAYMENT' ? payment(row, document, step, given) : invoice(row, document, step, given);
    default:
      return { document: settled(document) };
  }
}

type Asked = { act: Sending['act']; incarnation: number };

const sendingOf = (
  row: DocumentRow,
  { content, revision }: Followed,
  { act, incarnation }: Asked,
  write: BooksWrite,
  print: string | null,
): Sending => ({
  act,
  incarnation,
  requestId: write.requestId,
  revision,
  content: act === 'VOID' ? null : content,
  draft: write,
  version: row.externalVersion,
  print,
  batch: [],
  at: new Date().toISOString(),
});

/** The print of what a document should be, as far as its customer is known there. */
function printOf(row: DocumentRow, means: Means): string | null {
  if (row.content === null) return null;
  const { customerId } = row.content as InvoiceContent | PaymentContent;
  const there = means(customerId).customer?.externalId ?? '';
  return row.kind === 'INVOICE'
    ? invoicePrint(row.content as InvoiceContent, there)
    : paymentPrint(row.content as PaymentContent, there);
}

function invoice(row: DocumentRow, document: Followed, asked: Asked, { means, found, order }: Given): Decided {
  const content = row.content as InvoiceContent;
  const own = means(content.customerId);
  // What it should be was decided when the order changed; its status since then is another job's.
  const [wrong] = order ? pushErrors({ ...order, status: 'ACCEPTED' }, content, own) : [];
  if (wrong) return { document: failed(document, wrong.fault, wrong.message) };
  if (asked.act === 'CREATE') {
    const same = found.byNumber(numberOf(row, content, asked.incarnation, own));
    if (same?.marker === markerOf(keyOf(row), asked.incarnation)) return { document: adopted(document, same.seen) };
    if (same) return { document: foundNumber(document, null, explainFault('DUPLICATE_NUMBER', '')) };
  }
  const write = invoiceWrite(row, content, asked, own);
  return { document, sending: sendingOf(row, document, asked, write, printOf(row, means)) };
}

/** A payment pays what earlier ones leave of its invoice; what is over is its customer's credit there, too. */
function payment(row: DocumentRow, document: Followed, asked: Asked, { means, siblings }: Given): Decided {
  const content = row.content as PaymentContent;
  const customer = means(content.customerId).customer;
  const of = siblings.find(({ kind }) => kind === 'INVOICE');
  if (customer === null || !of?.externalId)
    return { document: failed(document, 'UNMAPPED_CUSTOMER', 'Its customer isn’t matched in your books any more.') };
  const earlier = siblings.filter(
    ({ kind, paymentId, content: wanted }) =>
      kind === 'PAYMENT' && wanted !== null && (paymentId ?? 0) < (row.paymentId ?? 0),
  );
  const total = (of.content as InvoiceContent | null)?.totalUsd ?? '0';
  const open = greater(subtract(total, sum(earlier.map((one) => (one.content as PaymentContent).amount))), 0);
  const appliedUsd = roundCents(lesser(content.amount, open));
  const to = { customerId: customer.externalId, invoiceId: of.externalId, appliedUsd };
  const write = paymentWrite(row, content, asked, to);
  return { document, sending: sendingOf(row, document, asked, write, printOf(row, means)) };
}
