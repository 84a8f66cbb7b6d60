import type { Organization } from '../organization/organization';

/** What somebody chose to see of the inventory; null where the organization's state counts. */
export type InventoryChoice = {
  usState: string | null;
  licenseIds: readonly number[];
  brandIds: readonly number[];
};

type Named = { id: number; name: string };
type Brands = { brands: readonly Named[]; partnerBrands: readonly Named[] };

/** The brands items can be assigned to: one's own, and those one is a partner of. */
export const itemBrands = ({ brands, partnerBrands }: Brands): Named[] => [...brands, ...partnerBrands];

/** What a person sees of their organization, as far as the inventory goes. */
export type InventoryOf = Pick<Organization, 'defaultState' | 'licenses'> & Brands;

/**
 * The inventory somebody sees: the state they chose, else the organization's, else the first that one of their licenses is
 * in; null if there is none at all. Licenses and brands are those chosen that are still theirs to see; none means all.
 */
export function inventoryContext(organization: InventoryOf, chosen: InventoryChoice) {
  const { defaultState, licenses } = organization;
  const states = [...new Set(licenses.map(({ state }) => state.ansiAbbrevation))].sort();
  const wanted = [chosen.usState, defaultState].find((state) => state !== null && states.includes(state));
  const usState = wanted ?? states[0] ?? (defaultState || null);
  const ofState = licenses
    .filter(({ state }) => state.ansiAbbrevation === usState)
    .sort((a, b) => a.licenseNumber.localeCompare(b.licenseNumber));
  const brands = itemBrands(organization).sort((a, b) => a.name.localeCompare(b.name));
  const licenseIds = chosen.licenseIds.filter((id) => ofState.some((license) => license.id === id));
  const brandIds = chosen.brandIds.filter((id) => brands.some((brand) => brand.id === id));
  return {
    usState,
    states,
    licenses: ofState,
    brands,
    licenseIds,
    brandIds,
    /** What was chosen and can't be seen anymore. */
    isLost:
      licenseIds.length < chosen.licenseIds.length ||
      brandIds.length < chosen.brandIds.length ||
      (chosen.usState !== null && chosen.usState !== usState),
  };
}

export type InventoryContext = ReturnType<typeof inventoryContext>;

/** Whether a choice narrows a state's inventory: without it, a list of it begins without filters. */
export const isNarrowed = ({ licenseIds, brandIds }: Pick<InventoryChoice, 'licenseIds' | 'brandIds'>): boolean =>
  licenseIds.length > 0 || brandIds.length > 0;

/** The licenses and brands as calls take them; only what was chosen is sent. */
export const narrowing = ({ licenseIds, brandIds }: Pick<InventoryChoice, 'licenseIds' | 'brandIds'>) => ({
  ...(licenseIds.length > 0 && { licenseIds: [...licenseIds] }),
  ...(brandIds.length > 0 && { brandIds: [...brandIds] }),
});

/** The licenses whose held items are assigned together: those chosen, or the only one there is. */
export const licensesToAssign = ({
  licenseIds,
  licenses,
}: Pick<InventoryContext, 'licenseIds' | 'licenses'>): number[] =>
  licenseIds.length === 0 && licenses.length === 1 ? licenses.map(({ id }) => id) : [...licenseIds];

/**
 * The choice that a link's licenses and brands ask for: in the state of the first license one sees, else in the one at
 * hand.
 */
export function choiceOf(
  organization: InventoryOf,
  now: InventoryChoice,
  asked: { licenseIds?: readonly number[] | undefined; brandIds?: readonly number[] | undefined },
): InventoryChoice {
  const first = organization.licenses.find(({ id }) => asked.licenseIds?.includes(id));
  const usState = first?.state.ansiAbbrevation ?? inventoryContext(organization, now).usState;
  return { usState, licenseIds: asked.licenseIds ?? [], brandIds: asked.brandIds ?? [] };
}
