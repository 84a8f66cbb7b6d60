import { z } from 'zod';
import type { BooksChanges, BooksOf } from '../books';
import type { BooksCalls } from './calls';
import type { Queries } from './queries';
import {
  toCustomer,
  toInvoice,
  toItem,
  toPayment,
  WireCustomer,
  WireDeleted,
  WireInvoice,
  WireItem,
  type WireKind,
  WirePayment,
} from './wire';

/** Most records a reply has, which names no rest. */
const MOST_TOLD = 1_000;
/** They remember changes so long. */
const DAYS_MS = 30 * 86_400_000;
const A_MINUTE = 60_000;
/** What was being written while they answered is told by the next reply: a little is asked for twice. */
const OVERLAP_MS = 10_000;

const DELETED = { Invoice: 'INVOICE', Payment: 'PAYMENT', Customer: 'CUSTOMER', Item: 'ITEM' } as const;

/** Everything that changed since, kind by kind. A reply that is full is read again as a list, which has pages. */
export async function changesOf(
  calls: BooksCalls,
  all: Queries['all'],
  of: BooksOf,
  since: Date,
): Promise<BooksChanges> {
  const from = new Date(Math.max(since.getTime(), Date.now() - DAYS_MS + A_MINUTE));
  const deleted: BooksChanges['deleted'][number][] = [];
  let until: number | null = null;

  async function changed<S extends z.ZodType>(kind: WireKind, record: S): Promise<z.output<S>[]> {
    const reply = z.object({
      CDCResponse: z.array(z.object({ QueryResponse: z.array(z.object({ [kind]: z.array(z.unknown()).optional() })) })),
      time: z.string(),
    });
    const query = { entities: kind, changedSince: from.toISOString() };
    const { CDCResponse, time } = await calls.call(of, reply, {
      what: `changes ${kind.toLowerCase()}`,
      path: 'cdc',
      query,
    });
    const at = Date.parse(time);
    until = Math.min(until ?? at, at);
    const told = CDCResponse.flatMap(({ QueryResponse }) =>
      QueryResponse.flatMap((one) => (one as Record<string, unknown[] | undefined>)[kind] ?? []),
    );
    const gone = told.flatMap((one) => WireDeleted.safeParse(one).data ?? []);
    deleted.push(...gone.map(({ Id: id }) => ({ kind: DELETED[kind], id })));
    if (told.length >= MOST_TOLD) {
      const active = kind === 'Customer' || kind === 'Item' ? ['Active in (true, false)'] : [];
      return all(of, kind, record, [`MetaData.LastUpdatedTime >= '${from.toISOString()}'`, ...active]);
    }
    return told.flatMap((one) => (WireDeleted.safeParse(one).success ? [] : [record.parse(one) as z.output<S>]));
  }

  const invoices = (await changed('Invoice', WireInvoice)).map(toInvoice);
  const payments = (await changed('Payment', WirePayment)).map(toPayment);
  const customers = (await changed('Customer', WireCustomer)).map(toCustomer);
  const items = (await changed('Item', WireItem)).map(toItem);
  return { invoices, payments, customers, items, deleted, until: new Date((until ?? Date.now()) - OVERLAP_MS) };
}
