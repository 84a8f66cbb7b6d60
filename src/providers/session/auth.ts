import type { AuthProvider } from '@refinedev/core';
import type { UserManager } from 'oidc-client-ts';
import { support } from '../../../domain/support/contract';
import { call } from '../call';
import { CallError } from '../call/call-errors';
import { forgetEarly } from '../call/early';
import { saveSimulation } from '../call/simulation';
import { readTemporaryToken, readTokens, saveTemporaryToken, saveTokens } from '../call/tokens';
import { forgetDrafts } from '../drafts';
import { settings } from '../settings';
import { dropInvitation } from './pending-invitation';

const SCOPES = 'openid profile email offline_access';

/** The documented targets after sign-out, and after stopping to act for someone. */
export const AFTER_SIGN_OUT = '/marketplace';
const AFTER_ACTING = '/';
const SIGNED_OUT = 'verdant.signed-out';

/** Whether this page was opened by a sign-out that just returned from the provider. */
export const comesFromSignOut = sessionStorage.getItem(SIGNED_OUT) !== null;
sessionStorage.removeItem(SIGNED_OUT);

/** Whether this tab is signing out right now, rather than another. */
export const isSigningOut = (): boolean => sessionStorage.getItem(SIGNED_OUT) !== null;

type SignInState = { returnTo: string | null; consented?: boolean };

let made: Promise<UserManager> | undefined;

/** Speaks the provider's protocol but stores no tokens: we refresh and share those between tabs. */
function userManager(): Promise<UserManager> {
  made ??= import('oidc-client-ts').then(
    ({ InMemoryWebStorage, UserManager, WebStorageStateStore }) =>
      new UserManager({
        authority: settings.oidcAuthority,
        client_id: settings.oidcClientId,
        redirect_uri: `${location.origin}/callback`,
        post_logout_redirect_uri: location.origin + AFTER_SIGN_OUT,
        response_type: 'code',
        scope: SCOPES,
        resource: settings.oidcAudience,
        loadUserInfo: false,
        automaticSilentRenew: false,
        monitorSession: false,
        // Shared by tabs: the confirmation link opens in another one.
        stateStore: new WebStorageStateStore({ prefix: 'auth.', store: localStorage }),
        userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      }),
  );
  return made;
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
};

/**
 * Goes to the provider's sign-in or sign-up page; returns to `returnTo`, after a sign-up also in the browser where its
 * email is confirmed.
 */
export async function signIn({ returnTo, create = false, email }: SignInOptions): Promise<void> {
  const manager = await userManager();
  const path = safePath(returnTo);
  await manager.signinRedirect({
    state: { returnTo: path } satisfies SignInState,
    ...(email ? { login_hint: email } : {}),
    ...(create
      ? { prompt: 'create', extraQueryParams: { screen_hint: 'signup', ...(path ? { return_to: path } : {}) } }
      : {}),
  });
}

/**
 * Completes the return from the provider: stores the tokens, once `before` knows the path to continue at, and returns it.
 * Raises if refused.
 */
export async function completeSignIn(before: (path: string) => void): Promise<string> {
  const manager = await userManager();
  const user = await manager.signinCallback();
  if (!user) throw new Error('This sign-in wasn’t started in this browser');
  const state = (user.state ?? { returnTo: null }) as SignInState;
  // Some providers issue a refresh token only with consent.
  if (!user.refresh_token && !state.consented) {
    await manager.signinRedirect({ prompt: 'consent', state: { ...state, consented: true } satisfies SignInState });
    return new Promise(() => {});
  }
  const path = safePath(state.returnTo) ?? '/logged-in';
  before(path);
  saveTemporaryToken(null);
  saveTokens({ accessToken: user.access_token, refreshToken: user.refresh_token, idToken: user.id_token });
  return path;
}

/**
 * Signs out every tab, here and at the provider. When acting for someone, also ends that on the platform and restarts
 * at the root. An invitation still to be answered is forgotten, as whoever uses this computer next isn't the one invited,
 * unless they sign out to answer it with another account.
 */
export async function signOut({ keepsInvitation = false } = {}): Promise<void> {
  const isActing = readTemporaryToken() !== null;
  const idToken = readTokens()?.idToken;
  const manager = await userManager();
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
  try {
    await manager.signoutRedirect({
      post_logout_redirect_uri: location.origin + next,
      ...(idToken ? { id_token_hint: idToken } : {}),
    });
  } catch {
    location.assign(next);
  }
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
