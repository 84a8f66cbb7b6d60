import { type Discovery, discover, TokenError } from './tokens';

export type RefreshedTokens = {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly idToken?: string;
};

type Answer = { readonly status: number; json(): unknown };

/** Posts a form to a token endpoint; ours is called in-process. */
export type PostToTokenEndpoint = (form: URLSearchParams) => Promise<Answer>;

/**
 * Exchanges a refresh token for new tokens. Raises TokenError `invalid` when the issuer refuses it (used, revoked,
 * expired), and the original error when the issuer can't be reached.
 */
export async function refreshTokens(
  post: PostToTokenEndpoint,
  clientId: string,
  refreshToken: string,
): Promise<RefreshedTokens> {
  const form = new URLSearchParams({ grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken });
  const answer = await post(form);
  const body = (await answer.json()) as Record<string, unknown>;
  if (answer.status === 400 || answer.status === 401) throw new TokenError('invalid', body);
  if (answer.status !== 200 || typeof body.access_token !== 'string') {
    throw new Error(`the token endpoint answered ${answer.status}`);
  }
  return {
    accessToken: body.access_token,
    ...(typeof body.refresh_token === 'string' ? { refreshToken: body.refresh_token } : {}),
    ...(typeof body.id_token === 'string' ? { idToken: body.id_token } : {}),
  };
}

/** An external issuer's token endpoint, looked up once. */
export function externalTokenEndpoint(issuer: string): PostToTokenEndpoint {
  let found: Promise<Discovery> | undefined;
  return async (form) => {
    found ??= discover(issuer);
    found.catch(() => {
      found = undefined;
    });
    const { token_endpoint } = await found;
    const response = await fetch(token_endpoint, { method: 'POST', body: form, signal: AbortSignal.timeout(10_000) });
    return { status: response.status, json: () => response.json() };
  };
}
