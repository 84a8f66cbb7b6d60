import type { z } from 'zod';
import type { Part } from '../../domain/parts';
import type { SiteFlag } from '../../domain/session/session';
import type { SignUpMode } from '../../domain/session/sign-up';

/** Settings from the server's meta tags in the page. */
function setting(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="verdant-${name}"]`)?.content || undefined;
}

/** Whether this installation offers a part of the product, or one of several; what is of no part is offered. */
export function isOffered(parts: Part | readonly Part[]): boolean {
  const off = setting('switched-off')?.split(' ') ?? [];
  const asked = [parts].flat();
  return asked.length === 0 || asked.some((part) => !off.includes(part));
}

function flagsOf(text: string | undefined): readonly z.infer<typeof SiteFlag>[] | undefined {
  return text === undefined ? undefined : JSON.parse(text);
}

export const settings = {
  apiBase: setting('api-base') ?? '/api',
  /** Whether people sign in at another provider than the platform's own, which then has their emails and passwords. */
  signsInOutside: setting('signs-in-outside') === 'yes',
  /** The page's build id; unknown during development. */
  buildId: setting('build-id'),
  stagingLabel: setting('staging-label'),
  /** The site-wide notices when the page was made; undefined if they couldn't be read then. */
  siteFlags: flagsOf(setting('site-flags')),
  supportEmail: setting('support-email') ?? 'support@verdant.localhost',
  /** Who may come who isn't here yet. */
  signUp: (setting('sign-up') ?? 'open') as SignUpMode,
  /** Who runs this installation. */
  company: {
    name: setting('company-name') ?? 'Verdant',
    address: setting('company-address'),
    phone: setting('company-phone'),
    socials: (setting('social-urls') ?? '').split(' ').filter(Boolean),
  },
  /** Links to the mobile app; empty if not configured. */
  appStores: [
    { label: 'App for iPhone and iPad', address: setting('app-store-url') },
    { label: 'App for Android', address: setting('play-store-url') },
  ].flatMap(({ label, address }) => (address ? [{ label, address }] : [])),
} as const;
