import { tracking } from '../../../domain/integrations/contract';
import { licenses as calls } from '../../../domain/licenses/contract';
import { licenseImports } from '../../../domain/licenses/import-contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's licenses, with their tracking system status. */
export const licenses = resourceOf({
  name: 'licenses',
  topics: ['organization', 'integrations'],
  list: calls.search,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
  changedBy: [
    calls.claim,
    licenseImports.apply,
    tracking.startLicenseSync,
    tracking.stopLicenseSync,
    tracking.removeKey,
  ],
});
