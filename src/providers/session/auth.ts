import type { AuthProvider } from '@refinedev/core';
import { session } from '../../../domain/session/contract';
import type { SignInProvider } from '../../../domain/session/sign-in';
import { support } from '../../../domain/support/contract';
import { call } from '../call';
import { CallError, isUnanswered } from '../call/call-errors';
import { forgetEarly } from '../call/early';
import { saveSimulation } from '../call/simulation';
import { readTemporaryToken, readTokens, saveTemporaryToken, saveTokens } from '../call/tokens';
import { forgetDrafts } from '../drafts';
import { settings } from '../settings';
import { dropInvitation } from './pending-invitation';

/** The documented targets after sign-out, and after stopping to act for someone. */
export const AFTER_SIGN_OUT = '/marketplace';
const AFTER_ACTING = '/';
/** Where the provider can't be told of a sign-out, this page says that they may still be signed in there. */
const STILL_THERE = '/logged-out';
const SIGNED_OUT = 'verdant.signed-out';

/** Whether this page was opened by a sign-out that just returned from the provider. */
export const comesFromSignOut = sessionStorage.getItem(SIGNED_OUT) !== null;
sessionStorage.removeItem(SIGNED_OUT);

/** Whether this tab is signing out right now, rather than another. */
export const isSigningOut = (): boolean => sessionStorage.getItem(SIGNED_OUT) !== null;

type SignInState = {
  returnTo: string | null;
  nonce: string;
  linkCode?: string | undefined;
  consented?: boolean;
};

/** Some providers give a refresh token only with consent: after the first time, it is asked for at once. */
const CONSENTS = 'auth.consents';

/** Speaks the provider's protocol; codes are exchanged by the platform, and tokens stored by us and shared between tabs. */
async function protocolClient(provider?: SignInProvider) {
  const { OidcClient, WebStorageStateStore } = await import('oidc-client-ts');
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
function leaveFor(address: string): Promise<void> {
  const back = new Promise<void>((done) => addEventListener('pageshow', () => done(), { once: true }));
  location.assign(address);
  return back;
}

/** A path of this app as the browser reads it, never another site's: `/<tab>/host` would be one. */
export function safePath(path: string | null): string | null {
  if (!path?.startsWith('/') || !URL.canParse(path, location.origin)) return null;
  const { origin, pathname, search, hash } = new URL(path, location.origin);
  return origin === location.origin ? pathname + search + hash : null;
}

/** The pages after sign-in when none was requested. */
export const NOWHERE_ELSE: readonly string[] = ['/logged-in', '/marketplace'];

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

/**
 * Goes to the provider's sign-in or sign-up page; returns to `returnTo`, after a sign-up also in the browser where its
 * email is confirmed. Raises like `call` while the provider doesn't answer.
 */
export async function signIn({ returnTo, create, email, linkCode, asOther }: SignInOptions): Promise<void> {
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
  const client = await protocolClient(provider);
  const isConsent = prompt === undefined && localStorage.getItem(CONSENTS) === provider.issuer;
  const { url } = await client.createSigninRequest({
    state: isConsent ? { ...state, consented: true } : state,
    nonce: state.nonce,
    ...(isConsent ? { prompt: 'consent' } : prompt ? { prompt } : {}),
    extraQueryParams: { ...provider.parameters, ...more },
  });
  await leaveFor(url);
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
  const client = await protocolClient();
  const { state: kept, response } = await client.readSigninResponseState(location.href, true);
  const state = kept.data as SignInState;
  if (!response.code || !kept.code_verifier) throw new Error('This sign-in wasn’t started in this browser');
  const path = safePath(state.returnTo) ?? '/logged-in';
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

/**
 * Signs out every tab, here and at the provider. When acting for someone, also ends that on the platform and restarts
 * at the root. An invitation still to be answered is forgotten, as whoever uses this computer next isn't the one invited,
 * unless they sign out to answer it with another account.
 */
export async function signOut({ keepsInvitation = false } = {}): Promise<void> {
  const isActing = readTemporaryToken() !== null;
  const idToken = readTokens()?.idToken;
  const provider = await call(session.provider, {}).catch((error: unknown) => {
    // The platform answers, only the provider doesn't: whoever wants to leave leaves.
    if (error instanceof CallError && isUnanswered(error)) return null;
    throw error;
  });
  if (isActing) {
    saveSimulation(null);
    // The token is dropped whether or not the platform responds.
    await call(support.stop, {}).catch(() => {});
    saveTemporaryToken(null);
  }
  const next = isActing ? AFTER_ACTING : AFTER_SIGN_OUT;
  if (!keepsInvitation) dropInvitation();
  forgetDrafts();
  forgetEarly();
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  saveTokens(null);
  if (!provider?.endSessionEndpoint) return leaveFor(isActing ? next : STILL_THERE);
  const client = await protocolClient(provider);
  const { url } = await client.createSignoutRequest({
    client_id: provider.clientId,
    post_logout_redirect_uri: location.origin + next,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  await leaveFor(url);
}

/** Refine's auth provider; permissions are decided by the shell and the ability. */
export const authProvider: AuthProvider = {
  login: async () => {
    await signIn({ returnTo: location.pathname + location.search });
    return { success: true };
  },
  logout: async (options?: Parameters<typeof signOut>[0]) => {
    try {
      await signOut(options);
      return { success: true };
    } catch {
      const message = 'We can’t reach Verdant, so you’re still signed in. Try again.';
      return { success: false, error: { name: 'Sign-out', message } };
    }
  },
  check: async () => ({ authenticated: readTemporaryToken() !== null || readTokens() !== null }),
  // `call` renews or ends the session, and the shell shows it.
  onError: async (error) => (error instanceof CallError ? { error } : {}),
};
