import { isConfirming } from '../../../domain/wrapper/client';

const KEY = 'verdant.invitation';
const ACCEPT = '/accept-invite';
const PARAMETERS = ['invite_code', 'invite_type', 'invited_email', 'redirect', 'mail_proof'];

export const isAccepting = (pathname: string): boolean => /^\/accept(-invite)?$/.test(pathname);

/** Where to accept an invitation, with the parameters of its link. */
const addressOf = (parameters: URLSearchParams): string => `${ACCEPT}?${parameters}`;

/** Where an address with an invitation's code leads, whatever page it names; null without one. */
export function invitationIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const given = new URLSearchParams(search);
  if (!given.has('invite_code') || isAccepting(pathname) || isConfirming(pathname)) return null;
  const rest = new URLSearchParams([...given].filter(([name]) => !PARAMETERS.includes(name)));
  const kept = new URLSearchParams([...given].filter(([name]) => PARAMETERS.includes(name)));
  const page = rest.size > 0 ? `${pathname}?${rest}` : pathname;
  if (!kept.has('redirect') && page !== '/') kept.set('redirect', page);
  return addressOf(kept);
}

/** Remembers an invitation while the person signs in, by any route and in any tab. */
export function saveInvitation(parameters: URLSearchParams): void {
  localStorage.setItem(KEY, parameters.toString());
}

/** Where to continue with the remembered invitation; null if none. */
export function pendingInvitation(): string | null {
  const kept = localStorage.getItem(KEY);
  return kept === null ? null : addressOf(new URLSearchParams(kept));
}

/** The invitation was used or is invalid. */
export function dropInvitation(): void {
  localStorage.removeItem(KEY);
}

/** The code of a link that is used on sign-in; null for invitations that need an answer first, such as to a brand. */
export const codeOf = (parameters: URLSearchParams): string | null =>
  parameters.get('invite_type') === 'ORG_INVITE' ? parameters.get('invite_code') : null;

/** The code to send with the first request of who signed in; null for none. */
export const codeOnSignIn = (): string | null =>
  isConfirming(location.pathname) ? null : codeOf(new URLSearchParams(localStorage.getItem(KEY) ?? ''));

/** The code that went along when the person signed in on this page, until they are welcomed. */
export const arrival: { code: string | null } = { code: null };

/** The platform has had its try with the code: it is sent once, whatever came of it. */
export function codeSent(code: string): void {
  arrival.code = code;
  if (codeOnSignIn() === code) dropInvitation();
}
