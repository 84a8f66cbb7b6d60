import { tracking, wholesale } from '../../domain/integrations/contract';
import { implement } from '../http/implement';
import { listLicenceSyncs } from './licence-syncs';
import { startLicenceSync } from './start-licence-sync';
import { keepTrackingKey, listTrackingKeys, removeTrackingKey } from './tracking-keys';
import { connectWholesale, disableWholesale, listWholesaleSyncs } from './wholesale-syncs';

export const integrationRoutes = [
  implement(tracking)({
    licenceSyncs: listLicenceSyncs,
    startLicenceSync,
    keys: listTrackingKeys,
    keepKey: keepTrackingKey,
    removeKey: removeTrackingKey,
  }),
  implement(wholesale)({ syncs: listWholesaleSyncs, connect: connectWholesale, disable: disableWholesale }),
];
