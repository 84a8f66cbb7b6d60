import { OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { session } from '../../../domain/session/contract';
import type { SignInProvider } from '../../../domain/session/sign-in';
import { call } from '../call';
import { saveTemporaryToken, saveTokens } from '../call/tokens';
import { settings } from '../settings';
import { safePath } from './safe-path';

type SignInState = {
  returnTo: string | null;
  nonce: string;
  linkCode?: string | undefined;
  consented?: boolean;
};

/** Some providers give a refresh token only with consent: after the first time, it is asked for at once. */
const CONSENTS = 'auth.consents';

/** Speaks the provider's protocol; codes are exchanged by the platform, and tokens stored by us and shared between tabs. */
export function protocolClient(provider?: SignInProvider): OidcClient {
  return new OidcClient({
    authority: provider?.issuer ?? location.origin,
    metadata: {
      ...(provider ? { authorization_endpoint: provider.authorizationEndpoint } : {}),
      ...(provider?.endSessionEndpoint ? { end_session_endpoint: provider.endSessionEndpoint } : {}),
    },
    client_id: provider?.clientId ?? '',
    redirect_uri: `${location.origin}/callback`,
    response_type: 'code',
    scope: provider?.scope ?? 'openid',
    // Shared by tabs: the confirmation link opens in another one.
    stateStore: new WebStorageStateStore({ prefix: 'auth.', store: localStorage }),
  });
}

/** Leaves this page; the promise ends only if the person comes back to it as it was. */
export function leaveFor(address: string): Promise<void> {
  const back = new Promise<void>((done) => addEventListener('pageshow', () => done(), { once: true }));
  location.assign(address);
  return back;
}

export type SignInOptions = {
  returnTo: string | null;
  create?: boolean;
  /** The email prefilled on the provider's page. */
  email?: string | undefined;
  /** The code of the emailed link that lets this sign-in into an account of another. */
  linkCode?: string | undefined;
  /** Whether to choose who signs in, whoever is signed in at the provider. */
  asOther?: boolean;
};

/** As `signIn` says. */
export async function goToSignIn({ returnTo, create, email, linkCode, asOther }: SignInOptions): Promise<void> {
  const path = safePath(returnTo);
  const provider = await call(session.provider, {});
  const signUp = create ? provider.signUp : null;
  await goToProvider(
    provider,
    { returnTo: path, nonce: crypto.randomUUID(), linkCode },
    {
      ...(signUp ?? (asOther ? provider.otherAccount : {})),
      ...(email ? { login_hint: email } : {}),
      ...(signUp && path && !settings.signsInOutside ? { return_to: path } : {}),
    },
  );
}

async function goToProvider(
  provider: SignInProvider,
  state: SignInState,
  { prompt, ...more }: Record<string, string>,
): Promise<void> {
  const client = protocolClient(provider);
  const isConsent = prompt === undefined && localStorage.getItem(CONSENTS) === provider.issuer;
  const { url } = await client.createSigninRequest({
    state: isConsent ? { ...state, consented: true } : state,
    nonce: state.nonce,
    ...(isConsent ? { prompt: 'consent' } : prompt ? { prompt } : {}),
    extraQueryParams: { ...provider.parameters, ...more },
  });
  await leaveFor(url);
}

/** Where an emailed link led, without what proved its reader's address: it has served. */
function withoutProof(path: string): string {
  const { pathname, searchParams, hash } = new URL(path, location.origin);
  searchParams.delete('mail_proof');
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`;
}

/** What came of a return from the provider. */
export type SignInEnd =
  | { kind: 'in'; path: string; notice: string | null }
  /** The account is signed in to in another way, until the link is opened that the ticket has emailed. */
  | { kind: 'link'; path: string; email: string; ticket: string };

/**
 * Completes the return from the provider: stores the tokens, once `before` knows the path to continue at. Raises if
 * refused, with words of the platform or without.
 */
export async function completeSignIn(before: (path: string) => void): Promise<SignInEnd> {
  const client = protocolClient();
  const { state: kept, response } = await client.readSigninResponseState(location.href, true);
  const state = kept.data as SignInState;
  if (!response.code || !kept.code_verifier) throw new Error('This sign-in wasn’t started in this browser');
  const path = withoutProof(safePath(state.returnTo) ?? '/logged-in');
  const body = {
    code: response.code,
    codeVerifier: kept.code_verifier,
    redirectUri: kept.redirect_uri,
    nonce: state.nonce,
    returnTo: state.returnTo,
    ...(state.linkCode === undefined ? {} : { linkCode: state.linkCode }),
    ...(state.consented ? { isConsented: true } : {}),
  };
  const result = await call(session.signIn, { body });
  if (result.status === 'CONSENT') {
    const provider = await call(session.provider, {});
    localStorage.setItem(CONSENTS, provider.issuer);
    await goToProvider(provider, { ...state, nonce: crypto.randomUUID() }, {});
    return new Promise(() => {});
  }
  if (result.status === 'LINK') return { kind: 'link', path, email: result.email, ticket: result.ticket };
  before(path);
  saveTemporaryToken(null);
  const { accessToken, refreshToken, idToken, notice } = result;
  saveTokens({ accessToken, refreshToken, idToken });
  return { kind: 'in', path, notice };
}
