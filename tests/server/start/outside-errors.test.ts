import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { billingService } from '../../../server/billing/service';
import { openChatService } from '../../../server/chat/service';
import { openS3Store } from '../../../server/files/s3-store';
import { trackingOverHttp } from '../../../server/integrations/tracking/tracking-system';
import { wholesaleOverHttp } from '../../../server/integrations/wholesale/wholesale-marketplace';
import { linesOf, openLog } from '../../../server/log';
import { openMail } from '../../../server/mail/open';
import { formOf, openApp, startTestApp } from '../../support/app';
import { makeSeller } from '../../support/factories';
import { type EchoServer, openEchoServer, openRefusingSmtp } from '../../support/log/echo-server';
import { trustCertificate } from '../../support/mail/certificate';

/** What must not be in a log, however it got into an error. */
const SECRET = 'canary-secret-7f3a91';
const NAME = 'Robin Canary';
const EMAIL = 'robin.canary@example.com';
const NOBODY = 'http://127.0.0.1:9';

let logged = '';
const destination = {
  write: (line: string) => {
    logged += line;
  },
};
const log = openLog('trace', destination);
let echo: EchoServer;
const distrust = trustCertificate();
const smtp = await openRefusingSmtp('sign-in');
const app = await openApp({
  log,
  environment: { SMTP_URL: `smtps://postmaster:${SECRET}@${smtp.host}` },
});
const { db, pool } = app.database;

beforeAll(async () => {
  echo = await openEchoServer();
});
beforeEach(() => {
  logged = '';
  echo.authorizations.clear();
});
afterAll(async () => {
  await echo.close();
  await smtp.close();
  distrust();
});

/** After each test, as each provokes an error: the log tells of it, and nothing it must not. */
afterEach(() => {
  expect(logged).not.toBe('');
  const sent = [...echo.authorizations].flatMap((authorization) => [
    authorization,
    authorization.split(' ').at(-1) ?? '',
  ]);
  const encoded = [SECRET, `postmaster:${SECRET}`, `\0postmaster\0${SECRET}`].map((text) =>
    Buffer.from(text).toString('base64'),
  );
  for (const canary of [SECRET, NAME, 'Canary', EMAIL, 'robin.canary', ...encoded, ...sent]) {
    expect(logged).not.toContain(canary);
  }
  expect(logged).not.toMatch(/"(headers|config|body|options|data|rawPacket|detail|where|response|auth)":/);
});

/** What a service may answer, each repeating all it was sent. */
const ANSWERS: [string, EchoServer['answer']][] = [
  ...[400, 401, 403, 404, 500, 503].map((status): [string, EchoServer['answer']] => [
    `answers ${status}`,
    (said) => ({
      status,
      body: { code: 17, message: `No: ${said}`, StatusCode: status, error: said, detail: said, Message: said },
    }),
  ]),
  ['answers 403 in words', (said) => ({ status: 403, body: said })],
  ['answers no JSON', (said) => ({ status: 200, body: `"${NAME}" said ${said}` })],
  ['answers in another shape', (said) => ({ status: 200, body: { [EMAIL]: said, list: [{ name: NAME }] } })],
];

const failing = (work: Promise<unknown>) => work.catch((error: unknown) => log.error({ err: error }, 'it failed'));

test.each([...ANSWERS, ['cannot be reached', null] as const])('a chat service that %s', async (_how, answer) => {
  if (answer) echo.answer = answer;
  const address = answer ? echo.url : NOBODY;
  const chat = openChatService({ apiKey: 'key', secret: SECRET, address }, log);
  const person = { id: randomUUID(), name: NAME, image: null };
  const people = [{ ...person, email: EMAIL }];
  const channel = {
    id: randomUUID(),
    channelType: 'TEAM' as const,
    orgIds: [1],
    name: NAME,
    topic: EMAIL,
    createdBy: person,
    people,
  };
  await failing(chat.saveChannel(channel));
  await failing(chat.savePerson(person));
  await failing(chat.messagesOf(person.id));
  await failing(chat.findMessage(randomUUID()));
});

