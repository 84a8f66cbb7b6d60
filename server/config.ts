// Over 350 lines: all that is read of the environment, in one place.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Part } from '../domain/parts';
import type { Chosen } from '../domain/retention/periods';
import type { SignUpMode } from '../domain/session/sign-up';
import { Environment, REMEDIES } from './environment';
import type { Sender } from './mail/sender';

/** The folder with package.json, whether the server runs from sources or bundled. */
export const root = findRoot(import.meta.dirname);

/** A start that can't succeed as configured. Its message is one line for the person at the terminal. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Published, so only for local use. */
export const DEVELOPMENT_CREDENTIALS_KEY = Buffer.from('not a secret: local use only!!!!').toString('base64');
const SANDBOX_VENDOR_KEY = 'verdant-sandbox';

/** Everything configured by the environment; nothing else reads the environment. */
export type Config = {
  readonly production: boolean;
  /** Whether pages are compiled on the fly (`npm run dev`). */
  readonly dev: boolean;
  /** Changes with every build of the pages, so an open page can tell it is outdated. */
  readonly buildId: string;
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** The address people open, without a trailing slash. */
  readonly publicUrl: string;
  /** Where this process itself answers, whatever address people open. */
  readonly ownUrl: string;
  readonly trustProxy: boolean;
  /** How long `/ready` says no before the server closes. */
  readonly drainSeconds: number;
  /** Absolute path of the local data folder. */
  readonly dataDir: string;
  /** Absent when the server starts its own PostgreSQL. */
  readonly databaseUrl: string | undefined;
  readonly databaseReplicaUrl: string | undefined;
  readonly databasePool: number;
  /** The folder of PostgreSQL's client programs; absent when they are looked for. */
  readonly pgBin: string | undefined;
  /** Whether a start brings the database up to date, or leaves that to `npm run migrate`. */
  readonly migrate: 'start' | 'never';
  readonly seed: 'demo' | 'none';
  /** Who may come who isn't here yet. */
  readonly signUp: SignUpMode;
  readonly oidc: {
    /** Whether this server's embedded provider is used. */
    readonly embedded: boolean;
    readonly issuer: string;
    readonly clientId: string;
    readonly audience: string;
    /** How an outside issuer is told the audience. */
    readonly audienceParameter: 'resource' | 'audience' | 'none';
    readonly scopes: readonly string[];
    /** Whether its emails count as confirmed where it says nothing about that. */
    readonly emailsConfirmed: boolean;
  };
  /** Absent when mail goes to the local mailbox. */
  readonly smtpUrl: string | undefined;
  /** The address mail is sent from, and its name. */
  readonly mailFrom: Sender;
  /** Which parts of the product this installation offers. */
  readonly parts: Readonly<Record<Part, boolean>>;
  /** Whether notifications that have something in common are one entry. */
  readonly feedGroups: boolean;
  /** How long what is in somebody's feed waits for them to see it, before it is emailed. */
  readonly feedMailMinutes: number;
  /** The hosted chat service, or the local one at this address with its own key and secret. */
  readonly chat:
    | { readonly standIn: false; readonly apiKey: string; readonly secret: string }
    | { readonly standIn: true; readonly url: string };
  readonly billing: {
    /** Whether the service is the local stand-in. */
    readonly standIn: boolean;
    readonly url: string;
    readonly apiKey: string;
  };
  /** For how many days what grows is kept; null is for ever. */
  readonly keepDays: Readonly<Record<Chosen, number | null>>;
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** What `/metrics` wants as a bearer token; without one there is no such page. */
  readonly metricsToken: string | undefined;
  /** The collector traces are sent to; absent when none are made. */
  readonly traces:
    | {
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        /** Of the requests whose proxy didn't decide, from 0 to 1. */
        readonly share: number;
      }
    | undefined;
  readonly stagingLabel: string | undefined;
  readonly tracking: {
    /** The tracking system's address; `{state}` is replaced with the state's two letters. */
    readonly url: string;
    readonly vendorKey: string;
    readonly standIn: boolean;
  };
  readonly wholesale: { readonly url: string; readonly standIn: boolean };
  /** The accounting service: its API, the page where people let us in, and where tokens are got and given up. */
  readonly accounting: {
    readonly standIn: boolean;
    readonly url: string;
    readonly signInUrl: string;
    readonly tokenUrl: string;
    readonly revokeUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** What its webhooks are signed with. */
    readonly webhookKey: string;
  };
  /** Where pictures are stored: a folder all server processes share, or a bucket of an S3-compatible store. */
  readonly files:
    | { readonly kind: 'folder'; readonly folder: string }
    | {
        readonly kind: 's3';
        readonly url: string;
        readonly bucket: string;
        readonly region: string;
        readonly accessKey: string;
        readonly secretKey: string;
      };
  /** Whether webhooks may be sent to this machine: never in production. */
  readonly webhooksLocal: boolean;
  /** The 32-byte key that encrypts third-party keys. */
  readonly credentialsKey: string;
  /** Those that only decrypt, until everything is encrypted with the first. */
  readonly olderCredentialsKeys: readonly string[];
  /** Who runs this installation, for its pages; empty values are hidden. */
  readonly company: {
    readonly name: string;
    readonly address: string;
    readonly phone: string;
    readonly supportEmail: string;
    readonly socials: readonly string[];
    readonly appStore: string;
    readonly playStore: string;
  };
};

