import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { readClaims, type SaidOfPerson } from '../../../domain/session/claims';
import { PROVIDER_SILENT, type SignInProvider } from '../../../domain/session/sign-in';
import type { Config } from '../../config';
import { openHttpClient } from '../../http-client';
import type { Log } from '../../log';
import { type OutsideKeys, TokenError } from '../tokens';
import { audienceOf, Discovery, maySendConsent, signInProviderOf } from './discovery';
import { keepFresh } from './keep-fresh';

const MINUTE = 60_000;
/** A day without the issuer, and those who are signed in don't notice as long as their tokens last. */
const AGES = { freshMs: 10 * MINUTE, usableMs: 24 * 60 * MINUTE, pauseMs: MINUTE / 2 };
/** Whoever begins to sign in is sent to an issuer that answered just now. */
const JUST_NOW_MS = 15_000;
/** For a key nobody has seen, the key set is read again at most this often. */
const UNKNOWN_KEY_PAUSE_MS = MINUTE / 2;
const CLOCKS_APART_SECONDS = 60;
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** What the token endpoint said: tokens, or that it refuses. */
export type TokenAnswer = { readonly status: number; readonly body: unknown };

export type OutsideIssuer = OutsideKeys & {
  /** What a sign-in says there, from a description read just now. Raises UNAVAILABLE. */
  provider(): Promise<SignInProvider>;
  /** Posts a form to its token endpoint, with our client and audience. Raises UNAVAILABLE. */
  postToken(form: Record<string, string>): Promise<TokenAnswer>;
  /** Whether it may give a refresh token once it was asked for consent. */
  mayConsent(): Promise<boolean>;
  /**
   * Its id of the person and what it says of them: by its ID token or, if that names no email, by its userinfo endpoint
   * where the access token is good for that. Raises TokenError for an ID token that isn't for this sign-in.
   */
  identify(tokens: SignedTokens): Promise<SaidOfPerson & { id: string }>;
};

type SignedTokens = { readonly idToken: string; readonly accessToken: string; readonly nonce: string };

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Everything asked of an outside issuer. */
export function openIssuer(settings: Config['oidc'], log: Log): OutsideIssuer {
  const service = openHttpClient({
    name: 'sign-in provider',
    log,
    sentence: PROVIDER_SILENT,
    patienceMs: 5_000,
    restMs: 2_000,
    atOnce: 50,
  });
  const get = (what: string, url: string, headers: Record<string, string> = {}) =>
    service.fetch({ what, tenant: randomUUID() }, url, { headers: { accept: 'application/json', ...headers } });

  const discovery = keepFresh(async () => {
    const address = `${settings.issuer}/.well-known/openid-configuration`;
    const response = await get('read its description', address);
    if (!response.ok) throw service.unavailable(new Error(`its description answered ${response.status}`));
    const found = await service.read(response, Discovery);
    if (withoutSlash(found.issuer) !== withoutSlash(settings.issuer)) {
      throw service.unavailable(new Error('its description names another issuer'));
    }
    return found;
  }, AGES);

  const keys = keepFresh(async () => {
    const response = await get('read its keys', (await discovery.current()).jwks_uri);
    if (!response.ok) throw service.unavailable(new Error(`its keys answered ${response.status}`));
    return createLocalJWKSet((await service.read(response, KeySet)) as JSONWebKeySet);
  }, AGES);

  const key: JWTVerifyGetKey = async (header, token) => {
    try {
      return await (await keys.current())(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await keys.recent(UNKNOWN_KEY_PAUSE_MS))(header, token);
    }
  };

  const rules = async () => ({
    issuer: (await discovery.current()).issuer,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCKS_APART_SECONDS,
  });

  async function askUserInfo({ sub }: JWTPayload, accessToken: string): Promise<unknown> {
    const found = await discovery.current();
    if (!found.userinfo_endpoint || !isForUserInfo(accessToken, found)) return {};
    const response = await get('read who it is', found.userinfo_endpoint, { authorization: `Bearer ${accessToken}` });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    if (!response.ok || !isJson) return {};
    const said = await service.read(response, z.looseObject({ sub: z.string() }));
    return said.sub === sub ? said : {};
  }

  return {
    key,
    rules,
    provider: async () => signInProviderOf(await discovery.recent(JUST_NOW_MS), settings),
    mayConsent: async () => maySendConsent(await discovery.current(), settings),

    async postToken(form) {
      const { token_endpoint } = await discovery.current();
      const body = new URLSearchParams({ ...form, client_id: settings.clientId, ...audienceOf(settings) });
      const response = await service.fetch({ what: 'exchange a token', tenant: randomUUID() }, token_endpoint, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body,
      });
      return { status: response.status, body: await service.read(response, z.unknown()) };
    },

    async identify({ idToken, accessToken, nonce }) {
      const { payload } = await jwtVerify(idToken, key, {
        ...(await rules()),
        audience: settings.clientId,
        requiredClaims: ['exp', 'iat', 'sub'],
      }).catch((error: unknown) => {
        throw error instanceof errors.JOSEError ? new TokenError('invalid', error) : error;
      });
      const isOurs = payload.azp === undefined || payload.azp === settings.clientId;
      if (payload.nonce !== nonce || !isOurs) throw new TokenError('invalid');
      const said = readClaims(payload);
      const id = payload.sub ?? '';
      if (said.email !== null) return { id, ...said };
      return { id, ...readClaims({ ...payload, ...((await askUserInfo(payload, accessToken)) as object) }) };
    },
  };
}

/** Whether an access token says that it is good for the userinfo endpoint too, beside our API. */
function isForUserInfo(accessToken: string, { issuer, userinfo_endpoint }: Discovery): boolean {
  const { aud, scope, scp } = payloadOf(accessToken);
  const audiences: unknown[] = [aud].flat();
  const scopes = [scope, scp].flatMap((given) => (typeof given === 'string' ? given.split(' ') : (given ?? [])));
  return audiences.includes(issuer) || audiences.includes(userinfo_endpoint) || [scopes].flat().includes('openid');
}

function payloadOf(token: string): JWTPayload {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload;
  } catch {
    return {};
  }
}

const withoutSlash = (address: string) => address.replace(/\/$/, '');
