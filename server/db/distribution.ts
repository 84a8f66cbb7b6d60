import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema';

/** Small tables that every organization reads: a cluster keeps a copy of each on every machine. */
const SHARED: readonly PgTable[] = [
  schema.organizations,
  schema.organizationFlags,
  schema.users,
  schema.connections,
  schema.userBlocks,
  schema.networkChannels,
  schema.orgChannels,
  schema.orgChannelMembers,
  schema.channelInvites,
  schema.roles,
  schema.orgUsers,
  schema.licenses,
  schema.registeredLicenses,
  schema.registerImports,
  schema.registerImportRows,
  schema.companies,
  schema.companyPaymentOptions,
  schema.companyOrderTerms,
  schema.buyerCompanies,
  schema.buyerLicenses,
  schema.buyerCompanyApprovals,
  schema.brands,
  schema.brandImages,
  schema.brandSuggestions,
  schema.brandInvites,
  schema.siteFlags,
  schema.subscriptions,
  schema.hostedPages,
  // Found by its own characters, before the organization is known; changed rarely, as its uses are a tenant's.
  schema.apiKeys,
];

/**
 * Tables that one machine keeps: sign-in, keys of calls, limits, what stand-ins remember, and the roadmap, which people of all
 * organizations vote on and no tenant's statement reads.
 */
const LOCAL: readonly PgTable[] = [
  schema.installation,
  schema.credentials,
  schema.signInAttempts,
  schema.mailCodes,
  schema.licenseCodes,
  schema.licenseProofs,
  schema.licenseDisputes,
  schema.licenseDisputeLog,
  schema.oidcPayloads,
  schema.signingKeys,
  schema.mailbox,
  schema.idempotencyKeys,
  schema.idempotencySteps,
  schema.callCounts,
  schema.callTurns,
  schema.notificationGroups,
  schema.notifications,
  schema.notificationSettings,
  schema.heldLetters,
  schema.chatMentions,
  schema.failedJobs,
  schema.usagePeople,
  schema.usageOrganizations,
  schema.usageEvents,
  schema.recordings,
  schema.recordingChunks,
  schema.recordingViews,
  schema.roadmapEntries,
  schema.roadmapSupporters,
  schema.roadmapUpdates,
  schema.sandboxCustomers,
  schema.sandboxSubscriptions,
  schema.sandboxPages,
  schema.sandboxRecords,
  schema.sandboxEntities,
  schema.sandboxPackages,
  schema.sandboxPlants,
  schema.sandboxHarvests,
  schema.sandboxWaste,
  schema.sandboxChatApp,
  schema.sandboxChatUsers,
  schema.sandboxChatSockets,
  schema.sandboxChatChannels,
  schema.sandboxChatMembers,
  schema.sandboxChatMessages,
  schema.sandboxChatReactions,
  schema.sandboxChatFiles,
];

const names = (tables: readonly PgTable[]): ReadonlySet<string> => new Set(tables.map((table) => getTableName(table)));

/**
 * Which tables are copied to every machine of a cluster, which stay on one, and which are distributed by `org_id`: the
 * tenants', which are all the others.
 */
export const DISTRIBUTION = (() => {
  const shared = names(SHARED);
  const local = names(LOCAL);
  const all = names(Object.values<unknown>(schema).filter((one) => is(one, PgTable)));
  const tenant: ReadonlySet<string> = new Set([...all].filter((name) => !shared.has(name) && !local.has(name)));
  return { shared, local, tenant };
})();
