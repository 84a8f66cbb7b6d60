import { rm } from 'node:fs/promises';
import { afterAll, expect } from 'vitest';
import { type CallInput, type CallOutput, type Endpoint, needsKey } from '../../domain/contract/endpoint';
import { refusalsOf } from '../../domain/contract/refusals';
import type { ErrorBody, ErrorCode } from '../../domain/errors';
import { createApp } from '../../server/app';
import { type Config, readConfig } from '../../server/config';
import { type Database, openDatabase } from '../../server/db/client';
import { freePort } from '../../server/free-port';
import { type Log, openLog } from '../../server/log';
import { createTestDatabase, type TestDatabase } from './database';
import { refuseUntenanted } from './db/tenant-statements';
import { makeFolder } from './folders';
import { findSigner, signToken } from './identity/tokens';
import { countWrongSoldLines } from './orders/sold-lines';
import { startVerdant } from './process';

export type Answer<E> =
  | { ok: true; status: number; body: CallOutput<E>; headers: Headers }
  | { ok: false; status: number; body: ErrorBody; headers: Headers };

export interface CallOptions {
  /** By default as the app does where one is needed; null sends none. */
  idempotencyKey?: string | null;
  headers?: Record<string, string>;
}

/** A caller with a token, in an organization or none. */
export interface TestCaller {
  readonly token: string;
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
  /** The same, for calls that must succeed; throws on a refusal. */
  expectOk<E extends Endpoint>(endpoint: E, input: CallInput<E>, options?: CallOptions): Promise<CallOutput<E>>;
}

type AppOptions = {
  on?: Pick<TestDatabase, 'url'>;
  beside?: TestApp;
  replica?: Pick<TestDatabase, 'url'>;
  environment?: Record<string, string>;
  /** Instead of one on standard output. */
  log?: Log;
};

export interface TestApp {
  readonly url: string;
  readonly config: Config;
  readonly database: Database;
  as(user: { subject: string }, org?: { id: number } | null): Promise<TestCaller>;
  /** A caller with a custom token, or none. */
  withToken(token: string | null, orgId?: number | null): TestCaller;
  close(): Promise<void>;
}

/** What a test file opened and closes after its tests, and whose it is. */
const opened = new Map<TestApp, string>();

/**
 * The API for a whole test file, closed after its tests. Call it at the top of the file, or in what is called there: in a
 * hook nothing would close it, which the next file to open one in this worker complains of.
 */
export async function openApp(options: AppOptions = {}): Promise<TestApp> {
  const file = expect.getState().testPath ?? '';
  const left = [...opened.values()].find((owner) => owner !== file);
  if (left) throw new Error(`${left} left an app open: it has to open it at its top`);
  const app = await startTestApp(options);
  opened.set(app, file);
  afterAll(async () => {
    opened.delete(app);
    await app.close();
  });
  return app;
}

/**
 * The real app on a free local port: with its own database; with `on`, a database the test already has; or `beside`
 * another app, as another server process of the same installation. Lists are read from `replica` if given. Closing it
 * fails if what reports read differs from the orders.
 */
export async function startTestApp({
  on,
  beside,
  replica,
  environment = {},
  log: given,
}: AppOptions = {}): Promise<TestApp> {
  const own = on || beside ? undefined : await createTestDatabase();
  const databaseUrl = beside?.config.databaseUrl ?? (on ?? own)?.url ?? '';
  const shared = beside?.config.files.kind === 'folder' ? beside.config.files.folder : undefined;
  const filesDir = shared ?? makeFolder('verdant-files-');
  const port = await freePort();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: beside?.config.publicUrl,
    LOG_LEVEL: 'error',
    SEED: 'none',
    FILES_DIR: filesDir,
    FEED_MAIL_MINUTES: '0',
    USAGE: 'true',
    ...environment,
  });
  const log = given ?? openLog(config.logLevel);
  const database = openDatabase(databaseUrl, { max: 6 });
  const served = openDatabase(databaseUrl, { max: 16, replicaUrl: replica?.url });
  await refuseUntenanted(served.pool);
  const app = await createApp({ config, database: served, log });
  await app.listen({ host: config.host, port });
  const url = `http://${config.host}:${port}`;
  return {
    url,
    config,
    database,
    as: callersOf({ url, config, database }),
    withToken: (token, orgId = null) => caller(url, token, orgId),
    close: async () => {
      await app.close();
      const wrong = own ? await countWrongSoldLines(database.pool) : 0;
      await Promise.all([served.close(), database.close()]);
      await own?.drop();
      if (!shared) await rm(filesDir, { recursive: true, force: true });
      if (wrong > 0) throw new Error(`${wrong} lines weren’t written to sold_lines as they and their orders are`);
    },
  };
}

