import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, gte } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../db/client';
import { sandboxEntities } from '../../db/schema';
import { counting, type Fault, type Faults, PAUSES } from './faults';
import { opens } from './oauth';
import { answerQuery } from './query';
import { faultBody, Refusal, refusals } from './refusal';
import { companyOf, type Data, find, isOf, KINDS, type Kind, shown } from './store';
import { write } from './writes';

const MOST_BATCHED = 30;
const MOST_CHANGES = 1_000;
const CHANGES_DAYS = 30;

type OfRealm = { Params: { realm: string }; Querystring: Record<string, string | undefined> };
type OfKind = { Params: { realm: string; kind: string; id: string }; Querystring: Record<string, string | undefined> };

const BatchItem = z.object({
  bId: z.string().min(1),
  operation: z.string().optional(),
  Query: z.string().optional(),
  Invoice: z.record(z.string(), z.unknown()).optional(),
  Payment: z.record(z.string(), z.unknown()).optional(),
  Customer: z.record(z.string(), z.unknown()).optional(),
  Item: z.record(z.string(), z.unknown()).optional(),
});
const Batch = z.object({ BatchItemRequest: z.array(BatchItem).min(1).max(MOST_BATCHED) });

const kindOf = (name: string): Kind | undefined => KINDS.find((kind) => kind.toLowerCase() === name.toLowerCase());
const stamped = (answer: Data): Data => ({ ...answer, time: new Date().toISOString() });

