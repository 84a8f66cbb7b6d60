import { and, eq, ne, sql } from 'drizzle-orm';
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

/** What the list shows of a person. */
const shown = [
  ownName,
  ...['invited_name', 'email', 'title', 'sales_rep_id'].map((name) => sql.raw(`member.${name}`)),
  roleName,
];

const narrowed = filterSql(teamFilters, {
  q: (text) => sql`${orgUsers.id} in (select member.id from org_users member where ${contains(shown, text)})`,
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
