import { tracking, wholesale } from '../../../domain/integrations/contract';
import { licenses } from '../../../domain/licenses/contract';
import { resourceOf } from '../../providers/refine/resource';

/** Each license's tracking system status. */
export const licenseSyncs = resourceOf({
  name: 'license-syncs',
  topics: ['organization', 'integrations'],
  list: tracking.licenseSyncs,
  create: tracking.startLicenseSync,
  changedBy: [tracking.removeKey, tracking.stopLicenseSync, licenses.create, licenses.claim],
});

/** Wholesale marketplace connections, by state; deleting one disconnects it. */
export const wholesaleSyncs = resourceOf({
  name: 'wholesale-syncs',
  topics: ['integrations'],
  list: wholesale.syncs,
  create: wholesale.connect,
  remove: wholesale.disable,
});