/** The accounting sandbox's API: what the platform uses of QuickBooks Online's. */
export function serveBooksApi(scope: FastifyInstance, { db, faults }: { db: Db; faults: Faults }): void {
  const isTooMuch = counting();
  const on = new WeakMap<FastifyRequest, ReadonlySet<Fault>>();
  const faultsAt = (request: FastifyRequest) => on.get(request) ?? new Set<Fault>();
  let calls = 0;

  const fail = (reply: FastifyReply, status: number, code: string, message: string) =>
    reply.status(status).send({
      Fault: { Error: [{ Message: message, Detail: message, code }], type: 'SERVICE' },
      time: new Date().toISOString(),
    });

  scope.addHook('preHandler', async (request: FastifyRequest<OfRealm>, reply) => {
    if (await faults.records.isOut()) return reply.status(503).send('Service Unavailable');
    const active = await faults.read();
    on.set(request, active);
    const { realm } = request.params;
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (active.has('slow')) await pause(PAUSES.slowMs);
    if (active.has('unauthorized')) {
      await faults.toggle('unauthorized');
      return fail(reply, 401, '3200', 'message=AuthenticationFailed; errorCode=003200; statusCode=401');
    }
    if (active.has('refused') || !(await opens(db, realm, token))) {
      return fail(reply, 401, '3200', 'message=AuthenticationFailed; errorCode=003200; statusCode=401');
    }
    calls += 1;
    if ((active.has('limiting') && calls % 3 === 0) || isTooMuch(realm, request.url.includes('/batch'))) {
      reply.header('retry-after', `${PAUSES.retryAfterSeconds}`);
      return fail(reply, 429, '3001', 'message=ThrottleExceeded; errorCode=003001; statusCode=429');
    }
  });

  scope.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.status(400).send(faultBody(error));
    throw error;
  });

  /** Answers what was written, unless the answer gets lost. */
  const answer = (request: FastifyRequest, reply: FastifyReply, body: Data) => {
    if (!faultsAt(request).has('mute')) return stamped(body);
    reply.hijack();
    request.raw.socket.destroy();
    return reply;
  };

  const queried = async (realm: string, query: string) => {
    const { kind, isCount, total, start, records } = await answerQuery(db, realm, query);
    if (isCount) return { QueryResponse: { totalCount: total } };
    return { QueryResponse: { [kind]: records.map(shown), startPosition: start, maxResults: records.length } };
  };

  scope.get<OfRealm>('/query', async ({ params, query }) => stamped(await queried(params.realm, query.query ?? '')));

  scope.get<OfKind>('/companyinfo/:id', async ({ params: { realm } }) => {
    const company = await companyOf(db, realm);
    if (!company) throw refusals.gone(realm);
    return stamped({ CompanyInfo: { Id: '1', SyncToken: '0', CompanyName: company.name, Country: 'US' } });
  });

  scope.get<OfRealm>('/preferences', async ({ params: { realm } }) => {
    const company = await companyOf(db, realm);
    if (!company) throw refusals.gone(realm);
    const { takesNumbers: CustomTxnNumbers, allowsDiscount: AllowDiscount, closedUntil } = company;
    return stamped({
      Preferences: {
        Id: '1',
        SyncToken: '0',
        AccountingInfoPrefs: {
          ...(closedUntil === null ? {} : { BookCloseDate: closedUntil }),
          UseAccountNumbers: false,
        },
        SalesFormsPrefs: { CustomTxnNumbers, AllowDiscount, AllowServiceDate: false },
        CurrencyPrefs: { HomeCurrency: { value: 'USD' }, MultiCurrencyEnabled: false },
      },
    });
  });

  scope.get<OfRealm>('/cdc', async ({ params: { realm }, query }) => {
    const since = Date.parse(query.changedSince ?? '');
    if (Number.isNaN(since) || since < Date.now() - CHANGES_DAYS * 86_400_000) {
      throw refusals.business('changedSince must be within the last 30 days.', 'changedSince');
    }
    let left = MOST_CHANGES;
    const QueryResponse: Data[] = [];
    for (const name of (query.entities ?? '').split(',')) {
      const kind = kindOf(name.trim());
      if (!kind) throw new Refusal('2170', 'Invalid Enumeration', `Invalid Enumeration : ${name}`);
      const rows = await db
        .select()
        .from(sandboxEntities)
        .where(and(isOf(realm, kind), gte(sandboxEntities.modifiedAt, new Date(since))))
        .orderBy(asc(sandboxEntities.modifiedAt), asc(sandboxEntities.id))
        .limit(left);
      left -= rows.length;
      const found = rows.map((row) => {
        const { Id, MetaData, ...rest } = shown(row);
        return row.isDeleted ? { domain: 'QBO', status: 'Deleted', Id, MetaData } : { ...rest, Id, MetaData };
      });
      QueryResponse.push(found.length === 0 ? {} : { [kind]: found, startPosition: 1, maxResults: found.length });
    }
    return stamped({ CDCResponse: [{ QueryResponse }] });
  });

  scope.post<OfRealm>('/batch', async (request, reply) => {
    const { realm } = request.params;
    const { data } = Batch.safeParse(request.body);
    if (!data) throw refusals.missing('BatchItemRequest');
    const { requestid } = request.query;
    const BatchItemResponse: Data[] = [];
    for (const { bId, operation = 'create', Query, ...entities } of data.BatchItemRequest) {
      try {
        if (Query !== undefined) {
          BatchItemResponse.push({ bId, ...(await queried(realm, Query)) });
          continue;
        }
        const kind = KINDS.find((one) => one in entities);
        if (!kind) throw refusals.missing('entity');
        if (operation === 'void') throw new Refusal('2170', 'Invalid Enumeration', 'Invalid Enumeration : void');
        const body = (entities as Record<string, Data>)[kind] ?? {};
        const requestId = requestid === undefined ? null : `${requestid}${bId}`;
        BatchItemResponse.push({
          bId,
          ...(await write(db, realm, faultsAt(request), { kind, operation, requestId, body })),
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        BatchItemResponse.push({ bId, Fault: faultBody(error).Fault });
      }
    }
    return answer(request, reply, { BatchItemResponse });
  });

  scope.get<OfKind>('/:kind/:id', async ({ params: { realm, kind: name, id } }) => {
    const kind = kindOf(name);
    const found = kind && (await find(db, realm, kind, id));
    if (!kind || !found || found.isDeleted) throw refusals.gone(id);
    return stamped({ [kind]: shown(found) });
  });

  scope.post<OfKind>('/:kind', async (request, reply) => {
    const { realm, kind: name } = request.params;
    const kind = kindOf(name);
    if (!kind) throw refusals.gone(name);
    const { include, requestid = null } = request.query;
    const asked = request.query.operation ?? 'create';
    if (kind === 'Payment' && asked === 'void')
      throw new Refusal('2170', 'Invalid Enumeration', 'Invalid Enumeration : void');
    const operation = kind === 'Payment' && include === 'void' ? 'void' : asked;
    if (requestid !== null && requestid.length > 50) throw refusals.tooLong('requestid', 50);
    const body = z.record(z.string(), z.unknown()).catch({}).parse(request.body);
    return answer(
      request,
      reply,
      await write(db, realm, faultsAt(request), { kind, operation, requestId: requestid, body }),
    );
  });
}
