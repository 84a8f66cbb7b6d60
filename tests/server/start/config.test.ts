import { describe, expect, it } from 'vitest';
import { DEVELOPMENT_CREDENTIALS_KEY, readConfig, StartError, standIns } from '../../../server/config';
import { secretsOf } from '../../../server/secrets';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://app:secret@db.example/verdant',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'Verdant <no-reply@verdant.example>',
  SUPPORT_EMAIL: 'help@verdant.example',
  PUBLIC_URL: 'https://verdant.example',
  TRUST_PROXY: 'true',
  OIDC_ISSUER: 'https://login.example',
  CHAT_API_KEY: 'key',
  CHAT_API_SECRET: 'hunter3',
  TRACKING_URL: 'https://api-{state}.tracking.example',
  TRACKING_VENDOR_KEY: 'vendor',
  WHOLESALE_URL: 'https://wholesale.example/api',
  ACCOUNTING_URL: 'https://books.example',
  ACCOUNTING_SIGN_IN_URL: 'https://signin.books.example/oauth2',
  ACCOUNTING_TOKEN_URL: 'https://oauth.books.example/tokens/bearer',
  ACCOUNTING_REVOKE_URL: 'https://oauth.books.example/tokens/revoke',
  ACCOUNTING_CLIENT_ID: 'client',
  ACCOUNTING_CLIENT_SECRET: 'hunter5',
  ACCOUNTING_WEBHOOK_KEY: 'hunter6',
  CREDENTIALS_KEY: Buffer.alloc(32, 7).toString('base64'),
  BILLING_URL: 'https://billing.example/v1',
  BILLING_API_KEY: 'live-key',
  FILES_DIR: '/srv/verdant/files',
};

const BUCKET = { S3_URL: 'https://s3.example', S3_BUCKET: 'verdant', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'hunter4' };

