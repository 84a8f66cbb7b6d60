import { z } from 'zod';

/** Company types with their fixed ids. */
export const COMPANY_TYPES = {
  UNKNOWN: { id: 0, label: 'Unknown' },
  CULTIVATOR: { id: 1, label: 'Cultivator' },
  PROCESSOR: { id: 2, label: 'Processor' },
  WHOLESALER: { id: 3, label: 'Wholesaler' },
  DISTRIBUTOR: { id: 4, label: 'Distributor' },
  RETAILER: { id: 5, label: 'Retailer' },
  LABORATORY: { id: 6, label: 'Laboratory' },
  SERVICE_PROVIDER: { id: 7, label: 'Service Provider' },
  MICROBUSINESS: { id: 8, label: 'Microbusiness' },
  HEMP: { id: 9, label: 'Hemp' },
} as const;

export type CompanyType = keyof typeof COMPANY_TYPES;
export const CompanyTypeSchema = z.enum(Object.keys(COMPANY_TYPES) as [CompanyType, ...CompanyType[]]);

/** Tracking system statuses of a license, with their labels. */
export const CONNECTION_STATUSES = {
  ONLINE: 'Online',
  OFFLINE: 'Offline',
  SYNCING_HISTORICAL_DATA: 'Syncing Data',
  SYNC_PENDING: 'Sync Pending',
} as const;
export type ConnectionStatus = keyof typeof CONNECTION_STATUSES;
export const ConnectionStatusSchema = z.enum(
  Object.keys(CONNECTION_STATUSES) as [ConnectionStatus, ...ConnectionStatus[]],
);

export type LicenseSync = { syncNotFound: boolean; historicalSyncDone: boolean; active: boolean };

/** Pending without a sync, syncing until the history is loaded, then online while active, else offline. */
export function licenseConnectionStatus(sync: LicenseSync | null): ConnectionStatus {
  if (sync === null || sync.syncNotFound) return 'SYNC_PENDING';
  if (!sync.historicalSyncDone) return 'SYNCING_HISTORICAL_DATA';
  return sync.active ? 'ONLINE' : 'OFFLINE';
}

/** A license's display name: state abbreviation and license number. */
export function licenseDisplayName(license: { licenseNumber: string; state: { ansiAbbrevation: string } }): string {
  return `${license.state.ansiAbbrevation} ${license.licenseNumber}`;
}

/** Plans, lowest first. */
export const PLAN_TYPES = ['FREE', 'PAYG', 'STARTER', 'BASIC', 'ENTERPRISE'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];
export const PlanTypeSchema = z.enum(PLAN_TYPES);

/** Whether a plan is above the one before it. */
export const isUpgrade = (before: PlanType, after: PlanType): boolean =>
  PLAN_TYPES.indexOf(after) > PLAN_TYPES.indexOf(before);

export const PLAN_LABELS: Record<PlanType, string> = {
  FREE: 'Free',
  PAYG: 'Pay-as-you-go',
  STARTER: 'Starter',
  BASIC: 'Premium',
  ENTERPRISE: 'Enterprise',
};

/** Whether a license or brand that was found can be claimed; the first two texts are the documents'. */
export const CLAIM_STATES = {
  AVAILABLE: 'Available!',
  CLAIMED: 'Unavailable - already claimed',
  YOURS: 'Already yours',
} as const;
export type ClaimState = keyof typeof CLAIM_STATES;
export const ClaimStateSchema = z.enum(Object.keys(CLAIM_STATES) as [ClaimState, ...ClaimState[]]);
