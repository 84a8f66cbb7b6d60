import { z } from 'zod';
import { currentSubject } from '../call/tokens';
import { readStored } from '../stored';

const ids = z.array(z.number()).readonly().default([]);

const Chosen = z.object({
  sellerCompanyId: z.number().nullable().default(null),
  buyerCompanyId: z.number().nullable().default(null),
  buyerLicenseId: z.number().nullable().default(null),
  inventory: z
    .object({ usState: z.string().nullable().default(null), licenseIds: ids, brandIds: ids })
    .catch({ usState: null, licenseIds: [], brandIds: [] }),
});
/** A person's choices within one organization; null where nothing was chosen. */
export type Chosen = z.infer<typeof Chosen>;

const Memory = z.object({
  orgId: z.number().nullable().default(null),
  byOrg: z.record(z.string(), Chosen).default({}),
});
type Memory = z.infer<typeof Memory>;

export const nothingChosen: Chosen = {
  sellerCompanyId: null,
  buyerCompanyId: null,
  buyerLicenseId: null,
  inventory: { usState: null, licenseIds: [], brandIds: [] },
};

const key = () => `verdant.context.${currentSubject()}`;

const readFrom = (store: Parameters<typeof readStored>[0]): Memory | null => readStored(store, key(), Memory);

/** The signed-in person's last choices: in this tab, else in any. */
export function recall(): Memory {
  return readFrom('sessionStorage') ?? readFrom('localStorage') ?? { orgId: null, byOrg: {} };
}

/** Stores it for this tab and future ones; other open tabs keep theirs. */
export function remember(orgId: number, chosen: Chosen): void {
  const { byOrg } = recall();
  const memory = JSON.stringify({ orgId, byOrg: { ...byOrg, [orgId]: chosen } } satisfies Memory);
  sessionStorage.setItem(key(), memory);
  localStorage.setItem(key(), memory);
}
