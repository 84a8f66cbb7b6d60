import { tracking, wholesale } from '../../domain/integrations/contract';
import { implement } from '../implement';
import { listLicenseSyncs } from './license-syncs';
import { startLicenseSync } from './start-license-sync';
import { stopLicenseSync } from './stop-license-sync';
import { listTrackingKeys, removeTrackingKey, saveTrackingKey } from './tracking-keys';
import { connectWholesale, disableWholesale, listWholesaleSyncs } from './wholesale-syncs';

export const integrationRoutes = [
  implement(tracking)({
    licenseSyncs: listLicenseSyncs,
    startLicenseSync,
    stopLicenseSync,
    keys: listTrackingKeys,
    saveKey: saveTrackingKey,
    removeKey: removeTrackingKey,
  }),
  implement(wholesale)({ syncs: listWholesaleSyncs, connect: connectWholesale, disable: disableWholesale }),
];
