import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { OAuth2Issuer, OAuth2Service } from 'oauth2-mock-server';
import Provider from 'oidc-provider';
import { freePort } from '../../../server/free-port';
import { CLIENT_ID } from './sign-in';

/** What an issuer says of somebody. */
export type Said = {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
  given_name?: string;
  family_name?: string;
};

/** Another organization's OpenID provider, on this machine. */
export interface TestIssuer {
  readonly url: string;
  /** The people it knows, by its own ids. */
  readonly people: Map<string, Said>;
  /** Who signs in next where it asks nobody. */
  next: string;
  /** What only its userinfo endpoint says, with access tokens that are good for that; of the one that asks nobody. */
  readonly userInfo: Map<string, Said & { sub: string }>;
  /** Registers our app. */
  admit(appUrl: string): void;
  /** Stops answering, and answers again, at the same address and with all it knows. */
  down(): Promise<void>;
  up(): Promise<void>;
}

type Options = { hasEndSession?: boolean };

/** `oidc-provider` as its package comes, with its own pages: what its operator must set, and nothing for our sake. */
export async function openOidcProvider({ hasEndSession = true }: Options = {}): Promise<TestIssuer> {
  const people = new Map<string, Said>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'theirs' };
  const served = await serve();
  const admit = (appUrl: string) => {
    const audience = `${appUrl}/api`;
    const provider = new Provider(served.url, {
      jwks: { keys: [key as never] },
      cookies: { keys: ['a test’s'] },
      clients: [
        {
          client_id: CLIENT_ID,
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [`${appUrl}/callback`],
          post_logout_redirect_uris: [`${appUrl}/marketplace`, `${appUrl}/`],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      features: {
        rpInitiatedLogout: { enabled: hasEndSession },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({ scope: '', audience, accessTokenFormat: 'jwt', accessTokenTTL: 600 }),
        },
      },
    });
    served.answer(provider.callback());
  };
  return { ...served, people, userInfo: new Map(), next: '', admit };
}

/** Another implementation, which asks nobody: it lists neither scopes nor prompts, and its tokens name no audience. */
export async function openMockServer({ hasEndSession = true }: Options = {}): Promise<TestIssuer> {
  const people = new Map<string, Said>();
  const served = await serve();
  const known = new OAuth2Issuer();
  known.url = served.url;
  await known.keys.generate('RS256');
  const service = new OAuth2Service(known);
  const issuer: TestIssuer = { ...served, people, userInfo: new Map(), next: '', admit: () => {} };
  service.on('beforeWellKnownOpenIdConfiguration', ({ body }: { body: Record<string, unknown> }) => {
    if (!hasEndSession) delete body.end_session_endpoint;
  });
  service.on('beforeUserinfo', (answer: { body: unknown }) => {
    answer.body = issuer.userInfo.get(issuer.next) ?? {};
  });
  issuer.admit = (appUrl) => {
    service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
      // Its access tokens have a scope, its ID tokens a client.
      const isAccess = 'scope' in payload;
      const scope = issuer.userInfo.has(issuer.next) ? { scope: 'openid' } : {};
      const own = isAccess ? { aud: `${appUrl}/api`, ...scope } : people.get(issuer.next);
      Object.assign(payload, { sub: issuer.next }, own);
    });
    served.answer(service.requestHandler);
  };
  return issuer;
}

/** A server that can go away and come back. */
async function serve() {
  const port = await freePort();
  let listener: RequestListener = (_request, reply) => reply.writeHead(503).end();
  let server: Server | undefined;
  const up = () =>
    new Promise<void>((done) => {
      server = createServer((request, reply) => listener(request, reply)).listen(port, '127.0.0.1', done);
    });
  const down = () =>
    new Promise<void>((done) => {
      server?.close(() => done());
      server?.closeAllConnections();
    });
  await up();
  return {
    url: `http://127.0.0.1:${port}`,
    answer: (given: RequestListener) => {
      listener = given;
    },
    up,
    down,
  };
}
