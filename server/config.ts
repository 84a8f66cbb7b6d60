import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';

/** The folder that holds package.json, whether the server runs from its sources or from its bundle. */
export const root = findRoot(import.meta.dirname);

/** A start that cannot succeed as configured. Its message is one line for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/, hostname: /.+/ }).transform((url) => url.replace(/\/+$/, ''));
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ });
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: webAddress.optional(),
  TRUST_PROXY: flag.default(false),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_REPLICA_URL: postgresAddress.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(16),
  SEED: z.enum(['demo', 'none']).optional(),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().default('verdant-web'),
  OIDC_AUDIENCE: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.+/ }).optional(),
  MAIL_FROM: z.string().default('Verdant <no-reply@verdant.localhost>'),
  CHAT_API_KEY: z.string().optional(),
  CHAT_API_SECRET: z.string().optional(),
  LOG_LEVEL: z.enum(LEVELS).optional(),
  STAGING_LABEL: z.string().max(40).optional(),
});

type Environment = z.output<typeof Environment>;

const REMEDIES: Record<keyof Environment, string> = {
  NODE_ENV: 'set production, development or test, or leave it unset',
  HOST: 'set the address to listen on, such as 127.0.0.1',
  PORT: 'set a whole number from 1 to 65535',
  PUBLIC_URL: 'set the address people open, such as https://verdant.example',
  TRUST_PROXY: 'set true behind one proxy that sets X-Forwarded headers, otherwise false',
  DATA_DIR: 'set a folder this user can write to',
  DATABASE_URL: 'set an address such as postgres://user:password@host:5432/verdant',
  DATABASE_REPLICA_URL: 'set an address such as postgres://user:password@replica:5432/verdant',
  DATABASE_POOL: 'set a whole number of connections from 1 to 100',
  SEED: 'set demo or none',
  OIDC_ISSUER: 'set the address of the OpenID provider, such as https://login.example',
  OIDC_CLIENT_ID: 'set the client id registered with the OpenID provider',
  OIDC_AUDIENCE: 'set the audience access tokens are issued for',
  SMTP_URL: 'set an address such as smtps://user:password@mail.example:465',
  MAIL_FROM: 'set the sender of mail, such as Verdant <no-reply@verdant.example>',
  CHAT_API_KEY: 'set the key of your app at the hosted chat service, together with CHAT_API_SECRET',
  CHAT_API_SECRET: 'set the secret of your app at the hosted chat service, together with CHAT_API_KEY',
  LOG_LEVEL: `set one of ${LEVELS.join(', ')}`,
  STAGING_LABEL: 'set at most 40 characters',
};

/** Everything the environment decides, resolved once; nothing else reads the environment. */
export type Config = {
  readonly production: boolean;
  /** Whether pages are compiled as they are edited (`npm run dev`). */
  readonly dev: boolean;
  /** Changes with every build of the pages, so that an open page can tell that it is old. */
  readonly buildId: string;
  readonly host: string;
  readonly port: number;
  /** The address people open, without a trailing slash. */
  readonly publicUrl: string;
  readonly trustProxy: boolean;
  /** Absolute path of the folder that holds everything kept on this machine. */
  readonly dataDir: string;
  /** Absent when the server launches its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePool: number;
  readonly seed: 'demo' | 'none';
  readonly oidc: {
    /** Whether the provider is the one this server embeds. */
    readonly embedded: boolean;
    readonly issuer: string;
    readonly clientId: string;
    readonly audience: string;
  };
  /** Absent when mail goes to the local mailbox. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The hosted chat service; absent when the local one stands in. */
  readonly chatService: { readonly apiKey: string; readonly secret: string } | undefined;
  readonly logLevel: (typeof LEVELS)[number];
  readonly stagingLabel: string | undefined;
};

/**
 * Reads the environment; an empty variable counts as unset.
 * Throws StartError with one line that names the variable and the remedy.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { dev = false } = {}): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.path[0] as keyof Environment, given);
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  if (production) refuseStandIns(set);
  const { CHAT_API_KEY: apiKey, CHAT_API_SECRET: secret } = set;
  if (apiKey && !secret) throw refuse('CHAT_API_SECRET', {}, 'is missing');
  if (secret && !apiKey) throw refuse('CHAT_API_KEY', {}, 'is missing');
  const publicUrl = set.PUBLIC_URL ?? `http://${set.HOST.includes(':') ? `[${set.HOST}]` : set.HOST}:${set.PORT}`;

  return {
    production,
    dev,
    buildId: dev ? 'dev' : builtId(),
    host: set.HOST,
    port: set.PORT,
    publicUrl,
    trustProxy: set.TRUST_PROXY,
    dataDir: resolve(root, set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL,
    databasePool: set.DATABASE_POOL,
    seed: set.SEED ?? (production ? 'none' : 'demo'),
    oidc: {
      embedded: set.OIDC_ISSUER === undefined,
      issuer: set.OIDC_ISSUER ?? `${publicUrl}/oidc`,
      clientId: set.OIDC_CLIENT_ID,
      audience: set.OIDC_AUDIENCE ?? `${publicUrl}/api`,
    },
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM,
    chatService: apiKey && secret ? { apiKey, secret } : undefined,
    logLevel: set.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    stagingLabel: set.STAGING_LABEL,
  };
}

/** The stand-ins this configuration uses in place of real services, in words for the person who starts it. */
export function standIns(config: Config): string[] {
  return [
    ...(config.databaseUrl ? [] : ['database: PostgreSQL launched here (set DATABASE_URL to use your own)']),
    ...(config.oidc.embedded ? ['sign-in: the embedded OpenID provider (set OIDC_ISSUER to use your own)'] : []),
    ...(config.smtpUrl ? [] : ['mail: the local mailbox, nothing is sent (set SMTP_URL to send)']),
    ...(config.chatService
      ? []
      : ['chat: the local service, for development alone (set CHAT_API_KEY and CHAT_API_SECRET)']),
    ...(config.production ? [] : ['tracking system, wholesale marketplace, accounting, billing: local sandboxes']),
  ];
}

function refuseStandIns(set: Environment): void {
  if (!set.DATABASE_URL) throw refuse('DATABASE_URL', {}, 'is required in production');
  if (!set.SMTP_URL) throw refuse('SMTP_URL', {}, 'is required in production');
  if (!set.CHAT_API_KEY) throw refuse('CHAT_API_KEY', {}, 'is required in production');
  if (!set.PUBLIC_URL?.startsWith('https://')) {
    throw refuse('PUBLIC_URL', {}, 'must be an https address in production');
  }
}

function refuse(name: keyof Environment, given: Record<string, unknown>, problem = 'is not valid'): StartError {
  const secret = /URL|SECRET/.test(name);
  const shown = name in given && !secret ? ` (${JSON.stringify(given[name])})` : '';
  return new StartError(`${name}${shown} ${problem}: ${REMEDIES[name]}.`);
}

function builtId(): string {
  const record = join(root, 'dist/build.json');
  return existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')).client : 'unbuilt';
}

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new StartError('package.json was not found above the server: run it from its own folder.');
  return findRoot(parent);
}