/**
 * Reads the environment; an empty variable counts as unset. Raises StartError with one line naming the variable and the
 * fix.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, { dev = false } = {}): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw refuse(parsed.error.issues[0]?.path[0] as keyof Environment, given);
  const set = parsed.data;
  const production = set.NODE_ENV === 'production';
  if (production) refuseStandIns(set);
  const publicUrl = set.PUBLIC_URL ?? `http://${authority(set.HOST)}:${set.PORT}`;

  return {
    production,
    dev,
    buildId: dev ? 'dev' : builtId(),
    version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    host: set.HOST,
    port: set.PORT,
    publicUrl,
    ownUrl: ownUrl(set),
    trustProxy: set.TRUST_PROXY,
    drainSeconds: set.DRAIN_SECONDS,
    dataDir: resolve(root, set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL,
    databasePool: set.DATABASE_POOL,
    pgBin: set.PG_BIN,
    migrate: set.MIGRATE,
    seed: set.SEED ?? (production ? 'none' : 'demo'),
    signUp: set.SIGN_UP,
    oidc: {
      embedded: set.OIDC_ISSUER === undefined,
      issuer: set.OIDC_ISSUER ?? `${publicUrl}/oidc`,
      clientId: set.OIDC_CLIENT_ID,
      audience: set.OIDC_AUDIENCE ?? `${publicUrl}/api`,
      audienceParameter:
        set.OIDC_AUDIENCE_PARAMETER ?? (URL.canParse(set.OIDC_AUDIENCE ?? publicUrl) ? 'resource' : 'audience'),
      scopes: set.OIDC_SCOPES,
      emailsConfirmed: set.OIDC_EMAILS_CONFIRMED,
    },
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? { name: 'Verdant', address: 'no-reply@verdant.localhost' },
    parts: {
      chat: set.CHAT,
      billing: set.BILLING,
      tracking: set.TRACKING,
      wholesale: set.WHOLESALE,
      accounting: set.ACCOUNTING,
      feed: set.FEED,
      usage: set.USAGE,
    },
    feedGroups: set.FEED_GROUPS,
    feedMailMinutes: set.FEED_MAIL_MINUTES,
    chat: chatOf(set),
    billing: billingOf(set),
    keepDays: {
      audit: set.KEEP_AUDIT_DAYS,
      tracking: set.KEEP_TRACKING_DAYS,
      mail: set.KEEP_MAIL_DAYS,
      changes: set.KEEP_CHANGES_DAYS,
      jobs: set.KEEP_JOBS_DAYS,
    },
    logLevel: set.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    metricsToken: set.METRICS_TOKEN,
    traces: tracesOf(set),
    stagingLabel: set.STAGING_LABEL,
    tracking: {
      url: (set.TRACKING_URL ?? `${sandbox(set)}/tracking/api/{state}`).replace(/\/+$/, ''),
      vendorKey: set.TRACKING_VENDOR_KEY ?? (set.TRACKING ? SANDBOX_VENDOR_KEY : ''),
      standIn: set.TRACKING && set.TRACKING_URL === undefined,
    },
    wholesale: {
      url: set.WHOLESALE_URL ?? `${sandbox(set)}/wholesale/api`,
      standIn: set.WHOLESALE && set.WHOLESALE_URL === undefined,
    },
    accounting: accountingOf(set, publicUrl),
    files: filesOf(set, production),
    webhooksLocal: set.WEBHOOKS_LOCAL,
    credentialsKey: set.CREDENTIALS_KEY?.[0] ?? DEVELOPMENT_CREDENTIALS_KEY,
    olderCredentialsKeys: set.CREDENTIALS_KEY?.slice(1) ?? [],
    company: {
      name: set.COMPANY_NAME,
      address: set.COMPANY_ADDRESS,
      phone: set.COMPANY_PHONE,
      supportEmail: set.SUPPORT_EMAIL ?? 'support@verdant.localhost',
      socials: set.SOCIAL_URLS,
      appStore: set.APP_STORE_URL ?? '',
      playStore: set.PLAY_STORE_URL ?? '',
    },
  };
}

/** The stand-ins this configuration uses instead of real services, as printed on start. */
export function standIns(config: Config): string[] {
  return [
    ...(config.databaseUrl ? [] : ['database: local PostgreSQL (set DATABASE_URL to use your own)']),
    ...(config.oidc.embedded ? ['sign-in: the embedded OpenID provider (set OIDC_ISSUER to use your own)'] : []),
    ...(config.smtpUrl ? [] : ['mail: the local mailbox, nothing is sent (set SMTP_URL to send)']),
    ...(config.parts.chat && config.chat.standIn
      ? ['chat: the local service, for development only (set CHAT_API_KEY and CHAT_API_SECRET)']
      : []),
    ...(config.tracking.standIn
      ? ['tracking system: a local sandbox, keys at /sandbox/tracking (set TRACKING_URL and TRACKING_VENDOR_KEY)']
      : []),
    ...(config.wholesale.standIn
      ? ['wholesale marketplace: a local sandbox, keys at /sandbox/wholesale (set WHOLESALE_URL)']
      : []),
    ...(config.accounting.standIn
      ? ['accounting: local books at /sandbox/accounting, for trying it out (set ACCOUNTING_URL)']
      : []),
    ...(config.credentialsKey === DEVELOPMENT_CREDENTIALS_KEY
      ? ['third-party keys: encrypted with the published development key (set CREDENTIALS_KEY)']
      : []),
    ...(config.billing.standIn ? ['billing: the local checkout, no money moves (set BILLING_URL to charge)'] : []),
  ];
}

