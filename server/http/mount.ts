import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import { decide } from '../../domain/access/ability';
import { type Endpoint, type FileReply, isWrite, needsKey } from '../../domain/contract/endpoint';
import { isForKeys } from '../../domain/contract/for-keys';
import '../../domain/contract/plain-words';
import { badInput, DomainError, fieldErrors, notFound } from '../../domain/errors';
import { CALLS_TELL, type CallName } from '../../domain/events/tells';
import { CHANGED } from '../../domain/live/events';
import { READ_AFTER, readPosition, WRITTEN_AT } from '../../domain/live/position';
import { switchedOff } from '../../domain/parts';
import { findUnreadable } from '../../domain/text';
import { BROWSER_REFUSES, NO_TRACKING_HEADERS } from '../../domain/usage/agreement';
import { openUseCounter, type UseCounter } from '../api-keys/count-uses';
import type { Services } from '../context';
import type { Database, Readable } from '../db/client';
import { positionOf, readLagging } from '../db/replica';
import { transact } from '../db/transact';
import { asTeller } from '../events/declared';
import type { Implemented } from '../implement';
import { denial } from '../refusals';
import { authenticate, type Caller } from './authenticate';
import { callName } from './call-name';
import { STATUS, toDomainError } from './errors';
import { goneSignal, sendFile } from './file-reply';
import { type Answer, hashRequest, type KeyedReply, once, onceInSteps, readKey } from './idempotency';
import type { KeyedRequest } from './key-lease';
import { BODY_LIMIT, dataHeaders, FILE_LIMIT, GUESS_LIMIT, WRITE_LIMIT } from './limits';
import { type Call, callContext } from './request-context';
import { openTurns, type TakeTurn } from './turns';
import { acceptUploads, readUpload } from './upload';

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: Uint8Array;
}

/** Only what is streamed or waits for its turn can outlive its client. */
const NEVER_GONE = new AbortController().signal;

type AnyVerb = Implemented['verbs'][string];

/**
 * Serves the endpoints of each area under `/api`. Every call is authenticated, given its organization, checked against
 * `requires`, parsed, made idempotent, run in one transaction, audited, and answered as declared; verbs do none of
 * that, and nothing else checks access.
 */
export function mount(app: FastifyInstance, services: Services, areas: readonly Implemented[]): void {
  const headers = dataHeaders(services.config);
  const takeTurn = openTurns();
  const uses = openUseCounter(services.database.db, services.log);
  app.addHook('onClose', () => uses.close());
  const uploads: RouteOptions[] = [];
  for (const { area, verbs } of areas) {
    for (const [name, endpoint] of Object.entries(area)) {
      const verb = verbs[name];
      if (!verb) throw new Error(`No verb for ${endpoint.method} ${endpoint.path}`);
      const route: RouteOptions = {
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        bodyLimit: endpoint.bodyLimit ?? BODY_LIMIT,
        config: { ...rateLimitOf(endpoint), call: callName(endpoint) },
        helmet: false,
        onRequest: (_request, reply, next) => {
          reply.headers(headers);
          next();
        },
        handler: (request, reply) => serve({ services, endpoint, verb, takeTurn, uses }, request, reply),
      };
      if (endpoint.upload) uploads.push(route);
      else app.route(route);
    }
  }
  // In a scope of their own: no other call takes multipart/form-data.
  app.register(async (scope) => {
    await acceptUploads(scope);
    for (const route of uploads) scope.route(route);
  });
}

function rateLimitOf(endpoint: Endpoint) {
  if (endpoint.limited) return { rateLimit: GUESS_LIMIT };
  if (endpoint.file) return { rateLimit: FILE_LIMIT };
  return isWrite(endpoint) ? { rateLimit: WRITE_LIMIT } : {};
}

type Served = { services: Services; endpoint: Endpoint; verb: AnyVerb; takeTurn: TakeTurn; uses: UseCounter };

