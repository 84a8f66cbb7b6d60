import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { team as contract } from '../../domain/team/contract';
import { teamFilters } from '../../domain/team/team';
import { bulk, one } from '../bulk/bulk';
import { filterSql } from '../db/filters';
import { contains, isOneOf } from '../db/page';
import { orgUsers } from '../db/schema';
import { areAssigned } from './assignments';
import { updateOrgUser } from './update-org-user';

const ownName = sql`(select known.first_name || ' ' || known.last_name from users known where known.id = member.user_id)`;
const roleName = sql`(select held.name from roles held where held.id = member.role_id)`;

/** A word of the search is somewhere in what the list shows of a person. */
const shows = (word: string): SQL =>
  contains(
    sql`concat_ws(' ', ${ownName}, member.invited_name, member.email, member.title, ${roleName}, member.sales_rep_id)`,
    word,
  );

const narrowed = filterSql(teamFilters, {
  q: (text) => {
    const found = and(...text.split(/\s+/).filter(Boolean).map(shows));
    return sql`${orgUsers.id} in (select member.id from org_users member where ${found})`;
  },
  role: (ids) => isOneOf(orgUsers.roleId, ids),
  licenseIds: (ids) => areAssigned('licenseIds', ids),
  brandIds: (ids) => areAssigned('brandIds', ids),
  companyIds: (ids) => areAssigned('companyIds', ids),
});

/** Bulk actions on the team. */
export const bulkOrgUsers = bulk(contract.bulk, {
  entity: 'org-user',
  noun: { one: 'Person', many: 'people' },
  from: { table: orgUsers, id: orgUsers.id, label: sql<string>`${orgUsers.email}` },
  topic: 'access',
  matching: (asker, { filters }) =>
    and(eq(orgUsers.orgId, asker.membership.orgId), ne(orgUsers.status, 'REMOVED'), narrowed(filters, asker)) ??
    sql`false`,
  acts: {
    setRole: one(async (ctx, { id }, { roleId }) => {
      await updateOrgUser(ctx, { params: { orgId: ctx.membership.orgId, id }, body: { orgRoleId: roleId } });
      return {};
    }),
  },
});
