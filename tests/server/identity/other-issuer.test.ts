import Fastify, { type FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import { freePort } from '../../../server/free-port';
import { type Identity, mountIdentity } from '../../../server/identity';
import { activeSigner, loadKeys } from '../../../server/identity/keys';
import { qualifySubject } from '../../../server/identity/tokens';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { CLIENT_ID } from '../../support/identity/sign-in';

const INVALID = { name: 'TokenError', reason: 'invalid' };
const PUBLIC_URL = 'http://verdant.localhost';

let issuer: FastifyInstance;
let url: string;
let identity: Identity;
let app: FastifyInstance;
let test: TestDatabase;
let sign: (claims: JWTPayload) => Promise<string>;
let keys: JWK[];
let keysRead = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys = [{ ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'ES256', use: 'sig' }];
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  sign = (claims) =>
    new SignJWT({ iss: url, aud: 'the api', sub: 'person-1', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
      .setExpirationTime('5m')
      .sign(privateKey);
  issuer = Fastify();
  issuer.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  issuer.get('/.well-known/openid-configuration', () => ({
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    jwks_uri: `${url}/keys`,
    token_endpoint: `${url}/token`,
  }));
  issuer.get('/keys', () => {
    keysRead += 1;
    return { keys };
  });
  issuer.post('/token', async (request, reply) => {
    const form = request.body as Record<string, string>;
    if (form.refresh_token !== 'good' || form.client_id !== CLIENT_ID)
      return reply.status(400).send({ error: 'invalid_grant' });
    return { access_token: await sign({}), refresh_token: 'next' };
  });
  await issuer.listen({ port, host: '127.0.0.1' });

  app = Fastify();
  identity = await mountIdentity(app, {
    config: {
      publicUrl: PUBLIC_URL,
      credentialsKey: DEVELOPMENT_CREDENTIALS_KEY,
      olderCredentialsKeys: [],
      trustProxy: false,
      signUp: 'open',
      company: { supportEmail: 'help@verdant.example' },
      oidc: {
        embedded: false,
        issuer: url,
        clientId: CLIENT_ID,
        audience: 'the api',
        audienceParameter: 'audience',
        scopes: ['openid'],
        emailsConfirmed: false,
      },
    },
    database: test.database,
    sendLater: async () => {},
    log: app.log,
  });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await identity.close();
  await app.close();
  await issuer.close();
  await test.drop();
});

it('its tokens are accepted, and its people kept apart from any other issuer’s', async () => {
  const verified = await identity.verify(await sign({}));
  expect(verified).toMatchObject({ issuer: url, subject: qualifySubject(url, 'person-1') });
});

it('a new key is found, and what names no key of its makes us ask for them twice a minute at most', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  keys.push({ ...(await exportJWK(publicKey)), kid: 'new', alg: 'ES256', use: 'sig' });
  const signBy = (kid: string) =>
    new SignJWT({ iss: url, aud: 'the api', sub: 'person-1' })
      .setProtectedHeader({ alg: 'ES256', kid })
      .setExpirationTime('5m')
      .sign(privateKey);
  await identity.verify(await sign({ jti: 'keys are read' }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  await expect(identity.verify(await signBy('new'))).resolves.toBeTruthy();
  const before = keysRead;
  for (const kid of ['made-up', 'another', 'third']) {
    await expect(identity.verify(await signBy(kid))).rejects.toMatchObject(INVALID);
  }
  expect(keysRead).toBe(before);
});

it('it can’t claim an impersonation', async () => {
  const verified = await identity.verify(await sign({ act: { sub: 'support-person' } }));
  expect(verified.impersonator).toBeUndefined();
});

it('refreshing calls its token endpoint', async () => {
  const fresh = await identity.refresh('good');
  expect(fresh?.refreshToken).toBe('next');
  await expect(identity.verify(fresh?.accessToken ?? '')).resolves.toBeTruthy();
  expect(await identity.refresh('bad')).toBeNull();
});

it('our keys only sign impersonations, and no pages are served', async () => {
  const { kid, key } = await activeSigner(await loadKeys(test.database.db));
  const forged = await new SignJWT({ iss: `${PUBLIC_URL}/oidc`, aud: 'the api', sub: 'person-1' })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
    .setExpirationTime('5m')
    .sign(key);
  await expect(identity.verify(forged)).rejects.toMatchObject(INVALID);
  const subject = qualifySubject(url, 'person-1');
  const temporary = await identity.issueTemporary(test.database.db, {
    subject,
    impersonator: { subject: 'support', sessionId: null },
    ttlSeconds: 60,
    reason: 'help',
  });
  expect(await identity.verify(temporary)).toMatchObject({
    subject,
    impersonator: { subject: 'support', sessionId: null },
  });
  expect((await app.inject('/oidc/.well-known/openid-configuration')).statusCode).toBe(404);
});