describe('configuration', () => {
  it('needs nothing on a developer’s machine, and lists its stand-ins', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, publicUrl: 'http://127.0.0.1:3000', seed: 'demo' });
    expect(config.oidc).toMatchObject({ embedded: true, issuer: 'http://127.0.0.1:3000/oidc' });
    expect(standIns(config).map((line) => line.split(':')[0])).toEqual([
      'database',
      'sign-in',
      'mail',
      'chat',
      'tracking system',
      'wholesale marketplace',
      'accounting',
      'third-party keys',
      'billing',
    ]);
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('uses no stand-in and no demo data in production', () => {
    const config = readConfig(PRODUCTION);
    expect(standIns(config)).toEqual([]);
    expect(config.seed).toBe('none');
  });

  it('keeps the trade’s records for ever unless told otherwise, and no shorter than states want', () => {
    expect(readConfig({}).keepDays).toEqual({ audit: null, tracking: null, mail: 2557, changes: 730, jobs: 7 });
    const set = {
      KEEP_AUDIT_DAYS: '2557',
      KEEP_TRACKING_DAYS: '3000',
      KEEP_MAIL_DAYS: 'forever',
      KEEP_JOBS_DAYS: '30',
    };
    expect(readConfig(set).keepDays).toMatchObject({ audit: 2557, tracking: 3000, mail: null, jobs: 30 });
  });

  it('emails what is in the feed after ten minutes, at most a day, or at once', () => {
    expect(readConfig({}).feedMailMinutes).toBe(10);
    expect(readConfig({}).feedGroups).toBe(true);
    expect(readConfig({ FEED_GROUPS: 'false' }).feedGroups).toBe(false);
    expect(readConfig({ FEED_MAIL_MINUTES: '0' }).feedMailMinutes).toBe(0);
    expect(() => readConfig({ FEED_MAIL_MINUTES: '1441' })).toThrow(/^FEED_MAIL_MINUTES .*from 0, at once, to 1440/);
  });

  it.each([
    [
      'KEEP_AUDIT_DAYS',
      '2556',
      /^KEEP_AUDIT_DAYS \("2556"\) is not valid: set forever, or at least 2557 days, as states want records of the trade for up to seven years\.$/,
    ],
    ['KEEP_TRACKING_DAYS', '30', /^KEEP_TRACKING_DAYS .*at least 2557 days/],
    ['KEEP_MAIL_DAYS', '0', /^KEEP_MAIL_DAYS .*at least 365 days/],
    ['KEEP_CHANGES_DAYS', 'never', /^KEEP_CHANGES_DAYS .*at least 30 days/],
    ['KEEP_JOBS_DAYS', '1.5', /^KEEP_JOBS_DAYS .*at least 3 days/],
  ])('refuses to start with %s of %s', (name, days, message) => {
    expect(() => readConfig({ [name]: days })).toThrow(message);
    expect(() => readConfig({ [name]: days })).toThrow(StartError);
  });

  it.each([
    ['chat', 'CHAT', { CHAT_API_KEY: '', CHAT_API_SECRET: '' }],
    ['billing', 'BILLING', { BILLING_URL: '', BILLING_API_KEY: '' }],
    ['tracking', 'TRACKING', { TRACKING_URL: '', TRACKING_VENDOR_KEY: '' }],
    ['wholesale', 'WHOLESALE', { WHOLESALE_URL: '' }],
    ['accounting', 'ACCOUNTING', { ACCOUNTING_URL: '' }],
  ])('offers %s, and needs nothing of its service where it is switched off', (part, name, unset) => {
    expect(readConfig({}).parts).toHaveProperty(part, true);
    expect(() => readConfig({ ...PRODUCTION, ...unset })).toThrow(/is required in production/);
    const config = readConfig({ ...PRODUCTION, ...unset, [name]: 'false' });
    expect(config.parts).toHaveProperty(part, false);
    expect(standIns(config)).toEqual([]);
  });

  it.each([
    ['Verdant <no-reply@verdant.example>', 'Verdant', 'no-reply@verdant.example'],
    ['"Green, Inc. \\"West\\"" <mail@green.example>', 'Green, Inc. "West"', 'mail@green.example'],
    ['Grün <post@gruen.example>', 'Grün', 'post@gruen.example'],
    [' mail@green.example ', '', 'mail@green.example'],
    ['<mail@green.example>', '', 'mail@green.example'],
  ])('reads %s as a sender', (MAIL_FROM, name, address) => {
    expect(readConfig({ ...PRODUCTION, MAIL_FROM }).mailFrom).toEqual({ name, address });
  });

  it('stores pictures in the data folder, a folder of choice, or a bucket', () => {
    expect(readConfig({ DATA_DIR: '/srv/data' }).files).toEqual({ kind: 'folder', folder: '/srv/data/files' });
    expect(readConfig(PRODUCTION).files).toEqual({ kind: 'folder', folder: '/srv/verdant/files' });
    expect(readConfig({ ...PRODUCTION, FILES_DIR: '', ...BUCKET }).files).toMatchObject({
      kind: 's3',
      bucket: 'verdant',
      region: 'us-east-1',
    });
  });

  it.each([
    ['a port that is no number', { PORT: 'web' }, /^PORT \("web"\) .*1 to 65535\.$/],
    ['a port out of range', { PORT: '70000' }, /^PORT /],
    ['a database address of another kind', { DATABASE_URL: 'mysql://x/y' }, /^DATABASE_URL is not valid: .*postgres:/],
    ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL \("loud"\)/],
    ['a pool of none', { DATABASE_POOL: '0' }, /^DATABASE_POOL \("0"\)/],
    ['an issuer that is no address', { OIDC_ISSUER: 'login' }, /^OIDC_ISSUER /],
    [
      'scopes that sign nobody in',
      { OIDC_SCOPES: 'email' },
      /^OIDC_SCOPES \("email"\) is not valid: .*openid among them/,
    ],
    ['an audience told in a strange way', { OIDC_AUDIENCE_PARAMETER: 'aud' }, /^OIDC_AUDIENCE_PARAMETER \("aud"\) /],
    ['production without a database', { ...PRODUCTION, DATABASE_URL: '' }, /^DATABASE_URL is required in production/],
    ['production without mail', { ...PRODUCTION, SMTP_URL: '' }, /^SMTP_URL is required in production/],
    [
      'production without a sender of mail',
      { ...PRODUCTION, MAIL_FROM: '' },
      /^MAIL_FROM is required in production: set/,
    ],
    [
      'production without an address for help',
      { ...PRODUCTION, SUPPORT_EMAIL: '' },
      /^SUPPORT_EMAIL is required in production: set/,
    ],
    ['a sender without an address', { MAIL_FROM: 'Verdant' }, /^MAIL_FROM \("Verdant"\) is not valid: set the sender/],
    ['two senders', { MAIL_FROM: 'a@example.com, b@example.com' }, /^MAIL_FROM /],
    ['a sender with a second line', { MAIL_FROM: 'Verdant <a@example.com>\r\nBcc: b@example.com' }, /^MAIL_FROM /],
    ['an address for help that is none', { SUPPORT_EMAIL: 'help' }, /^SUPPORT_EMAIL \("help"\) is not valid: set the/],
    ['production without billing', { ...PRODUCTION, BILLING_URL: '' }, /^BILLING_URL is required in production/],
    ['a billing service without its key', { BILLING_URL: 'https://billing.example' }, /^BILLING_API_KEY is required/],
    ['production without a tracking system', { ...PRODUCTION, TRACKING_URL: '' }, /^TRACKING_URL is required in prod/],
    ['production without accounting', { ...PRODUCTION, ACCOUNTING_URL: '' }, /^ACCOUNTING_URL is required/],
    [
      'an accounting service without its secret',
      { ...PRODUCTION, ACCOUNTING_CLIENT_SECRET: '' },
      /^ACCOUNTING_CLIENT_SECRET is required with ACCOUNTING_URL/,
    ],
    ['production without a wholesale marketplace', { ...PRODUCTION, WHOLESALE_URL: '' }, /^WHOLESALE_URL is required/],
    ['production without a key to seal with', { ...PRODUCTION, CREDENTIALS_KEY: '' }, /^CREDENTIALS_KEY is required/],
    [
      'production under a key everybody knows',
      { ...PRODUCTION, CREDENTIALS_KEY: DEVELOPMENT_CREDENTIALS_KEY },
      /^CREDENTIALS_KEY is the published development key.*openssl rand/,
    ],
    [
      'production without the proxy that ends https',
      { ...PRODUCTION, TRUST_PROXY: '' },
      /^TRUST_PROXY must be true in/,
    ],
    [
      'a key too short to seal with',
      { CREDENTIALS_KEY: 'c2hvcnQ=' },
      /^CREDENTIALS_KEY is not valid: .*32 random bytes/,
    ],
    [
      'an older key too short to have sealed with',
      { CREDENTIALS_KEY: `${PRODUCTION.CREDENTIALS_KEY} c2hvcnQ=` },
      /^CREDENTIALS_KEY is not valid: .*older keys follow/,
    ],
    [
      'sign-up for some',
      { SIGN_UP: 'friends' },
      /^SIGN_UP \("friends"\) is not valid: set open, invitation or closed\.$/,
    ],
    ['production without chat', { ...PRODUCTION, CHAT_API_KEY: '' }, /^CHAT_API_KEY is required in production/],
    ['chat neither on nor off', { CHAT: 'perhaps' }, /^CHAT \("perhaps"\) is not valid: set true, or false/],
    ['a chat key without its secret', { CHAT_API_KEY: 'key' }, /^CHAT_API_SECRET is required with CHAT_API_KEY/],
    ['a chat secret without its key', { CHAT_API_SECRET: 'hunter3' }, /^CHAT_API_KEY is required with CHAT_API_SECRET/],
    [
      'production without a place for pictures that its processes share',
      { ...PRODUCTION, FILES_DIR: '' },
      /^FILES_DIR or S3_URL is required in production: set a folder that every server process can write to/,
    ],
    ['a store without its bucket', { ...BUCKET, S3_BUCKET: '' }, /^S3_BUCKET is required with S3_URL: .*only this/],
    ['a store without its secret', { ...BUCKET, S3_SECRET_KEY: '' }, /^S3_SECRET_KEY is required with S3_URL/],
    ['a bucket without its store', { ...BUCKET, S3_URL: '' }, /^S3_URL is required with S3_BUCKET/],
    ['production over http', { ...PRODUCTION, PUBLIC_URL: 'http://verdant.example' }, /^PUBLIC_URL must be an https/],
  ])('refuses %s in one line that names the variable', (_, environment, line) => {
    const refusal = refusalOf(environment);
    expect(refusal.message).toMatch(line);
    expect(refusal.message).not.toContain('\n');
  });

  it('never prints a secret from a refused address', () => {
    expect(refusalOf({ DATABASE_URL: 'mysql://app:hunter2@db/verdant' }).message).not.toContain('hunter2');
    expect(refusalOf({ CREDENTIALS_KEY: 'hunter2' }).message).not.toContain('hunter2');
  });

  it('reads what metrics and traces need, and shows none of it when it is wrong', () => {
    expect(readConfig({})).toMatchObject({ metricsToken: undefined, traces: undefined });
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://robin:hunter5@collector.example:4318/';
    const config = readConfig({
      METRICS_TOKEN: 'hunter7hunter7hunter7',
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter6,x-team=verdant',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(config.traces).toEqual({
      url: 'http://robin:hunter5@collector.example:4318',
      headers: { authorization: 'Bearer hunter6', 'x-team': 'verdant' },
      share: 0.25,
    });
    expect(secretsOf(config)).toEqual(expect.arrayContaining(['hunter7hunter7hunter7', 'Bearer hunter6', 'hunter5']));
    for (const wrong of [
      { METRICS_TOKEN: 'hunter' },
      { METRICS_TOKEN: 'hunter7 hunter7 hunter7' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'hunter:4317' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'hunter' },
      { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=%hunter' },
    ]) {
      const [name = ''] = Object.keys(wrong);
      expect(() => readConfig(wrong)).toThrow(new RegExp(`^${name} is not valid: `));
      expect(() => readConfig(wrong)).not.toThrow(/hunter/);
    }
    expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/from 0 to 1/);
  });
});

function refusalOf(environment: Record<string, string>): StartError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartError) return error;
  }
  throw new Error('the configuration was accepted');
}