test('a chat service gets tokens that expire within minutes', async () => {
  echo.answer = () => ({ status: 403 });
  const chat = openChatService({ apiKey: 'key', secret: SECRET, address: echo.url }, log);
  await failing(chat.unreadOf(randomUUID()));
  const [token = ''] = echo.authorizations;
  const { server, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(server).toBe(true);
  expect(exp * 1000 - Date.now()).toBeLessThan(15 * 60_000);
  expect(logged).toContain('"status":403');
});

test.each([...ANSWERS, ['cannot be reached', null] as const])('a billing service that %s', async (_how, answer) => {
  if (answer) echo.answer = answer;
  const billing = billingService({ standIn: false, url: answer ? echo.url : NOBODY, apiKey: SECRET }, log);
  const customer = { id: randomUUID(), name: NAME };
  const order = { customer, tier: 'PREMIUM', duration: 'MONTHLY', returnUrl: NOBODY, cancelUrl: NOBODY } as never;
  await failing(billing.createCheckout(order, randomUUID()));
  await failing(billing.subscription(customer.id));
});

test.each([...ANSWERS, ['cannot be reached', null] as const])('a third party that %s', async (_how, answer) => {
  if (answer) echo.answer = answer;
  const url = answer ? echo.url : NOBODY;
  const tracking = trackingOverHttp({ url: `${url}/{state}`, vendorKey: SECRET }, db, log);
  const wholesale = wholesaleOverHttp({ url }, db, log);
  await failing(tracking.facilities('CO', SECRET));
  await failing(wholesale.accessOf(SECRET));
  await failing(wholesale.move(SECRET, '17', { action: 'accept', leaves: 'ACCEPTED' }));
});

test('a key no header can carry', async () => {
  const wholesale = wholesaleOverHttp({ url: echo.url }, db, log);
  await failing(wholesale.accessOf(`${SECRET}\n${SECRET}`));
});

test.each([...ANSWERS, ['cannot be reached', null] as const])('a store that %s', async (_how, answer) => {
  if (answer) echo.answer = answer;
  const settings = { bucket: 'verdant', region: 'us-east-1', accessKey: 'canary-id', secretKey: SECRET };
  const store = await openS3Store({ kind: 's3', url: answer ? echo.url : NOBODY, ...settings }, log);
  const name = `${'a'.repeat(40)}.webp`;
  await failing(store.put(name, Buffer.from(NAME)));
  await failing(store.get(name));
  await failing(store.remove([name]));
  store.close();
});

const letter = { kind: 'notice' as const, to: EMAIL, subject: `For ${NAME}`, text: SECRET, html: SECRET };

test('a mail server that refuses the sign-in, addresses, or cannot be reached', async () => {
  const strict = await openRefusingSmtp('addresses');
  for (const host of [smtp.host, strict.host, '127.0.0.1:9']) {
    const smtpUrl = `smtps://postmaster:${SECRET}@${host}`;
    const mail = openMail({ smtpUrl, mailFrom: { name: '', address: 'x@example.com' }, production: true }, db);
    await failing(mail.send(letter));
    mail.close();
  }
  await strict.close();
  expect(logged).toContain('"code":"EAUTH"');
  expect(logged).toContain('"status":535');
  expect(logged).toContain('"code":"EENVELOPE"');
  expect(logged).toContain('ECONNREFUSED');
});

test('a job whose letter the mail server refuses', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const body = { email: EMAIL, defaultRole: 'USER' as const };
  await owner.expectOk(contract.team.invite, { params: { orgId: seller.org.id }, body });
  await expect.poll(() => logged, { timeout: 30_000 }).toContain('the mail server refuses our sign-in');
  const { rows } = await pool.query(
    `select output::text from jobs.job where name = 'org-invitation' and output is not null`,
  );
  expect(JSON.stringify(rows)).not.toContain(SECRET);
});

test('a database that refuses the sign-in, a value or a row', async () => {
  const url = new URL(app.config.databaseUrl ?? '');
  url.username = 'nobody_known';
  url.password = SECRET;
  await failing(new pg.Client({ connectionString: url.href }).connect());
  await failing(new pg.Client({ connectionString: `postgres://nobody:${SECRET}@127.0.0.1:9/x` }).connect());
  await failing(pool.query('select $1::uuid', [NAME]));
  await failing(pool.query('select $1::int', [`${NAME}" or "${SECRET}`]));
  await failing(
    pool.query('insert into users (subject, email, first_name, last_name) values ($1, null, $2, $2)', [SECRET, NAME]),
  );
  expect(logged).toContain('"code":"22P02"');
  expect(logged).toContain('"code":"23502"');
});

test('requests nobody can read, and what a library logs of those it reads', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\n${NAME} ${EMAIL}\r\n\r\n`);
  await new Promise((done) => socket.once('close', done).resume());
  const seller = await makeSeller(db);
  const { token } = await app.as(seller.owner.user, seller.org);
  const headers = { authorization: `Bearer ${token}`, cookie: `session=${SECRET}` };
  const asJson = { ...headers, 'content-type': 'application/json' };
  await fetch(`${app.url}/api/users/me?code=${SECRET}`, { method: 'PATCH', headers: asJson, body: `{"${NAME}` });
  const images = `${app.url}/api/users/${seller.owner.user.id}/images`;
  await fetch(images, { method: 'POST', headers, body: formOf('image', new Blob([NAME])) });
  await fetch(`${app.url}/nowhere/${randomUUID()}?email=${EMAIL}`, { headers });
  expect(logged).toContain('client error');
  expect(logged).not.toContain(token);
});

test('an issuer that repeats what it was sent', async () => {
  const on = { url: app.config.databaseUrl ?? '' };
  const other = await startTestApp({ on, log, environment: { OIDC_ISSUER: echo.url } });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ iss: echo.url, sub: SECRET, email: EMAIL, name: NAME });
  for (const [how, answer] of ANSWERS) {
    echo.answer = answer;
    const token = `${part({ alg: 'ES256', kid: how })}.${claims}.${part([SECRET])}`;
    await fetch(`${other.url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(claims);
  }
  await other.close();
  expect(logged).toContain('answered 500');
});

test('an error that carries everything, as a terminal shows it', () => {
  const cause = Object.assign(new Error(`fetch of https://robin:${SECRET}@host.example/a?key=${SECRET} by ${EMAIL}`), {
    config: { method: 'post', url: `https://host.example/people/${randomUUID()}?token=${SECRET}`, headers: SECRET },
    response: { status: 401, data: NAME },
    code: 'ERR_BAD_REQUEST',
  });
  const error = new AggregateError([new Error(`Bearer ${SECRET}`)], `${EMAIL} can’t`, { cause });
  log.error(error);
  log.warn({ error, again: { cause }, token: SECRET, people: [{ NAME }] }, 'for %s', EMAIL);
  logged += linesOf(error);
  expect(logged).toContain('POST host.example/people/:code');
  expect(logged).toContain('ERR_BAD_REQUEST');
});

test('this installation’s own secrets are struck out wherever they turn up', () => {
  openLog('info', destination, [SECRET, 'a "quoted" one']).info(`said ${SECRET}, a "quoted" one`);
  expect(logged).toContain('said [secret], [secret]');
});