const REQUIRED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'BILLING_URL',
  'CHAT_API_KEY',
  'CHAT_API_SECRET',
  'TRACKING_URL',
  'TRACKING_VENDOR_KEY',
  'WHOLESALE_URL',
  'ACCOUNTING_URL',
  'CREDENTIALS_KEY',
] as const;

/** The parts that can be switched off; their settings begin with their name. */
const OPTIONAL = ['CHAT', 'BILLING', 'TRACKING', 'WHOLESALE', 'ACCOUNTING'] as const;

function refuseStandIns(set: Environment): void {
  for (const name of REQUIRED_IN_PRODUCTION) {
    if (OPTIONAL.some((part) => !set[part] && name.startsWith(`${part}_`))) continue;
    if (!set[name]) throw refuse(name, {}, 'is required in production');
  }
  if (!set.PUBLIC_URL?.startsWith('https://')) {
    throw refuse('PUBLIC_URL', {}, 'must be an https address in production');
  }
  if (set.CREDENTIALS_KEY?.[0] === DEVELOPMENT_CREDENTIALS_KEY) {
    throw refuse('CREDENTIALS_KEY', {}, 'is the published development key and can’t be used in production');
  }
  if (set.WEBHOOKS_LOCAL) throw refuse('WEBHOOKS_LOCAL', {}, 'can’t be true in production');
  // This server speaks http; https ends at a proxy, and cookies can only be marked secure by its headers.
  if (!set.TRUST_PROXY) throw refuse('TRUST_PROXY', {}, 'must be true in production');
}

/** The billing service; without an address the local stand-in. */
function billingOf(set: Environment): Config['billing'] {
  if (set.BILLING_URL) {
    if (!set.BILLING_API_KEY) throw refuse('BILLING_API_KEY', {}, 'is required with BILLING_URL');
    return { standIn: false, url: set.BILLING_URL, apiKey: set.BILLING_API_KEY };
  }
  return { standIn: set.BILLING, url: `${sandbox(set)}/billing/api`, apiKey: set.BILLING ? 'sandbox' : '' };
}

