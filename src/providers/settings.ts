/** What the page was told by the server that served it, through its meta tags. */
function setting(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="verdant-${name}"]`)?.content || undefined;
}

export const settings = {
  apiBase: setting('api-base') ?? '/api',
  oidcAuthority: setting('oidc-authority') ?? `${location.origin}/oidc`,
  oidcClientId: setting('oidc-client-id') ?? 'verdant-web',
  oidcAudience: setting('oidc-audience') ?? `${location.origin}/api`,
  /** The build this page is of; unknown while pages are compiled as they are edited. */
  buildId: setting('build-id'),
  stagingLabel: setting('staging-label'),
  supportEmail: setting('support-email') ?? 'support@verdant.localhost',
} as const;
