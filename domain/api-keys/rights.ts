import { FEATURE_IDS, type FeatureMap, isInPerson } from '../access/features';
import { type Membership, seesEverything } from '../access/roles';

/** What an API key allows; no companies, licenses or brands means all that its maker sees. */
export type KeyRights = {
  features: FeatureMap;
  companyIds: readonly number[];
  licenseIds: readonly number[];
  brandIds: readonly number[];
};

/** All that an organization has, removed ones too, and the brands it is a partner of. */
export type Holdings = {
  companyIds: readonly number[];
  licenses: readonly { id: number; usState: string }[];
  brandIds: readonly number[];
};

/** Whether a key sees less than its maker. */
export const isLimited = ({ companyIds, licenseIds, brandIds }: Omit<KeyRights, 'features'>): boolean =>
  companyIds.length + licenseIds.length + brandIds.length > 0;

/** The permissions that both the maker's role and the key have, but for those of people alone. */
function featuresOfKey(maker: FeatureMap, key: FeatureMap): FeatureMap {
  const both = FEATURE_IDS.filter((id) => !isInPerson(id)).map((id) => {
    const read = (maker[id]?.read && key[id]?.read) ?? false;
    return [id, { read, write: (read && maker[id]?.write && key[id]?.write) ?? false }] as const;
  });
  return Object.fromEntries(both.filter(([, { read }]) => read));
}

/**
 * The membership that an application has: its maker's of now, with the permissions both have, and what both see. It is never
 * an owner's or admin's. `holdings` are needed of a limited key alone.
 */
export function membershipOfKey(maker: Membership, key: KeyRights, holdings: Holdings | null): Membership {
  const { role } = maker;
  const seesAll = seesEverything(maker);
  const narrowed = {
    ...role,
    features: featuresOfKey(role.features, key.features),
    isOwner: false,
    defaultRoleId: seesAll ? ('USER' as const) : null,
    isDefault: seesAll,
  };
  if (!isLimited(key)) return { ...maker, role: narrowed };
  if (!holdings) throw new Error('A limited key needs to know what its organization has');
  const within = (own: readonly number[], all: readonly number[], limit: readonly number[]) => {
    const seen = seesAll ? all : own;
    return limit.length > 0 ? seen.filter((id) => limit.includes(id)) : [...seen];
  };
  const licenseIds = within(
    maker.licenseIds,
    holdings.licenses.map(({ id }) => id),
    key.licenseIds,
  );
  const states = holdings.licenses.flatMap(({ id, usState }) => (licenseIds.includes(id) ? [usState] : []));
  return {
    ...maker,
    role: { ...narrowed, defaultRoleId: null, isDefault: false },
    licenseIds,
    brandIds: within(maker.brandIds, holdings.brandIds, key.brandIds),
    companyIds: within(maker.companyIds, holdings.companyIds, key.companyIds),
    states: [...new Set(states)].sort().filter((state) => maker.states.includes(state)),
  };
}
