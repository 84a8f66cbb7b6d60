import { tracking, wholesale } from '../../domain/integrations/contract';
import { implement } from '../implement';
import { listLicenseLists, listLicenseSyncs } from './tracking/list-license-syncs';
import { startLicenseSync } from './tracking/start-license-sync';
import { stopLicenseSync } from './tracking/stop-license-sync';
import { listTrackingKeys, removeTrackingKey, saveTrackingKey } from './tracking/tracking-keys';
import { connectWholesale, disableWholesale, listWholesaleSyncs } from './wholesale/wholesale-syncs';

export const integrationRoutes = [
  implement(tracking)({
    licenseSyncs: listLicenseSyncs,
    licenseLists: listLicenseLists,
    startLicenseSync,
    stopLicenseSync,
    keys: listTrackingKeys,
    saveKey: saveTrackingKey,
    removeKey: removeTrackingKey,
  }),
  implement(wholesale)({ syncs: listWholesaleSyncs, connect: connectWholesale, disable: disableWholesale }),
];
