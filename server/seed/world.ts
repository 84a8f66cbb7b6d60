import * as schema from '../db/schema';
import type { Row } from './copy';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

/** Tables filled before the orders, each before those that reference it. */
export const FOUNDATION = {
  users: schema.users,
  credentials: schema.credentials,
  connections: schema.connections,
  userBlocks: schema.userBlocks,
  organizations: schema.organizations,
  organizationFlags: schema.organizationFlags,
  roles: schema.roles,
  licenses: schema.licenses,
  companies: schema.companies,
  companyPaymentOptions: schema.companyPaymentOptions,
  buyerCompanies: schema.buyerCompanies,
  buyerLicenses: schema.buyerLicenses,
  brands: schema.brands,
  brandImages: schema.brandImages,
  orgUsers: schema.orgUsers,
  brandSuggestions: schema.brandSuggestions,
  brandInvites: schema.brandInvites,
  partnerBrands: schema.partnerBrands,
  sharedBrands: schema.sharedBrands,
  companyAddresses: schema.companyAddresses,
  companyNotifications: schema.companyNotifications,
  companyInvites: schema.companyInvites,
  distributorMappings: schema.distributorMappings,
  chatChannels: schema.chatChannels,
  chatMembers: schema.chatMembers,
  orgChannels: schema.orgChannels,
  orgChannelMembers: schema.orgChannelMembers,
  channelInvites: schema.channelInvites,
  sandboxChatUsers: schema.sandboxChatUsers,
  sandboxChatChannels: schema.sandboxChatChannels,
  sandboxChatMembers: schema.sandboxChatMembers,
  sandboxChatMessages: schema.sandboxChatMessages,
  sandboxChatReactions: schema.sandboxChatReactions,
  customerServiceZones: schema.customerServiceZones,
  serviceZoneAreas: schema.serviceZoneAreas,
  customerStatuses: schema.customerStatuses,
  customers: schema.customers,
  customerManagers: schema.customerManagers,
  licenseSyncs: schema.licenseSyncs,
  trackingReads: schema.trackingReads,
  trackingRecords: schema.trackingRecords,
  trackingKeys: schema.trackingKeys,
  wholesaleSyncs: schema.wholesaleSyncs,
  subscriptions: schema.subscriptions,
  sandboxCustomers: schema.sandboxCustomers,
  sandboxSubscriptions: schema.sandboxSubscriptions,
  sandboxRecords: schema.sandboxRecords,
  strains: schema.strains,
  productLines: schema.productLines,
  products: schema.products,
  productImages: schema.productImages,
  trackingItems: schema.trackingItems,
  productItems: schema.productItems,
  transfers: schema.transfers,
  transferPackages: schema.transferPackages,
  intakePackages: schema.intakePackages,
  intakeTodos: schema.intakeTodos,
  harvests: schema.harvests,
  harvestPlants: schema.harvestPlants,
  harvestWaste: schema.harvestWaste,
  marketPeople: schema.marketPeople,
  marketOpens: schema.marketOpens,
  priceSchedules: schema.priceSchedules,
  priceScheduleCustomers: schema.priceScheduleCustomers,
  priceScheduleProductRules: schema.priceScheduleProductRules,
  priceScheduleLineRules: schema.priceScheduleLineRules,
  offers: schema.offers,
  dealBids: schema.dealBids,
  dealBidVersions: schema.dealBidVersions,
  roadmapEntries: schema.roadmapEntries,
  roadmapSupporters: schema.roadmapSupporters,
  roadmapUpdates: schema.roadmapUpdates,
  savedSearches: schema.savedSearches,
  directoryLists: schema.directoryLists,
  directoryListEntries: schema.directoryListEntries,
  reportMailings: schema.reportMailings,
  reportMailingRecipients: schema.reportMailingRecipients,
  apiKeys: schema.apiKeys,
  apiKeyUses: schema.apiKeyUses,
  eventStreams: schema.eventStreams,
  eventSubjects: schema.eventSubjects,
  events: schema.events,
  webhookEndpoints: schema.webhookEndpoints,
  webhookDeliveries: schema.webhookDeliveries,
  webhookAttempts: schema.webhookAttempts,
} as const;

export type FoundationTable = keyof typeof FOUNDATION;
export type Rows = { [Name in FoundationTable]: Row<(typeof FOUNDATION)[Name]>[] };

/** The demo's rows, being built. */
export type World = {
  readonly now: Date;
  readonly rows: Rows;
};

export function newWorld(now: Date): World {
  const rows = Object.fromEntries(Object.keys(FOUNDATION).map((name) => [name, []])) as unknown as Rows;
  return { now, rows };
}

/** A table's next id. */
export const nextId = (rows: readonly unknown[]): number => rows.length + 1;

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** An instant's calendar day, in UTC. */
export const dayOf = (instant: Date | number): string => new Date(instant).toISOString().slice(0, 10);
