import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import { licenseConnectionStatus } from '../../domain/access/vocabulary';
import { notFound } from '../../domain/errors';
import type { licenses as contract } from '../../domain/licenses/contract';
import { type LicenseProfile, type LicenseRow, withoutContact } from '../../domain/licenses/license';
import type { Db } from '../db/client';
import { forReader, isOneOf, readerOrg } from '../db/page';
import { licenses } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { toLicense } from '../organization/read-companies';

const EITHER = [true, false];
const FLAGS = EITHER.flatMap((syncNotFound) =>
  EITHER.flatMap((historicalSyncDone) => EITHER.map((active) => ({ syncNotFound, historicalSyncDone, active }))),
);

/** A license's connection status, as the domain derives it from its three flags. */
export const CONNECTION_STATUS: SQL = sql`case (licenses.sync_not_found, licenses.historical_sync_done, licenses.sync_active)
  ${sql.raw(
    FLAGS.map((flags) => `when (${Object.values(flags).join(', ')}) then '${licenseConnectionStatus(flags)}'`).join(
      '\n  ',
    ),
  )} end`;

/** The columns of a grid row. A person's own key is theirs only while they are in the organization. */
export const COLUMNS = sql`
    licenses.id, licenses.org_id as "orgId", licenses.license_number as "licenseNumber", licenses.name, licenses.dba,
    licenses.licensee_name as "licenseeName", licenses.license_type as "licenseType", licenses.us_state as "usState",
    licenses.address_line_one as "addressLineOne", licenses.city, licenses.postal_code as "postalCode",
    licenses.phone, licenses.expires_on as "expiresOn", licenses.checked_at as "checkedAt",
    licenses.checked_from as "checkedFrom", licenses.stated_status as "statedStatus",
    licenses.proven_by as "provenBy", licenses.proven_at as "provenAt", licenses.is_public as "isPublic", licenses.sync_not_found as "syncNotFound",
    licenses.historical_sync_done as "historicalSyncDone", licenses.sync_active as "syncActive", licenses.version,
    (select json_build_object(
              'keyLastFour', coalesce(sync.last_four, own.last_four),
              'keyOwner', case when own.last_four is null then null else person.first_name || ' ' || person.last_name end,
              'checked', sync.checked_at, 'problem', sync.problem,
              'isReading', sync.round_began_at is not null, 'compared', sync.compared_at,
              'recordsRead', (select coalesce(sum(done.records), 0) from tracking_reads done
                               where done.org_id = ${readerOrg} and done.license_id = sync.license_id))
       from license_syncs sync
       left join org_users keeper on keeper.id = sync.org_user_id and keeper.status = 'ACTIVE'
       left join users person on person.id = keeper.user_id
       left join tracking_keys own on own.org_id = ${readerOrg} and own.org_user_id = keeper.id
                                  and own.us_state = licenses.us_state
      where sync.org_id = ${readerOrg} and sync.license_id = licenses.id) as sync`;

type Sync = { keyLastFour: string | null; keyOwner: string | null; checked: string | null; problem: string | null } & {
  isReading: boolean;
  recordsRead: number;
  compared: string | null;
};

/** A license as read from the database; its `sync` is null before the first. */
export type FoundLicense = Omit<typeof licenses.$inferSelect, 'removedAt' | 'createdAt'> & {
  sync: Sync | null;
};

export function toLicenseRow({ sync, ...row }: FoundLicense): LicenseRow {
  const { connectionStatus, ...license } = toLicense(row);
  return {
    ...license,
    expiresOn: row.expiresOn,
    checkedAt: row.checkedAt && new Date(row.checkedAt).toISOString(),
    checkedFrom: row.checkedFrom,
    statedStatus: row.statedStatus,
    provenBy: row.provenBy,
    provenAt: row.provenAt && new Date(row.provenAt).toISOString(),
    version: row.version,
    syncStatus: {
      syncNotFound: row.syncNotFound,
      historicalSyncDone: row.historicalSyncDone,
      active: row.syncActive,
      connectionStatus,
      keyLastFour: sync?.keyLastFour ?? null,
      keyOwner: sync?.keyOwner ?? null,
      checked: sync?.checked ? new Date(sync.checked).toISOString() : null,
      problem: sync?.problem ?? null,
      isReading: sync?.isReading ?? false,
      recordsRead: sync?.recordsRead ?? 0,
      compared: sync?.compared ? new Date(sync.compared).toISOString() : null,
    },
  };
}

async function findRows(db: Db, orgId: number, where: SQL | undefined): Promise<LicenseRow[]> {
  const { rows } = await db.execute(sql`
    select ${forReader(COLUMNS, orgId)}
    from (select * from ${licenses} where ${where ?? sql`false`}) as licenses order by licenses.id`);
  return (rows as unknown as FoundLicense[]).map(toLicenseRow);
}

type Reader = { db: Db; membership: Membership };

/** One of the organization's licenses. NOT_FOUND unless the caller may see it. */
export async function loadLicense({ db, membership }: Reader, id: number): Promise<LicenseRow> {
  const [found] = await findRows(db, membership.orgId, and(eq(licenses.id, id), visibleLicenses(membership)));
  if (found === undefined) throw notFound('License');
  return found;
}

/** The organization's licenses of these ids, whoever is assigned them. */
export function loadOwnLicenses(db: Db, orgId: number, ids: readonly number[]): Promise<LicenseRow[]> {
  return findRows(db, orgId, and(eq(licenses.orgId, orgId), isOneOf(licenses.id, ids)));
}

/** A license as the reader may see it; a visitor without what leads to people. NOT_FOUND for one that isn't public. */
export const getLicense: Verb<typeof contract.get> = async ({ db, membershipOrNull, personOrNull }, { params }) => {
  const found = await findProfile(db, membershipOrNull, params.id);
  return personOrNull ? found : withoutContact(found);
};

/**
 * A license's profile: one's own, else a public one; its tracking system status only for people who manage its
 * organization's licenses. NOT_FOUND otherwise.
 */
async function findProfile(db: Db, membership: Membership | null, id: number): Promise<LicenseProfile> {
  const own = membership ? visibleLicenses(membership) : undefined;
  const seen = or(own, licenses.isPublic);
  const [found] = await findRows(db, membership?.orgId ?? 0, and(eq(licenses.id, id), seen));
  if (found === undefined) throw notFound('License');
  const isOwn = membership !== null && found.orgId === membership.orgId;
  return { ...found, syncStatus: isOwn && isAllowed(membership, 'read', 'MANAGE_LICENSES') ? found.syncStatus : null };
}
