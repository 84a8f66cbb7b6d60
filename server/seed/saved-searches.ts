import { planAllows } from '../../domain/access/plans';
import type { PlanType } from '../../domain/access/vocabulary';
import { type OrderSearch, orderViews } from '../../domain/orders/saved-searches';
import { daysBefore, nextId, type World } from './world';

const SEARCHES: readonly { name: string; search: OrderSearch }[] = [
  {
    name: 'To accept',
    search: { filters: { statuses: ['SUBMITTED'] }, sortBy: 'created', sortDesc: false },
  },
  {
    name: 'Unpaid, due in the last 30 days',
    search: {
      filters: { paid: false, paymentDueDateRel: 'LAST_30_DAYS' },
      sortBy: 'paymentDueDate',
      sortDesc: false,
    },
  },
  {
    name: 'Big orders, last 30 days',
    search: { filters: { totalFrom: '2500', createdRel: 'LAST_30_DAYS' }, sortBy: 'totalUsd', sortDesc: true },
  },
];

/** Saved searches of owners and sales managers, where the plan includes them. */
export function addSavedSearches({ now, rows }: World): void {
  const hasSavedSearches = (roleId: number) =>
    rows.roles.some(
      ({ id, name, defaultRoleId }) => id === roleId && (defaultRoleId === 'OWNER' || name === 'Sales manager'),
    );
  for (const { id: companyId, orgId } of rows.companies) {
    const plan = rows.organizations.find((one) => one.id === orgId)?.plan as PlanType;
    if (!planAllows(plan, 'saved-searches')) continue;
    for (const member of rows.orgUsers.filter((one) => one.orgId === orgId && hasSavedSearches(one.roleId))) {
      SEARCHES.forEach(({ name, search }, index) => {
        rows.savedSearches.push({
          id: nextId(rows.savedSearches),
          orgId,
          companyId,
          orgUserId: member.id ?? 0,
          list: orderViews.list,
          name,
          search,
          createdAt: daysBefore(now, 30 - index),
        });
      });
    }
  }
}
