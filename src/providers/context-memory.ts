import { z } from 'zod';

const Chosen = z.object({
  sellerCompanyId: z.number().nullable().default(null),
  buyerCompanyId: z.number().nullable().default(null),
  buyerLicenceId: z.number().nullable().default(null),
});
/** What a person works for within one organisation; null where nothing was chosen. */
export type Chosen = z.infer<typeof Chosen>;

const Memory = z.object({
  orgId: z.number().nullable().default(null),
  byOrg: z.record(z.string(), Chosen).default({}),
});
type Memory = z.infer<typeof Memory>;

export const nothingChosen: Chosen = { sellerCompanyId: null, buyerCompanyId: null, buyerLicenceId: null };

const keyOf = (userId: string) => `verdant.context.${userId}`;

function readFrom(store: Storage, userId: string): Memory | null {
  try {
    return Memory.parse(JSON.parse(store.getItem(keyOf(userId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** What the person last worked for: in this tab, else in any. */
export function recall(userId: string): Memory {
  return readFrom(sessionStorage, userId) ?? readFrom(localStorage, userId) ?? { orgId: null, byOrg: {} };
}

/** Keeps it for this tab and for tabs still to come; tabs that are open keep their own. */
export function remember(userId: string, orgId: number, chosen: Chosen): void {
  const { byOrg } = recall(userId);
  const memory = JSON.stringify({ orgId, byOrg: { ...byOrg, [orgId]: chosen } } satisfies Memory);
  sessionStorage.setItem(keyOf(userId), memory);
  localStorage.setItem(keyOf(userId), memory);
}
