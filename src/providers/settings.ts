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
  /** Who runs this installation, as far as it was told. */
  company: {
    name: setting('company-name') ?? 'Verdant',
    address: setting('company-address'),
    phone: setting('company-phone'),
    socials: (setting('social-urls') ?? '').split(' ').filter(Boolean),
  },
  /** Where the mobile app is to be had; empty while nobody has said. */
  appStores: [
    { label: 'App for iPhone and iPad', address: setting('app-store-url') },
    { label: 'App for Android', address: setting('play-store-url') },
  ].flatMap(({ label, address }) => (address ? [{ label, address }] : [])),
} as const;
