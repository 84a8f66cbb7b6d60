import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import type { Vault } from '../../integrations/credential-encryption';
import type { Log } from '../../log';
import { type Books, type BooksOf, BooksRefused, type BooksWrite, type BooksWritten } from '../books';
import { booksCalls } from './calls';
import { changesOf } from './changes';
import { escaped, queriesOf } from './queries';
import { Faults, refusedFor } from './refusals';
import { openTokens } from './tokens';
import {
  toAccount,
  toCustomer,
  toInvoice,
  toItem,
  toPayment,
  toWrite,
  WireAccount,
  WireCustomer,
  WireInvoice,
  WireItem,
  type WireKind,
  WirePayment,
  type WireWrite,
} from './wire';

const SCOPE = 'com.intuit.quickbooks.accounting';
const MOST_WRITES = 30;
const MOST_ACCOUNTS = 1_000;
const ALSO_INACTIVE = ['Active in (true, false)'];
/** How far back markers are looked for if nobody says; and how far their clock and ours may differ. */
const MARKERS_MS = 31 * 86_400_000;
const SLACK_MS = 10 * 60_000;
/** Names a set of writes: they take 36 characters, and 14 for each of them. */
const [BATCH_NAME, ITEM_NAME] = [36, 14];

const CompanyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) });
const Preferences = z.object({
  Preferences: z.object({
    AccountingInfoPrefs: z.object({ BookCloseDate: z.string().nullish() }).default({}),
    SalesFormsPrefs: z.object({
      CustomTxnNumbers: z.boolean().default(false),
      AllowDiscount: z.boolean().default(false),
    }),
    CurrencyPrefs: z.object({ HomeCurrency: z.object({ value: z.string() }).nullish() }).default({}),
  }),
});
const Written = z.object({
  Invoice: WireInvoice.optional(),
  Payment: WirePayment.optional(),
  Customer: WireCustomer.optional(),
  Item: WireItem.optional(),
});
const BatchReply = z.object({
  BatchItemResponse: z.array(z.intersection(z.object({ bId: z.string() }), z.union([Faults, Written]))),
});

const digest = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length);

const unanswered = () => new BooksRefused('UNCERTAIN', 'The accounting service gave no answer to this one.');

/** A refusal of all that was sent together; anything else is a fault of ours. */
function refused(error: unknown): BooksRefused {
  if (error instanceof BooksRefused) return error;
  throw error;
}

function written(kind: WireKind, answer: z.output<typeof Written>): BooksWritten | BooksRefused {
  if (kind === 'Invoice' && answer.Invoice) return { kind: 'INVOICE', record: toInvoice(answer.Invoice) };
  if (kind === 'Payment' && answer.Payment) return { kind: 'PAYMENT', record: toPayment(answer.Payment) };
  if (kind === 'Customer' && answer.Customer) return { kind: 'CUSTOMER', record: toCustomer(answer.Customer) };
  if (kind === 'Item' && answer.Item) return { kind: 'ITEM', record: toItem(answer.Item) };
  return unanswered();
}

