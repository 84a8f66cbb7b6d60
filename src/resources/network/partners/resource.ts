import { directory } from '../../../../domain/directory/contract';
import { partners as calls } from '../../../../domain/network/partners-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Partners of the organization's brands, and who asks to be one. */
export const brandPartners = resourceOf({
  name: 'brand-partners',
  topics: ['network'],
  list: calls.list,
  create: calls.grant,
  update: calls.update,
  remove: calls.remove,
});

/** Brands of others that the organization works with, and its requests. */
export const partnerBrands = resourceOf({
  name: 'partner-brands',
  topics: ['network'],
  list: calls.list,
  create: calls.request,
  remove: calls.remove,
});

/** Organizations and brands by name, in the whole directory. */
export const directoryMatches = resourceOf({ name: 'partner-matches', list: directory.autocomplete });