/** The accounting service, which takes all of its settings; without an address the local stand-in. */
function accountingOf(set: Environment, publicUrl: string): Config['accounting'] {
  const {
    ACCOUNTING_URL: url,
    ACCOUNTING_SIGN_IN_URL: signInUrl,
    ACCOUNTING_TOKEN_URL: tokenUrl,
    ACCOUNTING_REVOKE_URL: revokeUrl,
    ACCOUNTING_CLIENT_ID: clientId,
    ACCOUNTING_CLIENT_SECRET: clientSecret,
    ACCOUNTING_WEBHOOK_KEY: webhookKey,
  } = set;
  if (url && signInUrl && tokenUrl && revokeUrl && clientId && clientSecret && webhookKey)
    return { standIn: false, url, signInUrl, tokenUrl, revokeUrl, clientId, clientSecret, webhookKey };
  for (const name of ACCOUNTING_NEEDS) if (url && !set[name]) throw refuse(name, {}, 'is required with ACCOUNTING_URL');
  const home = `${sandbox(set)}/accounting`;
  return {
    standIn: set.ACCOUNTING,
    url: home,
    // A person's browser opens this one.
    signInUrl: `${publicUrl}/sandbox/accounting/authorize`,
    tokenUrl: `${home}/oauth/token`,
    revokeUrl: `${home}/oauth/revoke`,
    clientId: 'verdant-sandbox',
    clientSecret: 'sandbox',
    webhookKey: 'sandbox',
  };
}

const ACCOUNTING_NEEDS = [
  'ACCOUNTING_SIGN_IN_URL',
  'ACCOUNTING_TOKEN_URL',
  'ACCOUNTING_REVOKE_URL',
  'ACCOUNTING_CLIENT_ID',
  'ACCOUNTING_CLIENT_SECRET',
  'ACCOUNTING_WEBHOOK_KEY',
] as const;

/** The hosted chat service; without a key the local stand-in. */
function chatOf(set: Environment): Config['chat'] {
  const { CHAT_API_KEY: apiKey, CHAT_API_SECRET: secret } = set;
  if (apiKey && secret) return { standIn: false, apiKey, secret };
  if (apiKey) throw refuse('CHAT_API_SECRET', {}, 'is required with CHAT_API_KEY');
  if (secret) throw refuse('CHAT_API_KEY', {}, 'is required with CHAT_API_SECRET');
  return { standIn: true, url: `${sandbox(set)}/chat` };
}

function tracesOf(set: Environment): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = set;
  return url === undefined ? undefined : { url, headers, share: set.OTEL_TRACES_SAMPLER_ARG };
}

/** The bucket if any of its settings is given, which takes all of them; else the folder, which production must name. */
function filesOf(set: Environment, production: boolean): Config['files'] {
  const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = set;
  if (url && bucket && accessKey && secretKey) return { kind: 's3', url, bucket, region, accessKey, secretKey };
  const names = ['S3_URL', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const given = names.find((name) => set[name]);
  for (const name of names) {
    if (given && !set[name]) throw refuse(name, {}, `is required with ${given}`);
  }
  if (production && !set.FILES_DIR) throw refuse('FILES_DIR', {}, 'or S3_URL is required in production');
  return { kind: 'folder', folder: resolve(root, set.FILES_DIR ?? join(set.DATA_DIR, 'files')) };
}

/** Always our own port, whatever address people open. */
function ownUrl({ HOST, PORT }: Environment): string {
  const host = ['0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  return `http://${authority(host)}:${PORT}`;
}

/** The stand-ins' address. */
const sandbox = (set: Environment) => `${ownUrl(set)}/sandbox`;

const authority = (host: string) => (host.includes(':') ? `[${host}]` : host);

function refuse(name: keyof Environment, given: Record<string, unknown>, problem = 'is not valid'): StartError {
  const secret = /URL|KEY|SECRET|TOKEN|OTLP/.test(name);
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
  if (parent === from) throw new StartError('package.json was not found in or above the server’s folder.');
  return findRoot(parent);
}
