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
