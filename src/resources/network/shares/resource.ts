import { autoSharing, sharedBrands as calls } from '../../../../domain/network/shares-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Shares and requests of a brand, or at a license. */
export const shares = resourceOf({
  name: 'shared-brands',
  topics: ['network', 'packages'],
  list: calls.list,
  create: calls.create,
  remove: calls.remove,
});

/** What could be shared at a license, or asked for of a brand. */
export const candidates = resourceOf({ name: 'share-candidates', topics: ['network'], list: calls.candidates });

/** The organization’s licenses with what is shared there; switching one is sharing by itself. */
export const licenseShares = resourceOf({
  name: 'sharing',
  topics: ['network', 'organization'],
  list: calls.summaries,
  update: autoSharing.enable,
});

/** The organization’s brands with where they are shared. */
export const brandShares = resourceOf({
  name: 'brand-shares',
  topics: ['network', 'organization'],
  list: calls.brandSummaries,
});
