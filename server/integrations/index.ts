import type { Config } from '../config';
import type { Db } from '../db/client';
import type { Log } from '../log';
import { openCredentialEncryption, type Vault } from './credential-encryption';
import { type TrackingSystem, trackingOverHttp } from './tracking/tracking-system';
import { type WholesaleMarketplace, wholesaleOverHttp } from './wholesale/wholesale-marketplace';

/** The third parties an organization connects, and the vault of their keys. */
export interface Integrations {
  vault: Vault;
  tracking: TrackingSystem;
  wholesale: WholesaleMarketplace;
}

type Settings = Pick<Config, 'tracking' | 'wholesale' | 'credentialsKey' | 'olderCredentialsKeys'>;

export function openIntegrations(config: Settings, db: Db, log: Log): Integrations {
  const { tracking, wholesale, credentialsKey, olderCredentialsKeys } = config;
  return {
    vault: openCredentialEncryption(credentialsKey, olderCredentialsKeys),
    tracking: trackingOverHttp(tracking, db, log),
    wholesale: wholesaleOverHttp(wholesale, db, log),
  };
}
