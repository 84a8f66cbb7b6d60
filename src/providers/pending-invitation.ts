const KEY = 'verdant.invitation';

/** Where an invitation is answered, with what its link said. */
const addressOf = (parameters: URLSearchParams): string => `/accept-invite?${parameters}`;

/** Keeps the invitation that brought somebody here while they sign in, by whatever way and in whatever tab. */
export function saveInvitation(parameters: URLSearchParams): void {
  localStorage.setItem(KEY, parameters.toString());
}

/** Where to go on with the invitation kept; null when none is. */
export function pendingInvitation(): string | null {
  const kept = localStorage.getItem(KEY);
  return kept === null ? null : addressOf(new URLSearchParams(kept));
}

/** It was used, or is of no use. */
export function dropInvitation(): void {
  localStorage.removeItem(KEY);
}
