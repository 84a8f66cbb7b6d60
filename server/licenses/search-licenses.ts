import { eq, type SQL, sql } from 'drizzle-orm';
import { dayOf } from '../../domain/dates';
import { licenses as contract } from '../../domain/licenses/contract';
import { LICENSE_COLUMNS } from '../../domain/licenses/export';
import { EXPIRES_WITHIN_DAYS, licenseFilters } from '../../domain/licenses/filters';
import { exportList } from '../db/export';
import { filterSql } from '../db/filters';
import { listOf, readFacets } from '../db/list';
import { contains, isOneOf } from '../db/page';
import { licenses } from '../db/schema';
import { visibleLicenses } from '../db/visibility';
import type { Verb } from '../implement';
import { COLUMNS, CONNECTION_STATUS, type FoundLicense, toLicenseRow } from './read-licenses';

/** Licenses, as their organization sees them. */
export const licenseList = listOf(contract.search)({
  table: licenses,
  visible: visibleLicenses,
  filters: filterSql(licenseFilters, {
    searchTerm: (term) => contains([licenses.name, licenses.dba, licenses.licenseNumber], term),
    usStates: (states) => isOneOf(licenses.usState, states),
    licenseTypes: (types) => isOneOf(licenses.licenseType, types),
    connectionStatuses: (statuses) => isOneOf(CONNECTION_STATUS, statuses),
    isPublic: (is) => eq(licenses.isPublic, is),
    expiring: (is, { now, timeZone }) => {
      const soon = sql`(${licenses.expiresOn} is not null
        and ${licenses.expiresOn} <= ${dayOf(now, timeZone)}::date + ${sql.raw(String(EXPIRES_WITHIN_DAYS))})`;
      return is ? soon : sql`not ${soon}`;
    },
  }),
  sorts: {
    name: [sql`lower(${licenses.name})`, licenses.id],
    state: [licenses.usState, licenses.licenseNumber, licenses.id],
    licenseNumber: [licenses.licenseNumber, licenses.id],
    licenseType: [licenses.licenseType, licenses.usState, licenses.id],
    connectionStatus: [CONNECTION_STATUS, licenses.usState, licenses.id],
    expiresOn: [sql`coalesce(${licenses.expiresOn}, 'infinity'::date)`, licenses.id],
    checkedAt: [licenses.checkedAt, licenses.id],
  },
  columns: COLUMNS,
  toRow: () => (found: FoundLicense) => toLicenseRow(found),
});

export const searchLicenses = licenseList.search;

/** Filter choices with counts for the caller's licenses. */
export const licenseFacets: Verb<typeof contract.facets> = (ctx) => {
  const counted = (value: SQL) => sql`
    select ${value} as id, count(*)::int as count from ${licenses}
     where ${licenseList.seen(ctx.membership, undefined)} group by 1 order by 1`;
  return readFacets(ctx, {
    usStates: counted(sql`${licenses.usState}`),
    licenseTypes: counted(sql`${licenses.licenseType}`),
    connectionStatuses: counted(CONNECTION_STATUS),
  });
};

/** Every license matching a search, as far as the caller may see them. */
export const exportLicenses: Verb<typeof contract.export> = (ctx, { body }) =>
  exportList(ctx, licenseList, body, {
    columns: LICENSE_COLUMNS,
    name: `${dayOf(ctx.now, ctx.timeZone).slice(2).replaceAll('-', '')}_licenses.csv`,
    noun: 'licenses',
  });
