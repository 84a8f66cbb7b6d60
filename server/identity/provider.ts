import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Config } from '../config';
import type { Db } from '../db/client';
import type { Html } from '../mail/html';
import { findUserBySubject } from './accounts';
import { postgresAdapter } from './adapter';
import { keepDevice } from './devices';
import { noProofCookie } from './fresh-proof';
import { ALGORITHM, type KeySet } from './keys';
import { PAGE_HEADERS } from './pages/layout';
import { brokenPage, signedOutPage, signOutPage } from './pages/messages';
import { RETURN_TO } from './scene';
import { revokeSession, type SignedOut } from './sessions';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const SCOPES = ['openid', 'profile', 'email', 'offline_access'];

export type ProviderSettings = Pick<Config, 'publicUrl' | 'trustProxy' | 'oidc'> & {
  readonly db: Db;
  readonly keys: KeySet;
  readonly onError: (error: Error) => void;
  readonly signedOut: SignedOut;
};

/** The OpenID provider configured for our single client; rebuilt when the keys change. */
export function createProvider(settings: ProviderSettings): Provider {
  const { publicUrl, trustProxy, oidc, db, keys, onError, signedOut } = settings;
  const configuration: Configuration = {
    adapter: postgresAdapter(db, signedOut),
    clients: [
      {
        client_id: oidc.clientId,
        client_name: 'Verdant',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/callback`],
        // Where the app goes after sign-out, and after support stops acting for someone.
        post_logout_redirect_uris: [`${publicUrl}/marketplace`, `${publicUrl}/`],
      },
    ],
    clientBasedCORS: (_ctx, origin) => origin === new URL(publicUrl).origin,
    jwks: { keys: keys.signature.map((key) => key.jwk) } as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: [...keys.cookies],
      long: { httpOnly: true, sameSite: 'lax', path: '/oidc', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: SCOPES,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // The browser reads claims from the ID token; there is no userinfo endpoint.
    conformIdTokenClaims: false,
    extraParams: ['screen_hint', RETURN_TO],
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOut(ctx, form, settings),
        postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage(publicUrl)),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => oidc.audience,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== oidc.audience) throw new errors.InvalidTarget();
          return {
            scope: SCOPES.join(' '),
            audience: oidc.audience,
            accessTokenTTL: 10 * MINUTE,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: ALGORITHM } },
          };
        },
      },
    },
    extraTokenClaims: (_ctx, token) =>
      'sessionUid' in token && token.sessionUid ? { sid: token.sessionUid } : undefined,
    // The provider drops offline_access from requests without prompt=consent, which ours never have.
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 10 * MINUTE,
      AuthorizationCode: MINUTE,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      RefreshToken: refreshTokenLife,
      Session: 30 * DAY,
      Grant: 31 * DAY,
    },
    interactions: { policy: policy(), url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    loadExistingGrant: grantEverything,
    findAccount: async (_ctx, subject) => {
      const user = await findUserBySubject(db, subject);
      if (!user) return undefined;
      return {
        accountId: user.subject,
        claims: () => ({
          sub: user.subject,
          email: user.email,
          email_verified: user.emailVerifiedAt !== null,
          name: `${user.firstName} ${user.lastName}`.trim(),
          given_name: user.firstName,
          family_name: user.lastName,
          ...(user.profileImageUri ? { picture: new URL(user.profileImageUri, publicUrl).href } : {}),
        }),
      };
    },
    renderError: (ctx, out) => show(ctx, brokenPage(publicUrl, out)),
  };

  const provider = new Provider(`${publicUrl}/oidc`, configuration);
  provider.proxy = trustProxy;
  provider.on('server_error', (_ctx, error) => onError(error));
  provider.use(async (ctx, next) => {
    // A sign-in is resumed by its cookie alone; the provider fails on any extra parameters.
    if (/^\/auth\/[^/]+$/.test(ctx.path)) ctx.querystring = '';
    try {
      await next();
    } catch (error) {
      onError(error as Error);
      show(ctx as KoaContextWithOIDC, brokenPage(publicUrl, { error: 'server_error' }));
      ctx.status = 500;
    }
  });
  provider.use(async (ctx, next) => {
    await next();
    await rememberDevice(ctx as KoaContextWithOIDC, db).catch(onError);
  });
  provider.use((ctx, next) => signOutWithoutAsking(ctx as KoaContextWithOIDC, next, settings));
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status !== 404 || ctx.body) return;
    show(ctx as KoaContextWithOIDC, brokenPage(publicUrl, { error: 'not_found' }));
    ctx.status = 404;
  });
  return provider;
}

/** Keeps on which device the person signed in; a sign-in goes on without, should that fail. */
async function rememberDevice({ oidc, headers }: KoaContextWithOIDC, db: Db): Promise<void> {
  const session = oidc?.session;
  const isSignIn = oidc?.route === 'authorization' || oidc?.route === 'resume';
  if (!isSignIn || !session?.accountId) return;
  const { uid, accountId } = session;
  await keepDevice(db, { uid, accountId, userAgent: headers['user-agent'] ?? '', lastsSeconds: 31 * DAY });
}

/** Shows sign-up first when requested; an answered interaction has `create` to say so. */
function policy() {
  const prompts = interactionPolicy.base();
  prompts.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0);
  const isGone = new interactionPolicy.Check('account_gone', 'the account no longer exists', ({ oidc }) =>
    Boolean(oidc.session?.accountId && !oidc.account),
  );
  prompts.get('login')?.checks.add(isGone);
  return prompts;
}

/** Our own client needs no consent, so each sign-in gets a grant of everything, outliving its refresh token. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const { provider, client, session, resourceServers } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const known = session.authorizations?.[client.clientId]?.grantId;
  const existing = known ? await provider.Grant.find(known) : undefined;
  if (existing && (existing.exp ?? 0) - Date.now() / 1000 > 30 * DAY) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  for (const resource of Object.keys(resourceServers ?? {})) grant.addResourceScope(resource, SCOPES.join(' '));
  await grant.save();
  return grant;
}

/** Thirty days from sign-in; rotated tokens inherit the remaining time. */
function refreshTokenLife(ctx: KoaContextWithOIDC): number {
  const rotated = ctx.oidc?.entities.RotatedRefreshToken;
  return rotated ? Math.max(1, rotated.remainingTTL) : 30 * DAY;
}

/** Signs out immediately when the client proves whose session it is; otherwise asks. */
async function signOut(ctx: KoaContextWithOIDC, form: string, { db, signedOut }: ProviderSettings): Promise<void> {
  const { session, entities, provider } = ctx.oidc;
  if (!session?.accountId || entities.IdTokenHint?.payload.sub !== session.accountId) {
    return show(ctx, signOutPage(form));
  }
  await revokeSession(db, session.accountId, session.uid);
  await signedOut(session.accountId);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', path: '/oidc' });
  redirectAfterSignOut(ctx);
}

/** Replaces the provider's scripted form with a redirect, and also revokes refresh tokens on sign-out. */
async function signOutWithoutAsking(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
  { db, publicUrl, signedOut }: ProviderSettings,
): Promise<void> {
  await next();
  const { route, session, params } = ctx.oidc ?? {};
  // A password typed minutes ago signs in no one after a sign-out, whoever uses this browser next.
  if (route?.startsWith('end_session')) ctx.append('Set-Cookie', noProofCookie(publicUrl));
  if (route === 'end_session' && ctx.status === 200 && !session?.accountId) redirectAfterSignOut(ctx);
  if (route === 'end_session_confirm' && ctx.status === 303 && params?.logout && session?.accountId) {
    await revokeSession(db, session.accountId, session.uid);
    await signedOut(session.accountId);
  }
}

function redirectAfterSignOut(ctx: KoaContextWithOIDC): void {
  const { params, provider } = ctx.oidc;
  const target = new URL(
    typeof params?.post_logout_redirect_uri === 'string'
      ? params.post_logout_redirect_uri
      : provider.urlFor('end_session_success'),
  );
  if (typeof params?.state === 'string') target.searchParams.set('state', params.state);
  ctx.redirect(target.href);
  ctx.status = 303;
}

function show(ctx: KoaContextWithOIDC, page: Html): void {
  ctx.set(PAGE_HEADERS);
  ctx.type = 'html';
  ctx.body = page.toString();
}
