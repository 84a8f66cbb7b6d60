/** Where the wholesale marketplace tells of changes. */
export const WHOLESALE_HOOKS = '/webhooks/wholesale';

const PARTS = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A connection's address: it names the organization, so that nobody else's is looked through. */
export const hookPath = (orgId: number, hookId: string): string => `${WHOLESALE_HOOKS}/${orgId}-${hookId}`;

export function readHookId(text: string): { orgId: number; hookId: string } | null {
  const [, orgId, hookId] = PARTS.exec(text) ?? [];
  return orgId === undefined || hookId === undefined ? null : { orgId: Number(orgId), hookId };
}
