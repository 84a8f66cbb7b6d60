import { accounting } from '../../../domain/accounting/connection-contract';
import { tracking, wholesale } from '../../../domain/integrations/contract';
import { resourceOf } from '../../providers/refine/resource';

/** Each license's tracking system status. */
export const licenseSyncs = resourceOf({
  name: 'license-syncs',
  topics: ['organization', 'integrations'],
  list: tracking.licenseSyncs,
  create: tracking.startLicenseSync,
});

/** Wholesale marketplace connections, by state; deleting one disconnects it. */
export const wholesaleSyncs = resourceOf({
  name: 'wholesale-syncs',
  topics: ['integrations'],
  list: wholesale.syncs,
  create: wholesale.connect,
  remove: wholesale.disable,
});

/** A company's books, by the company's id; deleting a connection disconnects it. */
export const companyBooks = resourceOf({
  name: 'company-books',
  topics: ['integrations'],
  one: accounting.get,
  update: accounting.update,
  remove: accounting.disconnect,
});
