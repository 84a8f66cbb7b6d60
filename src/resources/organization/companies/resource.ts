import { companies as calls, companyNotifications } from '../../../../domain/organization/company-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** The organization's seller companies. */
export const companies = resourceOf({
  name: 'companies',
  topics: ['organization', 'integrations'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

/** Who is emailed about what at a company, by the company's id. */
export const notificationSettings = resourceOf({
  name: 'company-notifications',
  topics: ['organization', 'access'],
  one: companyNotifications.get,
  update: companyNotifications.update,
});
