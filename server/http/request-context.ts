import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../domain/contract/endpoint';
import { isTimeZone } from '../../domain/dates';
import { type DaysOf, zoneThatCounts } from '../../domain/organization/day-zone';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { type HandlerContext, handlerContextOf } from '../handler-context';
import type { Caller } from './authenticate';
import { stepOnce } from './idempotency';
import type { KeyedRequest } from './key-lease';

/** A call before its verb runs. */
export interface Call {
  services: Services;
  endpoint: Endpoint;
  caller: Caller;
  request: FastifyRequest;
  input: unknown;
  db: Db;
  keyed: KeyedRequest | null;
  /** Whether its steps have transactions of their own; otherwise `db` is the transaction of all of them. */
  inSteps: boolean;
  /** Aborts when the client is gone. */
  gone: AbortSignal;
}

/** A verb's context, and `finish`, which makes sure every write leaves an audit entry. */
export function callContext({
  services,
  endpoint,
  caller,
  request,
  input,
  db,
  keyed,
  inSteps,
  gone,
}: Call): HandlerContext & { finish(): Promise<void> } {
  const zones = { companies: caller.actor?.companyZones ?? [], reader: timeZoneOf(request.headers.timezone) };
  const ctx = handlerContextOf(
    {
      services,
      person: caller.person,
      membership: caller.actor?.membership ?? null,
      timeZone: zoneThatCounts(zones, daysOf(endpoint, input)),
      zones,
      tab: tabOf(request.headers['client-id']),
      log: request.log,
      gone,
      endpoint: `${endpoint.method} ${endpoint.path}`,
      entity: endpoint.audit,
      requestId: request.id,
      step: inSteps ? (on, name, work) => stepOnce(on, keyed, name, work) : null,
    },
    db,
  );
  const finish = async () => {
    if (endpoint.audit && !ctx.isAudited) await ctx.audit({ id: null, after: input });
  };
  // Assigned to the context itself: copying would trigger the `person` and `membership` getters, which raise for some
  // calls.
  return Object.assign(ctx, { finish });
}

const TAB = /^[\w-]{1,36}$/;

/** Whose days a call counts; see `days` of its declaration. A call outside any organization is the reader's own. */
function daysOf({ days, requires }: Endpoint, input: unknown): DaysOf {
  if (days === 'reader' || requires.kind === 'signed-in' || requires.kind === 'publicly') return 'reader';
  const { params, query, body } = input as Partial<Record<'params' | 'query' | 'body', { companyId?: number } | null>>;
  return params?.companyId ?? query?.companyId ?? body?.companyId ?? 'all';
}

/** Undefined for an invalid tab name. */
function tabOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && TAB.test(header) ? header : undefined;
}

/** The reader's own zone; UTC without a valid one. */
function timeZoneOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && isTimeZone(header) ? header : 'UTC';
}
