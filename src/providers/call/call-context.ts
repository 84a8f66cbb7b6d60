/** Whose data a call reads, as part of its cache key. */
export type Scope = {
  orgId: number;
  sellerCompanyId: number | null;
  buyerCompanyId: number | null;
  buyerLicenseId: number | null;
};

/** The organization calls are made for, and a signal that fires when it changes. */
export type CallContext = { orgId: number | null; signal: AbortSignal };

let orgId: number | null = null;
let leaving = new AbortController();

export function callContext(): CallContext {
  return { orgId, signal: leaving.signal };
}

let subject: string | null = null;

/** The person this tab shows, whom alone its calls may be made as; null while nobody's session is loaded. */
export const shownSubject = (): string | null => subject;

/** Makes calls as this person from now on. */
export function callAs(next: string | null): void {
  subject = next;
}

/** Makes calls for this organization from now on; pending replies for the previous one are dropped. */
export function enterOrganization(next: number | null): void {
  if (next === orgId) return;
  orgId = next;
  leaveContext();
}

/** Drops every pending reply, as when the current company changes. */
export function leaveContext(): void {
  leaving.abort(new DOMException('The organization was switched', 'AbortError'));
  leaving = new AbortController();
}
