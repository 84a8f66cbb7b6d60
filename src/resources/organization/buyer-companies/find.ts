import { finds } from '../../../../domain/search-text';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { BUYER_COMPANIES, nameOf } from './buyer-company.text';
import { buyerCompanies } from './resource';

export const findBuyerCompanies: Finds = async (text, scope, options) => {
  const { results } = await readList(buyerCompanies, {}, scope, options);
  return results
    .filter((company) => finds(text)(nameOf(company)))
    .map((company) => ({ path: `${BUYER_COMPANIES}/${company.id}`, label: nameOf(company), hint: 'Buyer company' }));
};
