import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { html } from '../../mail/html';
import { readForms, sendSandboxPage } from '../page';
import type { Faults } from './faults';
import { booksOf } from './seed';
import { add, change, companyOf, type Data, type Entity, find, take } from './store';

const ACCESS_SECONDS = 3_600;
const REFRESH_SECONDS = 100 * 86_400;
/** A former refresh token works so much longer. */
const FORMER_SECONDS = 86_400;
const CODE_SECONDS = 600;
const YEARS = 5;
const ANY = 'any';

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const fresh = () => randomBytes(24).toString('base64url');
const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const isPast = (instant: unknown) => String(instant) <= new Date().toISOString();

const Asked = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z.url(),
  state: z.string().min(1),
});

/** Whether a token lets its holder into a company's books. */
export async function opens(db: Db, realm: string, token: string): Promise<boolean> {
  const kept = await find(db, realm, 'Token', hash(token));
  if (!kept || kept.isDeleted || kept.data.use !== 'access' || isPast(kept.data.until)) return false;
  const grant = await find(db, realm, 'Grant', String(kept.data.grant));
  return grant !== undefined && !grant.isDeleted;
}

async function issue(db: Db, realm: string, grant: Entity): Promise<Data> {
  const [access, refresh] = [fresh(), fresh()];
  const of = { grant: grant.entityId };
  await add(db, realm, 'Token', hash(access), { ...of, use: 'access', until: ahead(ACCESS_SECONDS) });
  await add(db, realm, 'Token', hash(refresh), { ...of, use: 'refresh', until: ahead(REFRESH_SECONDS) });
  await add(db, ANY, 'Token', hash(refresh), { realm });
  const endsAt = Date.parse(String(grant.data.endsAt));
  return {
    token_type: 'bearer',
    access_token: access,
    expires_in: ACCESS_SECONDS,
    refresh_token: refresh,
    x_refresh_token_expires_in: REFRESH_SECONDS,
    x_refresh_token_hard_expires_in: Math.floor((endsAt - Date.now()) / 1_000),
  };
}

/** Lets an app into a company's books: tokens as it gets them. */
export async function grantTokens(db: Db, realm: string): Promise<Data> {
  const id = fresh();
  const endsAt = new Date();
  endsAt.setFullYear(endsAt.getFullYear() + YEARS);
  await add(db, realm, 'Grant', id, { endsAt: endsAt.toISOString() });
  const grant = await find(db, realm, 'Grant', id);
  if (!grant) throw new Error('The grant just added was not found');
  return issue(db, realm, grant);
}

type Tools = { db: Db; config: Config; faults: Faults };

