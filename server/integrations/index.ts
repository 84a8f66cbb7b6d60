import type { Config } from '../config';
import type { Db } from '../db/client';
import type { Log } from '../log';
import { type TrackingSystem, trackingOverHttp } from './tracking-system';
import { openVault, type Vault } from './vault';
import { type WholesaleMarketplace, wholesaleOverHttp } from './wholesale-marketplace';

/** The third parties an organization connects, and the vault of their keys. */
export interface Integrations {
  vault: Vault;
  tracking: TrackingSystem;
  wholesale: WholesaleMarketplace;
}

type Settings = Pick<Config, 'tracking' | 'wholesale' | 'credentialsKey'>;

export function openIntegrations({ tracking, wholesale, credentialsKey }: Settings, db: Db, log: Log): Integrations {
  return {
    vault: openVault(credentialsKey),
    tracking: trackingOverHttp(tracking, db, log),
    wholesale: wholesaleOverHttp(wholesale, db, log),
  };
}
