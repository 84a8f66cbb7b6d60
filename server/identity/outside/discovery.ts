import { z } from 'zod';
import type { SignInProvider } from '../../../domain/session/sign-in';
import type { Config } from '../../config';

const names = z.array(z.string()).optional();

/** What we read of an issuer's own description (OpenID Connect Discovery 1.0, section 3). */
export const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  scopes_supported: names,
  prompt_values_supported: names,
  claims_parameter_supported: z.boolean().optional(),
});
export type Discovery = z.infer<typeof Discovery>;

type Settings = Config['oidc'];

/** The claims we ask to have in the ID token, where an issuer lets one ask. */
const WANTED = { email: { essential: true }, email_verified: null, given_name: null, family_name: null, name: null };

/** What a sign-in at this issuer says: only what it knows. */
export function signInProviderOf(found: Discovery, settings: Settings): SignInProvider {
  const prompts = found.prompt_values_supported;
  return {
    issuer: found.issuer,
    clientId: settings.clientId,
    authorizationEndpoint: found.authorization_endpoint,
    endSessionEndpoint: found.end_session_endpoint ?? null,
    scope: scopeOf(found, settings),
    parameters: {
      ...audienceOf(settings),
      ...(found.claims_parameter_supported ? { claims: JSON.stringify({ id_token: WANTED }) } : {}),
    },
    signUp: prompts?.includes('create') ? { prompt: 'create', screen_hint: 'signup' } : null,
    otherAccount: { prompt: prompts?.includes('select_account') ? 'select_account' : 'login' },
  };
}

/** Whether asking for consent may bring a refresh token that wasn't given without. */
export function maySendConsent(found: Discovery, settings: Settings): boolean {
  const isAsked = scopeOf(found, settings).split(' ').includes('offline_access');
  return isAsked && (found.prompt_values_supported?.includes('consent') ?? true);
}

/** Scopes the issuer lists, and those that only its operator and ours know of: an API's own are seldom listed. */
function scopeOf({ scopes_supported: known }: Discovery, { scopes }: Settings): string {
  const standard = ['profile', 'email', 'offline_access'];
  return scopes.filter((scope) => !known || !standard.includes(scope) || known.includes(scope)).join(' ');
}

/** How a request names our API: RFC 8707's `resource`, which must be an address, or `audience`, as some issuers have it. */
export function audienceOf({ audience, audienceParameter }: Settings): Record<string, string> {
  return audienceParameter === 'none' ? {} : { [audienceParameter]: audience };
}
