import Fastify from 'fastify';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orgUsers } from '../../../server/db/schema';
import { freePort } from '../../../server/free-port';
import { addStaff } from '../../../server/operator/staff';
import { openApp, startTestApp, type TestApp } from '../../support/app';
import { makeSeller } from '../../support/factories';

const { privateKey, publicKey } = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'ES256', use: 'sig' };
const issuer = Fastify();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
let claims: JWTPayload = {};
issuer.get('/.well-known/openid-configuration', () => ({
  issuer: url,
  jwks_uri: `${url}/keys`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/me`,
}));
issuer.get('/keys', () => ({ keys: [jwk] }));
issuer.get('/me', () => claims);
await issuer.listen({ port, host: '127.0.0.1' });
afterAll(() => issuer.close());

const environment = { OIDC_ISSUER: url, OIDC_AUDIENCE: 'the api', SUPPORT_EMAIL: 'help@verdant.example' };
const app = await openApp({ environment: { ...environment, SIGN_UP: 'invitation' } });
const { db } = app.database;
let people = 0;

/** Somebody's first visit, with what the issuer says of them. */
async function visit(said: { email: string; email_verified: boolean }, on: TestApp = app) {
  claims = { ...said, given_name: 'Ada', family_name: 'Grower' };
  const token = await new SignJWT({ iss: url, aud: 'the api', sub: `person-${++people}` })
    .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey);
  return on.withToken(token).call(contract.session.me, { query: {} });
}

async function invite(email: string): Promise<void> {
  const { org, owner } = await makeSeller(db);
  const place = { orgId: org.id, roleId: owner.roleId, status: 'INVITED', inviteCode: crypto.randomUUID() };
  await db.insert(orgUsers).values({ ...place, email });
}

test('by invitation, an outside issuer’s people come with the confirmed email they were invited with', async () => {
  await invite('in@team.example');
  await invite('unsure@team.example');
  expect(await visit({ email: 'in@team.example', email_verified: true })).toMatchObject({ status: 200 });
  for (const said of [
    { email: 'unsure@team.example', email_verified: false },
    { email: 'stranger@team.example', email_verified: true },
  ]) {
    expect(await visit(said)).toMatchObject({
      status: 401,
      body: { userFriendlyMessage: expect.stringMatching(/^Sign-up is by invitation\. .* help@verdant\.example /) },
    });
  }
});

test('where sign-up is closed, only whom the operator made support staff comes, once the email is confirmed', async () => {
  const on = await startTestApp({ beside: app, environment: { ...environment, SIGN_UP: 'closed' } });
  try {
    await invite('late@team.example');
    await addStaff(db, 'Help@verdant.example', 'root');
    expect((await visit({ email: 'late@team.example', email_verified: true }, on)).status).toBe(401);
    expect((await visit({ email: 'help@verdant.example', email_verified: false }, on)).status).toBe(401);
    expect(await visit({ email: 'help@verdant.example', email_verified: true }, on)).toMatchObject({
      status: 200,
      body: { isSupport: true, firstName: 'Ada' },
    });
  } finally {
    await on.close();
  }
});
