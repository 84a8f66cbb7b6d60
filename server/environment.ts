import { z } from 'zod';
import { CHOSEN, type Chosen } from '../domain/retention/periods';
import { SIGN_UP_MODES } from '../domain/session/sign-up';
import { readSender } from './mail/sender';

export const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = z.coerce.number().int().min(1).max(65535);
const webAddress = z.url({ protocol: /^https?$/, hostname: /.+/ }).transform((url) => url.replace(/\/+$/, ''));
const webAddresses = z
  .string()
  .transform((text) => text.split(/[\s,]+/))
  .pipe(z.array(webAddress).max(3));
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/, hostname: /.*/ });
const perState = z.string().refine((text) => webAddress.safeParse(text.replaceAll('{state}', 'ca')).success);
const secretKey = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32);
const secretKeys = z
  .string()
  .transform((text) => text.trim().split(/[\s,]+/))
  .pipe(z.array(secretKey).min(1));
const scopes = z
  .string()
  .transform((text) => text.trim().split(/\s+/))
  .refine((all) => all.includes('openid'));
const sender = z.string().transform((text, ctx) => {
  const read = readSender(text);
  if (read === null) ctx.addIssue('not an address');
  return read ?? z.NEVER;
});
const keptFor = (of: Chosen) =>
  z
    .union([z.literal('forever').transform(() => null), z.coerce.number().int().min(CHOSEN[of].least).max(36_500)])
    .default(CHOSEN[of].days);
const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
/** What a bearer token may consist of. */
const TOKEN = /^[\w.~+/-]{16,}=*$/;
/** As `name=value,name=value`, each value encoded as in an address: how OpenTelemetry writes headers. */
const headers = z
  .string()
  .regex(/^[\w-]+=[^,=]*=*(,[\w-]+=[^,=]*=*)*$/)
  .refine((text) => !/%(?![2-7][\da-f])/i.test(text))
  .transform((text) =>
    Object.fromEntries(
      text.split(',').map((pair) => [pair.split('=', 1)[0], decodeURIComponent(pair.replace(/^[^=]*=/, ''))]),
    ),
  );

/** The environment's variables, each with what makes it valid and what it is when unset. */
export const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_URL: webAddress.optional(),
  TRUST_PROXY: flag.default(false),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_REPLICA_URL: postgresAddress.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(16),
  PG_BIN: z.string().optional(),
  MIGRATE: z.enum(['start', 'never']).default('start'),
  SEED: z.enum(['demo', 'none']).optional(),
  SIGN_UP: z.enum(SIGN_UP_MODES).default('open'),
  OIDC_ISSUER: webAddress.optional(),
  OIDC_CLIENT_ID: z.string().default('verdant-web'),
  OIDC_AUDIENCE: z.string().optional(),
  OIDC_AUDIENCE_PARAMETER: z.enum(['resource', 'audience', 'none']).optional(),
  OIDC_SCOPES: scopes.default(['openid', 'profile', 'email', 'offline_access']),
  OIDC_EMAILS_CONFIRMED: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /.+/ }).optional(),
  BILLING_URL: webAddress.optional(),
  BILLING_API_KEY: z.string().optional(),
  MAIL_FROM: sender.optional(),
  CHAT: flag.default(true),
  BILLING: flag.default(true),
  TRACKING: flag.default(true),
  WHOLESALE: flag.default(true),
  ACCOUNTING: flag.default(true),
  FEED: flag.default(true),
  FEED_GROUPS: flag.default(true),
  USAGE: flag.default(false),
  FEED_MAIL_MINUTES: z.coerce.number().int().min(0).max(1440).default(10),
  CHAT_API_KEY: z.string().optional(),
  CHAT_API_SECRET: z.string().optional(),
  KEEP_AUDIT_DAYS: keptFor('audit'),
  KEEP_TRACKING_DAYS: keptFor('tracking'),
  KEEP_MAIL_DAYS: keptFor('mail'),
  KEEP_CHANGES_DAYS: keptFor('changes'),
  KEEP_JOBS_DAYS: keptFor('jobs'),
  LOG_LEVEL: z.enum(LEVELS).optional(),
  METRICS_TOKEN: z.string().regex(TOKEN).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  STAGING_LABEL: z.string().max(40).optional(),
  TRACKING_URL: perState.optional(),
  TRACKING_VENDOR_KEY: z.string().max(200).optional(),
  WHOLESALE_URL: webAddress.optional(),
  ACCOUNTING_URL: webAddress.optional(),
  ACCOUNTING_SIGN_IN_URL: webAddress.optional(),
  ACCOUNTING_TOKEN_URL: webAddress.optional(),
  ACCOUNTING_REVOKE_URL: webAddress.optional(),
  ACCOUNTING_CLIENT_ID: z.string().max(200).optional(),
  ACCOUNTING_CLIENT_SECRET: z.string().max(200).optional(),
  ACCOUNTING_WEBHOOK_KEY: z.string().max(200).optional(),
  WEBHOOKS_LOCAL: flag.default(false),
  CREDENTIALS_KEY: secretKeys.optional(),
  FILES_DIR: z.string().optional(),
  S3_URL: webAddress.optional(),
  S3_BUCKET: z.string().max(63).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  SUPPORT_EMAIL: z.email().optional(),
  COMPANY_NAME: z.string().max(80).default('Verdant'),
  COMPANY_ADDRESS: z.string().max(200).default(''),
  COMPANY_PHONE: z.string().max(40).default(''),
  SOCIAL_URLS: webAddresses.default([]),
  APP_STORE_URL: webAddress.optional(),
  PLAY_STORE_URL: webAddress.optional(),
});