/** Where people let an app into their books, and where it gets, renews and gives up its tokens. */
export function serveOAuth(scope: FastifyInstance, { db, config, faults }: Tools): void {
  const { clientId, clientSecret } = config.accounting;
  const here = new URL(config.publicUrl);

  const orgOf = (state: string) => Number(/^(\d+)-/.exec(state)?.[1] ?? 0);

  const wrong = (reply: FastifyReply, error: string, status = 400) => reply.status(status).send({ error });

  async function exchange(code: string, returnTo: string, reply: FastifyReply) {
    const taken = await take(db, ANY, 'Code', hash(code));
    if (!taken || isPast(taken.data.until) || taken.data.returnTo !== returnTo) return wrong(reply, 'invalid_grant');
    return grantTokens(db, String(taken.data.realm));
  }

  async function renew(token: string, reply: FastifyReply) {
    const on = await faults.read();
    if (on.has('refused')) return wrong(reply, 'invalid_grant');
    const realm = String((await find(db, ANY, 'Token', hash(token)))?.data.realm ?? '');
    const kept = await find(db, realm, 'Token', hash(token));
    const grant = kept && (await find(db, realm, 'Grant', String(kept.data.grant)));
    const isGood = kept?.data.use === 'refresh' && !kept.isDeleted && !isPast(kept.data.until);
    if (!kept || !grant || grant.isDeleted || !isGood || isPast(grant.data.endsAt))
      return wrong(reply, 'invalid_grant');
    if (on.has('strict')) {
      if (!(await take(db, realm, 'Token', hash(token)))) return wrong(reply, 'invalid_grant');
    } else if (String(kept.data.until) > ahead(FORMER_SECONDS)) {
      await change(db, kept, { ...kept.data, until: ahead(FORMER_SECONDS) });
    }
    return issue(db, realm, grant);
  }

  function isClient(authorization: string | undefined): boolean {
    const given = Buffer.from(authorization ?? '');
    const wanted = Buffer.from(`Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  readForms(scope);

  scope.post('/oauth/token', async ({ headers, body }, reply) => {
    if (await faults.records.isOut()) return wrong(reply, 'temporarily_unavailable', 503);
    if (!isClient(headers.authorization)) return wrong(reply, 'invalid_client', 401);
    const given = z.record(z.string(), z.string()).catch({}).parse(body);
    if (given.grant_type === 'authorization_code') return exchange(given.code ?? '', given.redirect_uri ?? '', reply);
    if (given.grant_type === 'refresh_token') return renew(given.refresh_token ?? '', reply);
    return wrong(reply, 'unsupported_grant_type');
  });

  scope.post('/oauth/revoke', async ({ headers, body }, reply) => {
    if (!isClient(headers.authorization)) return wrong(reply, 'invalid_client', 401);
    const { token } = z.object({ token: z.string() }).catch({ token: '' }).parse(body);
    const realm = String((await find(db, ANY, 'Token', hash(token)))?.data.realm ?? '');
    const kept = await find(db, realm, 'Token', hash(token));
    if (!kept) return wrong(reply, 'invalid_token');
    await take(db, realm, 'Grant', String(kept.data.grant));
    return reply.status(200).send();
  });

  scope.get('/authorize', async ({ query }, reply) => {
    const { data } = Asked.safeParse(query);
    if (!data || data.client_id !== clientId || new URL(data.redirect_uri).origin !== here.origin) {
      return sendSandboxPage(reply.status(400), 'This app isn’t known here', html`<p>Start again in Verdant.</p>`);
    }
    const books = await booksOf(db, orgOf(data.state));
    return sendSandboxPage(
      reply,
      'Let Verdant into your books?',
      html`<p class="quiet"><strong>Sandbox.</strong> This page replaces the accounting service’s own. The books are made up.</p>
<p>Verdant asks to read and change invoices, payments, customers and items.</p>
<form method="post" action="/sandbox/accounting/authorize">
<input type="hidden" name="state" value="${data.state}"><input type="hidden" name="returnTo" value="${data.redirect_uri}">
<fieldset><legend>Company</legend>${books.map(
        ({ realm, name }, index) =>
          html`<p><label><input type="radio" name="realm" value="${realm}" ${index === 0 && html`checked`}> ${name}</label></p>`,
      )}</fieldset>
<p><button name="answer" value="allow">Allow</button> <button name="answer" value="refuse">Refuse</button></p></form>`,
      here.origin,
    );
  });

  const Answered = z.object({
    state: z.string(),
    returnTo: z.url(),
    realm: z.string().default(''),
    answer: z.string(),
  });
  scope.post('/authorize', async ({ body }, reply) => {
    const { data } = Answered.safeParse(body);
    const company = data && (await companyOf(db, data.realm));
    const back = data && new URL(data.returnTo);
    if (!data || back?.origin !== here.origin || company?.orgId !== orgOf(data.state))
      return reply.status(400).send('Unknown');
    back.searchParams.set('state', data.state);
    if (data.answer !== 'allow') {
      back.searchParams.set('error', 'access_denied');
      return reply.redirect(back.toString(), 303);
    }
    const code = fresh();
    await add(db, ANY, 'Code', hash(code), { realm: data.realm, returnTo: data.returnTo, until: ahead(CODE_SECONDS) });
    back.searchParams.set('code', code);
    back.searchParams.set('realmId', data.realm);
    return reply.redirect(back.toString(), 303);
  });
}
