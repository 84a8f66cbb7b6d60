/** For whom a resource is asked: part of what makes two replies different. */
export type Scope = {
  orgId: number;
  sellerCompanyId: number | null;
  buyerCompanyId: number | null;
  buyerLicenseId: number | null;
};

/** For whom calls are made: the organization, and a signal that fires when it is left for another. */
export type CallContext = { orgId: number | null; signal: AbortSignal };

let orgId: number | null = null;
let leaving = new AbortController();

export function callContext(): CallContext {
  return { orgId, signal: leaving.signal };
}

/** From now on calls are made for this organization; replies still under way for the former one are dropped. */
export function enterOrganization(next: number | null): void {
  if (next === orgId) return;
  orgId = next;
  leaveContext();
}

/** Drops every reply under way, as when the company worked for changes. */
export function leaveContext(): void {
  leaving.abort(new DOMException('The organization was switched', 'AbortError'));
  leaving = new AbortController();
}
