import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { SignInProvider } from '../../domain/session/sign-in';
import { INTERNAL } from './embedded';
import type { TokenAnswer } from './outside/issuer';
import type { RefreshedTokens } from './refresh-grace';
import type { IdentityConfig } from './scene';

/** Posts a form to a token endpoint; ours is called in-process. */
type PostToTokenEndpoint = (form: Record<string, string>) => Promise<TokenAnswer>;

/** What a sign-in at the embedded provider says. */
export function embeddedProvider({ oidc }: IdentityConfig): SignInProvider {
  return {
    issuer: oidc.issuer,
    clientId: oidc.clientId,
    authorizationEndpoint: `${oidc.issuer}/auth`,
    endSessionEndpoint: `${oidc.issuer}/session/end`,
    scope: 'openid profile email offline_access',
    parameters: { resource: oidc.audience },
    signUp: { prompt: 'create', screen_hint: 'signup' },
    otherAccount: { prompt: 'login' },
  };
}

export function ownTokenEndpoint(app: FastifyInstance, { publicUrl, oidc }: IdentityConfig): PostToTokenEndpoint {
  const { host, protocol } = new URL(publicUrl);
  return async (form) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        ...INTERNAL,
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-proto': protocol.slice(0, -1),
      },
      payload: new URLSearchParams({ ...form, client_id: oidc.clientId }).toString(),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

/** Exchanges a code or refresh token; null when the issuer refuses it: used, revoked or expired. */
export async function askForTokens(
  post: PostToTokenEndpoint,
  form: Record<string, string>,
  log: FastifyBaseLogger,
): Promise<RefreshedTokens | null> {
  const { status, body } = await post(form);
  const said = (body ?? {}) as Record<string, unknown>;
  if (status === 400 || status === 401) {
    warnOfMisfit(said.error, log);
    return null;
  }
  if (status !== 200 || typeof said.access_token !== 'string') {
    throw new Error(`the token endpoint answered ${status}`);
  }
  return {
    accessToken: said.access_token,
    ...(typeof said.refresh_token === 'string' ? { refreshToken: said.refresh_token } : {}),
    ...(typeof said.id_token === 'string' ? { idToken: said.id_token } : {}),
  };
}

/** A code or token that is over is nobody's fault; any other reason is the operator's to mend. */
function warnOfMisfit(reason: unknown, log: FastifyBaseLogger): void {
  const code = typeof reason === 'string' && /^[a-z_]{1,40}$/.test(reason) ? reason : 'unknown';
  if (code !== 'invalid_grant') log.warn({ reason: code }, 'the sign-in provider refuses our client');
}