async function serve(
  { services, endpoint, verb, takeTurn, uses }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let endTurn = () => {};
  let countUse = (_isRefused: boolean) => {};
  try {
    const caller = await authenticate(services, request);
    countUse = (isRefused) => countKeyUse(uses, { caller, endpoint, address: request.ip, isRefused });
    const decision = decide(caller.actor, endpoint.requires, isForKeys(endpoint));
    if (!decision.allowed) throw denial(decision.reason);
    if (endpoint.part && !services.config.parts[endpoint.part]) throw switchedOff(endpoint.part);
    if (endpoint.inPersonOnly && caller.person?.impersonator) throw inPersonOnly(caller.person.displayName);
    if (endpoint.isTracking && NO_TRACKING_HEADERS.some((name) => request.headers[name] === '1')) {
      throw new DomainError('FORBIDDEN', BROWSER_REFUSES);
    }
    const input = parseInput(endpoint, request);
    if (!endpoint.namesAnother) assertOwnOrganization(input, caller);
    if (endpoint.upload) input.file = await readUpload(request, endpoint.upload);
    const isHeavy = endpoint.file !== undefined || endpoint.heavy === true;
    const gone = isHeavy ? goneSignal(reply) : NEVER_GONE;
    if (isHeavy) {
      // A file is made while it is sent, however slowly it is read: no report waits behind it.
      const who = caller.person?.application?.callerId ?? caller.actor?.userId ?? request.ip;
      const line = `${endpoint.file ? 'files' : 'reports'} of ${who}`;
      const turn = await takeTurn(line, gone);
      if (turn === null) return reply.hijack();
      endTurn = turn;
    }
    const {
      reply: body,
      replayed,
      topics,
    } = await asTeller(callName(endpoint), tellsOf(endpoint), services, () =>
      run({ services, endpoint, caller, request, input, gone }, verb),
    );
    if (endpoint.file) {
      countUse(false);
      if (!gone.aborted) gone.addEventListener('abort', endTurn, { once: true });
      else endTurn();
      return sendFile(reply, endpoint.file, body as FileReply);
    }
    endTurn();
    countUse(false);
    if (isWrite(endpoint) && services.database.replica) await sayPosition(reply, services.database);
    const changed = [...topics].join();
    if (changed) reply.header(CHANGED, changed);
    if (replayed) reply.header('Idempotency-Replayed', 'true');
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  } catch (error) {
    endTurn();
    countUse(true);
    return refuse(reply, toDomainError(error, request.log));
  }
}

type KeyCall = { caller: Caller; endpoint: Endpoint; address: string; isRefused: boolean };

/** Counts a call if an API key made it. */
function countKeyUse(uses: UseCounter, { caller: { actor, person }, endpoint, address, isRefused }: KeyCall): void {
  if (!person?.application || !actor?.membership) return;
  const { orgId } = actor.membership;
  uses.count({ orgId, apiKeyId: person.application.id, call: callName(endpoint), address, isRefused });
}

/**
 * Lets writers read their own writes from replicas. Failing here only risks a slightly old read, which is no reason to
 * refuse.
 */
async function sayPosition(reply: FastifyReply, database: Database): Promise<void> {
  const position = await positionOf(database).catch(() => null);
  if (position !== null) reply.header(WRITTEN_AT, position);
}

function inPersonOnly(name: string): DomainError {
  return new DomainError('FORBIDDEN', `Only ${name} can do this. Stop acting for them first.`);
}

/** Sends a refusal in the common format. */
export function refuse(reply: FastifyReply, error: DomainError): FastifyReply {
  return reply.status(STATUS[error.code]).header('Cache-Control', 'no-store').send(error.toBody());
}

function parseInput(endpoint: Endpoint, request: FastifyRequest): Input {
  const input: Input = {};
  if (findUnreadable(request.params) !== null) throw notFound('Page');
  for (const given of [request.query, request.body]) {
    const field = findUnreadable(given);
    if (field !== null)
      throw badInput({ [field || 'body']: 'This text has characters that can’t be saved. Type it again.' });
  }
  if (endpoint.params) {
    const parsed = compiled(endpoint.params).safeParse(request.params);
    // An address that can't be decoded names nothing.
    if (!parsed.success) throw notFound('Page');
    input.params = parsed.data;
  }
  if (endpoint.query) {
    const parsed = compiled(endpoint.query).safeParse(request.query);
    if (!parsed.success) throw badInput(fieldErrors(parsed.error));
    input.query = parsed.data;
  }
  if (endpoint.body) {
    const parsed = compiled(endpoint.body).safeParse(request.body);
    if (!parsed.success) throw badInput(fieldErrors(parsed.error));
    input.body = parsed.data;
  }
  return input;
}

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>();

