import { buyerCompanies as calls } from '../../../../domain/organization/company-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** The organization's buyer companies, with the licenses the reader may buy for. */
export const buyerCompanies = resourceOf({
  name: 'buyer-companies',
  topics: ['organization', 'access'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
});
