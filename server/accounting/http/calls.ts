import type { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { type OutsideService, openHttpClient } from '../../http-client';
import { acquireTurns, postponeTurns } from '../../integrations/acquire-turn';
import type { Log } from '../../log';
import { type BooksOf, BooksRefused } from '../books';
import { refusalOf, silenceOf } from './refusals';
import type { Access, TokenKeeper } from './tokens';

/** Below the limits of a company's books: 500 calls a minute, 10 a second, and 40 batches a minute. */
const GAP_MS = 122;
const BATCH_GAP_MS = 1_520;
/** How long they want to be left alone that say "too many". */
const REST_MS = 60_000;
/** A batch may take them long; they give up after two minutes themselves. */
const PATIENCE_MS = 60_000;
const MINOR_VERSION = '75';

export type Request = {
  what: string;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Somebody waits for the answer. */
  isPerson?: true;
  isBatch?: true;
};

export type BooksCalls = ReturnType<typeof booksCalls>;

/**
 * Calls at the limits of each company's books, over all processes. Raises BooksRefused: TRANSIENT or THROTTLED where nothing
 * was done, UNCERTAIN of a write whose answer was lost.
 */
export function booksCalls(config: Config['accounting'], db: Db, tokens: TokenKeeper, log: Log) {
  const services = new Map<string, OutsideService>();
  /** Each company's books have a circuit of their own: one that is down or over its limit stops no other. */
  const serviceOf = (realm: string): OutsideService => {
    const service = services.get(realm) ?? openHttpClient({ name: 'accounting service', log, patienceMs: PATIENCE_MS });
    services.set(realm, service);
    return service;
  };

  async function send(tenant: number, at: Omit<Access, 'sealed'>, request: Request): Promise<Response> {
    const { what, path, query = {}, body, isPerson, isBatch } = request;
    const realm = at.externalCompanyId;
    const name = `accounting service ${realm}`;
    const limits = [{ name, gapMs: GAP_MS }, ...(isBatch ? [{ name: `${name} batch`, gapMs: BATCH_GAP_MS }] : [])];
    const errand = {
      what,
      tenant,
      ...(isPerson ? {} : { isBackground: true }),
      pace: () => acquireTurns(db, limits),
      rest: (ms: number) => postponeTurns(db, name, ms),
    };
    const search = new URLSearchParams({ ...query, minorversion: MINOR_VERSION });
    const url = `${config.url}/v3/company/${encodeURIComponent(realm)}/${path}?${search}`;
    const headers = { accept: 'application/json', authorization: `Bearer ${at.accessToken}` };
    const init =
      body === undefined
        ? { headers }
        : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    try {
      return await serviceOf(realm).fetch(errand, url, init);
    } catch (error) {
      const refused = silenceOf(error, body !== undefined);
      if (refused instanceof BooksRefused && refused.fault === 'THROTTLED') await postponeTurns(db, name, REST_MS);
      throw refused;
    }
  }

  async function read<S extends z.ZodType>(response: Response, schema: S, isWrite: boolean): Promise<z.output<S>> {
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(response.status, body);
    const { data, error } = schema.safeParse(body);
    if (!error) return data as z.output<S>;
    log.warn({ err: error, thirdParty: 'accounting service' }, 'a third party answers what nobody expects');
    throw new BooksRefused(
      isWrite ? 'UNCERTAIN' : 'TRANSIENT',
      'The accounting service gave an answer nobody understands.',
    );
  }

  return {
    /** Calls with a connection's token, and once more with a newer one where it is refused: then nothing was done. */
    async call<S extends z.ZodType>(of: BooksOf, schema: S, request: Request): Promise<z.output<S>> {
      const access = await tokens.access(of);
      let response = await send(of.orgId, access, request);
      if (response.status === 401) {
        await response.body?.cancel();
        response = await send(of.orgId, await tokens.renew(of, access.sealed), request);
      }
      return read(response, schema, request.body !== undefined);
    },
    /** The same with a token that isn't stored yet. */
    async callWith<S extends z.ZodType>(at: Omit<Access, 'sealed'>, schema: S, request: Request): Promise<z.output<S>> {
      return read(await send(0, at, request), schema, false);
    },
  };
}