/** The public address of built servers that share a database here; nothing listens there. */
const SHARED_ADDRESS = 'http://127.0.0.1:65000';

/**
 * The built server as its own process on a test's database; start several for several processes of one installation.
 */
export async function startServerProcess({ url: databaseUrl, database }: TestDatabase): Promise<TestApp> {
  const environment = { DATABASE_URL: databaseUrl, PUBLIC_URL: SHARED_ADDRESS };
  const verdant = await startVerdant(environment);
  const config = readConfig(environment);
  const url = `http://127.0.0.1:${verdant.port}`;
  return {
    url,
    config,
    database,
    as: callersOf({ url, config, database }),
    withToken: (token, orgId = null) => caller(url, token, orgId),
    close: async () => {
      await verdant.stop();
    },
  };
}

/** Callers with a token each, signed with a key that is read once. */
function callersOf({ url, config, database: { db } }: Pick<TestApp, 'url' | 'config' | 'database'>): TestApp['as'] {
  let signer: ReturnType<typeof findSigner> | undefined;
  return async (user, org = null) => {
    signer ??= findSigner(db);
    return caller(url, await signToken(await signer, config, user.subject), org?.id ?? null);
  };
}

function caller(url: string, token: string | null, orgId: number | null): TestCaller {
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}) {
    const { params, query, body, file } = input as { params?: object; query?: object; body?: unknown; file?: Blob };
    const { idempotencyKey = needsKey(endpoint) ? crypto.randomUUID() : null } = options;
    const response = await fetch(`${url}/api${fillPath(endpoint.path, params)}${toQuery(query)}`, {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(orgId ? { 'org-id': String(orgId) } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined || endpoint.upload === undefined ? {} : { body: formOf(endpoint.upload.field, file) }),
    });
    const { ok, status, headers } = response;
    const isFile = ok && endpoint.file !== undefined;
    const answer = {
      ok,
      status,
      headers,
      body: await (isFile ? fileOf(endpoint, response) : response.json()),
    } as Answer<E>;
    if (!answer.ok) expectDeclared(endpoint, answer.body);
    return answer;
  }
  return {
    token: token ?? '',
    call,
    async expectOk(endpoint, input, options) {
      const answer = await call(endpoint, input, options);
      if (!answer.ok)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
  };
}

/** A file's text, or its bytes where it isn't text. */
const fileOf = async ({ file }: Endpoint, response: Response) =>
  file === 'application/pdf' ? new File([await response.blob()], 'document.pdf') : response.text();

/** A file as a browser sends it. */
export function formOf(field: string, file: Blob): FormData {
  const form = new FormData();
  form.set(field, file, 'picture');
  return form;
}

/** Refusals must be declared, or the API document is wrong. */
function expectDeclared(endpoint: Endpoint, { message, userFriendlyMessage }: ErrorBody): void {
  if (refusalsOf(endpoint).includes(message as ErrorCode)) return;
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${message} (${userFriendlyMessage})`);
}

function fillPath(path: string, params: object | undefined): string {
  const values = new Map(Object.entries(params ?? {}));
  return path.replace(/:(\w+)/g, (_match, name) => encodeURIComponent(String(values.get(name))));
}

function toQuery(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return entries.length > 0 ? `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}` : '';
}
