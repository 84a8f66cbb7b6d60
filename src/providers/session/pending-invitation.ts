import { INVITE_CODE_LENGTH } from '../../../domain/team/invitation';

const KEY = 'verdant.invitation';
const ACCEPT = '/accept-invite';
const PAGES: readonly string[] = [ACCEPT, '/accept'];
const PARAMETERS = ['invite_code', 'invite_type', 'invited_email', 'redirect'];

/** Where to accept an invitation, with the parameters of its link. */
const addressOf = (parameters: URLSearchParams): string => `${ACCEPT}?${parameters}`;

/** Where an address with an invitation's code leads, whatever page it names; null without one. */
export function invitationIn({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | null {
  const given = new URLSearchParams(search);
  if (!given.has('invite_code') || PAGES.includes(pathname)) return null;
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

/** Remembers the invitation of a page that sign-in leads back to, in whatever browser. */
export function saveInvitationOf(path: string): void {
  const { pathname, searchParams } = new URL(path, location.origin);
  if (PAGES.includes(pathname) && isUsedOnSignIn(searchParams)) saveInvitation(searchParams);
}

/** Others, such as to a brand, need an answer first. */
function isUsedOnSignIn(parameters: URLSearchParams): boolean {
  return parameters.get('invite_type') === 'ORG_INVITE' && parameters.get('invite_code')?.length === INVITE_CODE_LENGTH;
}

let used: string | null = null;

/** The code to send with the first request of who signed in; null for none. */
export function codeOnSignIn(): string | null {
  const parameters = new URLSearchParams(localStorage.getItem(KEY) ?? '');
  return isUsedOnSignIn(parameters) ? parameters.get('invite_code') : null;
}

/** The platform has had its try with the code: it is sent once, whatever came of it. */
export function codeSent(code: string): void {
  used = code;
  if (codeOnSignIn() === code) dropInvitation();
}

/** Whether the code went along when the person signed in on this page, and nobody welcomed them yet. */
export const cameWith = (code: string): boolean => used === code;

export function forgetCode(): void {
  used = null;
}
