import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { carts as cartCalls } from '../../../../domain/carts/contract';
import type { Brand } from '../../../../domain/directory/listing';
import type { BuyerLicense } from '../../../../domain/organization/organization';
import { useCan } from '../../../access/useCan';
import { useSession } from '../../../providers/session';

export type Buying = {
  licenses: readonly BuyerLicense[];
  /** The chosen license, whether or not the brand is sold in its state. */
  license: BuyerLicense | null;
  /** Whether the brand is sold in the license's state. */
  isSoldHere: boolean;
  /** Why nothing can be bought, as a sentence; null when it can. */
  whyNot: string | null;
  /** The buyer's other licenses in states where the brand is sold. */
  others: readonly BuyerLicense[];
  /** Whether only the license is the problem, so another may work. */
  isLicenseAtFault: boolean;
};

/** The license a brand can be bought for, or why not. */
export function useBuying(brand: Brand): Buying {
  const { buyerCompany, buyerLicense } = useSession();
  const denial = useCan().whyNot(cartCalls.upsertItems.requires);
  const licenses = buyerCompany?.buyerLicenses ?? [];
  const state = buyerLicense?.license.state.ansiAbbrevation;
  const isSoldHere = brand.sellers.some(({ usState }) => usState === state);
  const others = licenses.filter(
    (one) =>
      one.id !== buyerLicense?.id && brand.sellers.some(({ usState }) => usState === one.license.state.ansiAbbrevation),
  );
  const isLicenseAtFault = denial === null && buyerLicense !== null && !isSoldHere;
  return { licenses, license: buyerLicense, others, isSoldHere, whyNot: whyNot(), isLicenseAtFault };

  function whyNot(): string | null {
    if (denial) return denial;
    if (!buyerCompany)
      return 'Your organization has no buyer company yet. Someone who manages your organization can add one.';
    if (!buyerLicense) return 'You don’t have a license to buy for. Someone who manages your team can assign you one.';
    if (!isSoldHere)
      return `${brand.name} isn’t sold in ${state}, so you can’t order for ${licenseDisplayName(buyerLicense.license)}.`;
    return null;
  }
}
