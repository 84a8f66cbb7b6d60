import { eq, sql } from 'drizzle-orm';
import { seesEverything } from '../../../domain/access/roles';
import { accessLogFilters, type SharedRead } from '../../../domain/network/access-log';
import { accessLog as contract } from '../../../domain/network/packages-contract';
import { filterSql } from '../../db/filters';
import { listOf } from '../../db/list';
import { isOneOf } from '../../db/page';
import { sharedReads } from '../../db/schema';

type Found = Omit<SharedRead, 'side' | 'hour' | 'last' | 'id'> & { id: number; orgId: number; hour: Date; last: Date };

/** Who read one's own packages, and what one's own people read of others; a custom role sees its brands. */
export const accessLog = listOf(contract.search)({
  table: sharedReads,
  spansOrganizations: true,
  visible: (membership) => {
    const { orgId } = membership;
    const ofBrands = seesEverything(membership) ? sql`true` : isOneOf(sharedReads.brandId, membership.brandIds);
    return sql`((${sharedReads.orgId} = ${orgId} or ${sharedReads.readerOrgId} = ${orgId}) and ${ofBrands})`;
  },
  filters: filterSql(accessLogFilters, {
    brandId: (ids) => isOneOf(sharedReads.brandId, ids),
    sides: (sides, { membership: { orgId } }) =>
      sides.length > 1 ? undefined : eq(sides[0] === 'OF_OURS' ? sharedReads.orgId : sharedReads.readerOrgId, orgId),
    kinds: (kinds) => isOneOf(sharedReads.kind, kinds),
  }),
  sorts: {
    last: [sharedReads.lastAt, sharedReads.id],
    packages: [sharedReads.packages, sharedReads.id],
  },
  columns: sql`
    shared_reads.id, shared_reads.org_id as "orgId", shared_reads.kind, shared_reads.hour, shared_reads.last_at as last, shared_reads.times,
    shared_reads.packages,
    (select person.first_name || ' ' || person.last_name from users person where person.id = shared_reads.reader_user_id) as person,
    (select json_build_object('id', reader.id, 'name', reader.name) from organizations reader where reader.id = shared_reads.reader_org_id) as reader,
    (select json_build_object('id', holder.id, 'name', holder.name) from organizations holder where holder.id = shared_reads.org_id) as holder,
    (select json_build_object('id', brand.id, 'name', brand.name) from brands brand where brand.id = shared_reads.brand_id) as brand`,
  toRow:
    ({ membership }) =>
    ({ orgId, hour, last, ...row }: Found): SharedRead => ({
      ...row,
      id: Number(row.id),
      side: Number(orgId) === membership.orgId ? 'OF_OURS' : 'BY_US',
      hour: hour.toISOString(),
      last: last.toISOString(),
    }),
});
