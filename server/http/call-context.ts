import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../../domain/contract/endpoint';
import { isTimeZone } from '../../domain/dates';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { contextOf, type VerbContext } from '../verb-context';
import type { Caller } from './authenticate';
import { stepOnce } from './idempotency';
import type { KeyedRequest } from './key-lease';

/** A call on its way to its verb. */
export interface Call {
  services: Services;
  endpoint: Endpoint;
  caller: Caller;
  request: FastifyRequest;
  input: unknown;
  db: Db;
  keyed: KeyedRequest | null;
  /** Fires when whoever asked waits no longer. */
  gone: AbortSignal;
}

/** The context a verb runs in, and `finish`, which sees to it that every write leaves its entry in the audit log. */
export function callContext({
  services,
  endpoint,
  caller,
  request,
  input,
  db,
  keyed,
  gone,
}: Call): VerbContext & { finish(): Promise<void> } {
  const ctx = contextOf(
    {
      services,
      person: caller.person,
      membership: caller.actor?.membership ?? null,
      timeZone: timeZoneOf(request.headers.timezone),
      tab: tabOf(request.headers['client-id']),
      log: request.log,
      gone,
      endpoint: `${endpoint.method} ${endpoint.path}`,
      entity: endpoint.audit,
      requestId: request.id,
      step: (on, name, work) => stepOnce(on, keyed, name, work),
    },
    db,
  );
  const finish = async () => {
    if (endpoint.audit && !ctx.isAudited) await ctx.audit({ id: null, after: input });
  };
  // Onto the context itself: a copy would read `person` and `membership`, which some calls do not have.
  return Object.assign(ctx, { finish });
}

const TAB = /^[\w-]{1,36}$/;

/** Nothing for what is no such name. */
function tabOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && TAB.test(header) ? header : undefined;
}

function timeZoneOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && isTimeZone(header) ? header : 'UTC';
}
