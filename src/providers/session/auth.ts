import type { AuthProvider } from '@refinedev/core';
import { session } from '../../../domain/session/contract';
import { call } from '../call';
import { CallError, isUnanswered } from '../call/call-errors';
import { forgetEarly } from '../call/early';
import { saveSimulation } from '../call/simulation';
import { readTemporaryToken, readTokens, saveTemporaryToken, saveTokens } from '../call/tokens';
import { forgetDrafts } from '../drafts';
import { dropInvitation } from './pending-invitation';
import type { SignInOptions } from './provider-pages';

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

/**
 * Goes to the provider's sign-in or sign-up page; returns to `returnTo`, after a sign-up also in the browser where its
 * email is confirmed. Raises like `call` while the provider doesn't answer.
 */
export async function signIn(options: SignInOptions): Promise<void> {
  const { goToSignIn } = await import('./provider-pages');
  await goToSignIn(options);
}

/**
 * Signs out every tab, here and at the provider. When acting for someone, also ends that on the platform and restarts
 * at the root. An invitation still to be answered is forgotten, as whoever uses this computer next isn't the one invited,
 * unless they sign out to answer it with another account.
 */
export async function signOut({ keepsInvitation = false } = {}): Promise<void> {
  const { leaveFor, protocolClient } = await import('./provider-pages');
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
    await stopActing().catch(() => {});
    saveTemporaryToken(null);
  }
  const next = isActing ? AFTER_ACTING : AFTER_SIGN_OUT;
  if (!keepsInvitation) dropInvitation();
  forgetDrafts();
  forgetEarly();
  sessionStorage.setItem(SIGNED_OUT, 'yes');
  saveTokens(null);
  if (!provider?.endSessionEndpoint) return leaveFor(isActing ? next : STILL_THERE);
  const client = protocolClient(provider);
  const { url } = await client.createSignoutRequest({
    client_id: provider.clientId,
    post_logout_redirect_uri: location.origin + next,
    ...(idToken ? { id_token_hint: idToken } : {}),
  });
  await leaveFor(url);
}

/** Few act for someone: the calls of support staff load only here. */
async function stopActing(): Promise<void> {
  const { support } = await import('../../../domain/support/contract');
  await call(support.stop, {});
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
