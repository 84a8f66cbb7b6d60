const KEY = 'verdant.invitation';

/** Where to accept an invitation, with the parameters of its link. */
const addressOf = (parameters: URLSearchParams): string => `/accept-invite?${parameters}`;

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