export type Environment = z.output<typeof Environment>;

const keepLonger = (of: Chosen) => `set forever, or at least ${CHOSEN[of].least} days, as ${CHOSEN[of].why}`;

/** What to do about a variable that is not valid. */
export const REMEDIES: Record<keyof Environment, string> = {
  NODE_ENV: 'set production, development or test, or leave it unset',
  HOST: 'set the address to listen on, such as 127.0.0.1',
  PORT: 'set a whole number from 1 to 65535',
  PUBLIC_URL: 'set the address people open, such as https://verdant.example',
  TRUST_PROXY: 'set true behind one proxy that sets X-Forwarded headers, otherwise false',
  DRAIN_SECONDS: 'set a whole number of seconds from 0 to 60',
  DATA_DIR: 'set a folder this user can write to',
  DATABASE_URL: 'set an address such as postgres://user:password@host:5432/verdant',
  DATABASE_REPLICA_URL: 'set an address such as postgres://user:password@replica:5432/verdant',
  DATABASE_POOL: 'set a whole number of connections from 1 to 100',
  PG_BIN: 'set the folder with pg_dump, pg_restore and psql',
  MIGRATE: 'set start, or never to run npm run migrate apart',
  SEED: 'set demo or none',
  SIGN_UP: `set ${SIGN_UP_MODES.join(', ').replace(/, (\w+)$/, ' or $1')}`,
  OIDC_ISSUER: 'set the address of the OpenID provider, such as https://login.example',
  OIDC_CLIENT_ID: 'set the client id registered with the OpenID provider',
  OIDC_AUDIENCE: 'set the audience access tokens are issued for',
  OIDC_AUDIENCE_PARAMETER: 'set resource, audience or none, as the OpenID provider takes it',
  OIDC_SCOPES: 'set scopes with spaces between them, openid among them',
  OIDC_EMAILS_CONFIRMED: 'set true if the OpenID provider gives only emails people have confirmed, otherwise false',
  SMTP_URL: 'set an address such as smtps://user:password@mail.example:465',
  MAIL_FROM: 'set the sender of mail, such as Verdant <no-reply@verdant.example>',
  CHAT: 'set true, or false to switch messages off',
  BILLING: 'set true, or false to have support set plans',
  TRACKING: 'set true, or false to do without the tracking system',
  WHOLESALE: 'set true, or false to do without the wholesale marketplace',
  ACCOUNTING: 'set true, or false to do without accounting',
  FEED: 'set true, or false to do without notifications',
  USAGE: 'set true to let organizations and people agree to have their use measured, otherwise false',
  FEED_GROUPS: 'set true, or false for an entry of each notification',
  FEED_MAIL_MINUTES: 'set a whole number of minutes from 0, at once, to 1440',
  CHAT_API_KEY: 'set the key of your app at the hosted chat service, together with CHAT_API_SECRET',
  CHAT_API_SECRET: 'set the secret of your app at the hosted chat service, together with CHAT_API_KEY',
  BILLING_URL: 'set the address of your site’s API at the billing service, such as https://SITE.chargebee.com/api/v2',
  BILLING_API_KEY: 'set the key the billing service gave you',
  KEEP_AUDIT_DAYS: keepLonger('audit'),
  KEEP_TRACKING_DAYS: keepLonger('tracking'),
  KEEP_MAIL_DAYS: keepLonger('mail'),
  KEEP_CHANGES_DAYS: keepLonger('changes'),
  KEEP_JOBS_DAYS: keepLonger('jobs'),
  LOG_LEVEL: `set one of ${LEVELS.join(', ')}`,
  METRICS_TOKEN: 'set at least 16 letters and digits, such as the output of: openssl rand -hex 32',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'set the address of a collector that takes traces over HTTP, such as http://127.0.0.1:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'set what the collector wants, such as authorization=Bearer%20token',
  OTEL_TRACES_SAMPLER_ARG: 'set the share of requests to trace, from 0 to 1',
  STAGING_LABEL: 'set at most 40 characters',
  TRACKING_URL: 'set an address such as https://api-{state}.tracking.example, where {state} is the state’s two letters',
  TRACKING_VENDOR_KEY: 'set the vendor key the tracking system issued, of at most 200 characters',
  WHOLESALE_URL: 'set an address such as https://wholesale.example/api',
  ACCOUNTING_URL: 'set the address of the accounting service’s API, such as https://books.example',
  ACCOUNTING_SIGN_IN_URL:
    'set the page where people let Verdant into their books, such as https://signin.books.example/oauth2',
  ACCOUNTING_TOKEN_URL:
    'set the address that exchanges codes for tokens, such as https://oauth.books.example/tokens/bearer',
  ACCOUNTING_REVOKE_URL: 'set the address that revokes tokens, such as https://oauth.books.example/tokens/revoke',
  ACCOUNTING_CLIENT_ID: 'set the client id of your app at the accounting service',
  ACCOUNTING_CLIENT_SECRET: 'set the client secret of your app at the accounting service',
  ACCOUNTING_WEBHOOK_KEY: 'set the verifier token that the accounting service signs its webhooks with',
  WEBHOOKS_LOCAL: 'set true to send webhooks to this machine as well, for trying them out, otherwise false',
  CREDENTIALS_KEY:
    'set 32 random bytes in base64, such as the output of: openssl rand -base64 32; older keys follow with spaces between them',
  FILES_DIR: 'set a folder that every server process can write to, such as a network mount, or S3_URL to use a store',
  S3_URL: 'set the address of an S3-compatible store, such as https://s3.us-west-2.amazonaws.com',
  S3_BUCKET: 'set the name of a bucket only this installation uses',
  S3_REGION: 'set the store’s region, such as us-west-2',
  S3_ACCESS_KEY: 'set the id of a key that can list, read, write and delete in the bucket',
  S3_SECRET_KEY: 'set the secret of that key',
  SUPPORT_EMAIL: 'set the address people email for help, such as help@verdant.example',
  COMPANY_NAME: 'set at most 80 characters',
  COMPANY_ADDRESS: 'set at most 200 characters',
  COMPANY_PHONE: 'set at most 40 characters',
  SOCIAL_URLS: 'set at most three web addresses with spaces between them',
  APP_STORE_URL: 'set the web address of the app for iPhone and iPad',
  PLAY_STORE_URL: 'set the web address of the app for Android',
};