/** The schema, compiled on first use: same results and errors in less than half the time. */
function compiled<S extends z.ZodType>(schema: S): S {
  const known = compiledSchemas.get(schema) as S | undefined;
  if (known !== undefined) return known;
  const made = z.compile(schema);
  compiledSchemas.set(schema, made);
  return made;
}

/** Any organization named in a call must be the caller's, but in one that says otherwise; others count as nonexistent. */
function assertOwnOrganization(input: Input, caller: Caller): void {
  for (const part of [input.params, input.query, input.body]) {
    const orgId = (part as { orgId?: unknown } | undefined)?.orgId;
    if (orgId !== undefined && orgId !== caller.actor?.membership?.orgId) throw notFound('Organization');
  }
}

const tellsOf = (endpoint: Endpoint) => CALLS_TELL[callName(endpoint) as CallName];

type Asked = Pick<Call, 'services' | 'endpoint' | 'caller' | 'request' | 'gone'> & { input: Input };

function run(call: Asked, verb: AnyVerb): Promise<KeyedReply> {
  const { services, endpoint, request, caller, input } = call;
  const { database } = services;
  const keyed = keyedRequest(endpoint, request, caller, input);
  const inSteps = endpoint.transaction === 'each' && !endpoint.isOneStep?.(input.body as never);
  const answer = async (ctx: ReturnType<typeof callContext>) => {
    const given = await verb(ctx, input as never);
    const body = endpoint.file ? given : compiled(endpoint.returns).parse(given);
    await ctx.finish();
    return { result: body, outbox: ctx.outbox, topics: ctx.topics };
  };
  const fresh = async ({ result, outbox, topics }: Answer) => {
    await outbox.send();
    return { reply: result, replayed: false, topics };
  };

  if (inSteps) {
    const work = () => answer(callContext({ ...call, db: database.db, keyed, inSteps }));
    return keyed ? onceInSteps(database.db, keyed, work) : work().then(fresh);
  }
  if (!isWrite(endpoint)) {
    const read = (from: Readable) =>
      answer(callContext({ ...call, services: reading(services, from), db: from.db, keyed, inSteps }));
    const lagged = (error: unknown) => request.log.warn({ err: error }, 'replica');
    return (
      endpoint.mayLag
        ? readLagging(database, read, lagged, readPosition(request.headers[READ_AFTER.toLowerCase()]))
        : read(database)
    ).then(fresh);
  }
  return transact(database.db, (tx) => {
    const work = () => answer(callContext({ ...call, db: tx, keyed, inSteps }));
    return keyed ? once(tx, keyed, work) : work().then(fresh);
  });
}

/** Services whose database is the replica. */
function reading(services: Services, from: Readable): Services {
  const { database } = services;
  return from === database ? services : { ...services, database: { ...database, pool: from.pool, db: from.db } };
}

/** The organization a call is about; none for one that takes no membership, such as beginning an organization. */
function orgOf({ requires }: Endpoint, { actor }: Caller): number | null {
  return requires.kind === 'signed-in' ? null : (actor?.membership?.orgId ?? null);
}

function keyedRequest(endpoint: Endpoint, request: FastifyRequest, caller: Caller, input: Input): KeyedRequest | null {
  const key = endpoint.idempotent ? readKey(request.headers['idempotency-key']) : null;
  if (!key && needsKey(endpoint)) {
    throw new DomainError('BAD_INPUT', 'Send an Idempotency-Key, so repeating the request has no second effect');
  }
  if (!key || !caller.actor) return null;
  const name = `${endpoint.method} ${endpoint.path}`;
  return {
    userId: caller.person?.application?.callerId ?? caller.actor.userId,
    key,
    endpoint: name,
    requestHash: hashRequest(name, orgOf(endpoint, caller), input),
    // A call without membership, such as beginning an organization, shows nothing of one.
    membership: endpoint.requires.kind === 'signed-in' ? null : caller.actor.membership,
    shownOnce: endpoint.shownOnce ?? null,
    holder: randomUUID(),
  };
}