/** The accounting service over HTTP. */
export function booksOverHttp(config: Config['accounting'], db: Db, vault: Vault, log: Log): Books {
  const tokens = openTokens(config, db, vault, log);
  const calls = booksCalls(config, db, tokens, log);
  const { query, page, all, byValues } = queriesOf(calls);

  async function preferencesBy(
    call: <S extends z.ZodType>(
      schema: S,
      request: { what: string; path: string; isPerson: true },
    ) => Promise<z.output<S>>,
    realm: string,
  ) {
    const what = 'read preferences';
    const path = `companyinfo/${encodeURIComponent(realm)}`;
    const { CompanyInfo: info } = await call(CompanyInfo, { what: 'read company', path, isPerson: true });
    const { Preferences: kept } = await call(Preferences, { what, path: 'preferences', isPerson: true });
    return {
      name: info.CompanyName,
      takesOurNumbers: kept.SalesFormsPrefs.CustomTxnNumbers,
      allowsDiscount: kept.SalesFormsPrefs.AllowDiscount,
      closedUntil: kept.AccountingInfoPrefs.BookCloseDate ?? null,
      currency: kept.CurrencyPrefs.HomeCurrency?.value ?? 'USD',
    };
  }

  const days = ({ fromDay, toDay }: { fromDay: string | null; toDay: string | null }) => [
    ...(fromDay === null ? [] : [`TxnDate >= '${escaped(fromDay)}'`]),
    ...(toDay === null ? [] : [`TxnDate <= '${escaped(toDay)}'`]),
  ];

  /** Documents made since then that carry one of the markers. */
  async function marked<T extends { marker: string | null }>(
    markers: readonly string[] | undefined,
    since: Date | undefined,
    made: (conditions: string[]) => Promise<T[]>,
  ): Promise<T[]> {
    if (!markers?.length) return [];
    const from = new Date((since?.getTime() ?? Date.now() - MARKERS_MS) - SLACK_MS);
    const wanted = new Set(markers);
    const found = await made([`MetaData.CreateTime >= '${from.toISOString()}'`]);
    return found.filter(({ marker }) => marker !== null && wanted.has(marker));
  }

  async function writeOne(of: BooksOf, { requestId }: BooksWrite, { kind, operation, body }: WireWrite) {
    const voids = kind === 'Payment' ? { operation: 'update', include: 'void' } : { operation };
    const params = { requestid: requestId, ...(operation === 'void' ? voids : {}) };
    const request = { what: `${operation} ${kind.toLowerCase()}`, path: kind.toLowerCase(), query: params, body };
    return written(kind, await calls.call(of, Written, request));
  }

  async function writeSeveral(of: BooksOf, writes: readonly (readonly [BooksWrite, WireWrite])[]) {
    const ids = writes.map(([{ requestId }]) => digest(requestId, ITEM_NAME));
    const BatchItemRequest = writes.map(([, { kind, operation, body }], at) => ({
      bId: ids[at],
      operation,
      [kind]: body,
    }));
    const requestid = digest(ids.join(' '), BATCH_NAME);
    const request = {
      what: 'batch',
      path: 'batch',
      query: { requestid },
      body: { BatchItemRequest },
      isBatch: true as const,
    };
    const { BatchItemResponse } = await calls.call(of, BatchReply, request);
    return writes.map(([, { kind }], at) => {
      const answer = BatchItemResponse.find(({ bId }) => bId === ids[at]);
      if (!answer) return unanswered();
      const fault = 'Fault' in answer ? answer.Fault.Error[0] : undefined;
      return fault ? refusedFor(fault) : written(kind, answer as z.output<typeof Written>);
    });
  }

  async function sendPart(of: BooksOf, part: readonly [BooksWrite, WireWrite][]) {
    const [only] = part;
    try {
      return part.length === 1 && only ? [await writeOne(of, ...only)] : await writeSeveral(of, part);
    } catch (error) {
      return part.map(() => refused(error));
    }
  }

  return {
    authorizePage({ state, returnTo }) {
      const page = new URL(config.signInUrl);
      const asked = { client_id: config.clientId, response_type: 'code', scope: SCOPE, redirect_uri: returnTo, state };
      for (const [name, value] of Object.entries(asked)) page.searchParams.set(name, value);
      return page.toString();
    },
    exchange: tokens.exchange,
    revoke: tokens.revoke,
    look: ({ accessToken, externalCompanyId }) =>
      preferencesBy(
        (schema, request) => calls.callWith({ accessToken, externalCompanyId }, schema, request),
        externalCompanyId,
      ),
    async preferences(of) {
      const { externalCompanyId } = await tokens.access(of);
      return preferencesBy((schema, request) => calls.call(of, schema, request), externalCompanyId);
    },
    accounts: async (of) =>
      (await query(of, 'Account', WireAccount, { conditions: [], limit: MOST_ACCOUNTS, isPerson: true })).map(
        toAccount,
      ),
    searchItems: async (of, text, limit) => {
      const conditions = ['Active = true', ...(text ? [`Name like '%${escaped(text)}%'`] : [])];
      const found = await query(of, 'Item', WireItem, { conditions, limit, order: 'Name', isPerson: true });
      return found.filter(({ Type }) => Type !== 'Category').map(toItem);
    },
    searchCustomers: async (of, text, limit) => {
      const conditions = ['Active = true', ...(text ? [`DisplayName like '%${escaped(text)}%'`] : [])];
      return (
        await query(of, 'Customer', WireCustomer, { conditions, limit, order: 'DisplayName', isPerson: true })
      ).map(toCustomer);
    },
    async listItems(of, after) {
      const { records, isLast } = await page(of, 'Item', WireItem, ALSO_INACTIVE, after);
      // A category is no item; it is counted all the same, as `after` counts what they list.
      return { records: records.map(toItem), isLast };
    },
    async listCustomers(of, after) {
      const { records, isLast } = await page(of, 'Customer', WireCustomer, ALSO_INACTIVE, after);
      return { records: records.map(toCustomer), isLast };
    },
    async listInvoices(of, filter, after) {
      const { records, isLast } = await page(of, 'Invoice', WireInvoice, days(filter), after);
      return { records: records.map(toInvoice), isLast };
    },
    async listPayments(of, filter, after) {
      const { records, isLast } = await page(of, 'Payment', WirePayment, days(filter), after);
      return { records: records.map(toPayment), isLast };
    },
    async findInvoices(of, { ids, numbers, markers, since }) {
      const made = async (conditions: string[]) => (await all(of, 'Invoice', WireInvoice, conditions)).map(toInvoice);
      const found = [
        ...(await byValues(of, 'Invoice', WireInvoice, 'Id', ids)).map(toInvoice),
        ...(await byValues(of, 'Invoice', WireInvoice, 'DocNumber', numbers)).map(toInvoice),
        ...(await marked(markers, since, made)),
      ];
      return [...new Map(found.map((one) => [one.id, one])).values()];
    },
    async findPayments(of, { ids, markers, since }) {
      const made = async (conditions: string[]) => (await all(of, 'Payment', WirePayment, conditions)).map(toPayment);
      const found = [
        ...(await byValues(of, 'Payment', WirePayment, 'Id', ids)).map(toPayment),
        ...(await marked(markers, since, made)),
      ];
      return [...new Map(found.map((one) => [one.id, one])).values()];
    },
    async write(of, writes) {
      if (writes.length > MOST_WRITES) throw new Error('too many writes at once');
      const results: (BooksWritten | BooksRefused)[] = [];
      const sent: [BooksWrite, WireWrite][] = [];
      const places: number[] = [];
      for (const [at, write] of writes.entries()) {
        try {
          sent.push([write, toWrite(write)]);
          places.push(at);
        } catch (error) {
          results[at] = refused(error);
        }
      }
      // Several at once are created and updated only; each void leaves alone.
      const isVoid = (index: number) => sent[index]?.[1].operation === 'void';
      const rest = [...sent.keys()].filter((index) => !isVoid(index));
      for (const group of [rest, ...[...sent.keys()].filter(isVoid).map((index) => [index])]) {
        if (group.length === 0) continue;
        const answers = await sendPart(
          of,
          group.map((index) => sent[index] as [BooksWrite, WireWrite]),
        );
        for (const [at, index] of group.entries()) results[places[index] ?? 0] = answers[at] ?? unanswered();
      }
      return results;
    },
    changes: (of, since) => changesOf(calls, all, of, since),
  };
}
