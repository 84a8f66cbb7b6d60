import { write } from '../../domain/access/ability';
import type { Brand } from '../../domain/directory/listing';
import type { BuyerLicence } from '../../domain/organisation/organisation';
import { licenceDisplayName } from '../../domain/organisation/vocabulary';
import { useCan } from '../access/useCan';
import { useSession } from '../providers/session';

export type Buying = {
  licences: readonly BuyerLicence[];
  /** The one bought for, whether or not the brand is sold in its state. */
  licence: BuyerLicence | null;
  /** Whether the brand is sold where that licence is. */
  isSoldHere: boolean;
  /** Why nothing can be bought, in a sentence; null when it can. */
  whyNot: string | null;
  /** Whether it is the licence alone that stands in the way, so that another one may do. */
  isLicenceAtFault: boolean;
};

/** For which licence a brand can be bought, or why not. */
export function useBuying(brand: Brand): Buying {
  const { buyerCompany, buyerLicence } = useSession();
  const denial = useCan().whyNot(write('PURCHASE_ORDERS'));
  const licences = buyerCompany?.buyerLicenses ?? [];
  const state = buyerLicence?.license.state.ansiAbbrevation;
  const isSoldHere = brand.sellers.some(({ usState }) => usState === state);
  const isLicenceAtFault = denial === null && buyerLicence !== null && !isSoldHere;
  return { licences, licence: buyerLicence, isSoldHere, whyNot: whyNot(), isLicenceAtFault };

  function whyNot(): string | null {
    if (denial) return denial;
    if (!buyerCompany) return 'Your organization has no buyer company yet. Someone who manages it can add one.';
    if (!buyerLicence)
      return 'Your buyer company has no license you may buy for. Someone who manages licenses can assign one to you.';
    if (!isSoldHere)
      return `${brand.name} is not sold in ${state}, where ${licenceDisplayName(buyerLicence.license)} is.`;
    return null;
  }
}
