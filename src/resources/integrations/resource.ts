import { tracking, wholesale } from '../../../domain/integrations/contract';
import { resourceOf } from '../../providers/resource';

/** How each license stands with the tracking system. */
export const licenseSyncs = resourceOf({
  name: 'license-syncs',
  topics: ['organization'],
  list: tracking.licenseSyncs,
  create: tracking.startLicenseSync,
  changedBy: [tracking.removeKey],
});

/** The links to the wholesale marketplace, by state; deleting one ends it. */
export const wholesaleSyncs = resourceOf({
  name: 'wholesale-syncs',
  topics: ['integrations'],
  list: wholesale.syncs,
  create: wholesale.connect,
  remove: wholesale.disable,
});
