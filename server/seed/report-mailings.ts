import { planAllows } from '../../domain/access/plans';
import type { PlanType } from '../../domain/access/vocabulary';
import { orderViews } from '../../domain/orders/saved-searches';
import type { MailedSearch } from '../../domain/reports/mailing';
import { nextTime, type Schedule } from '../../domain/reports/schedule';
import { daysBefore, nextId, type World } from './world';

const TIME_ZONE = 'America/Los_Angeles';

const WEEKDAYS_AT_8: Schedule = { repeat: 'WEEKDAY', weekday: 1, monthDay: 1, hour: 8 };

type Mailed = { name: string; search: MailedSearch; schedule: Schedule; isPaused: boolean };

const MAILINGS: readonly Mailed[] = [
  {
    name: 'Monday revenue',
    search: {
      filters: { createdRel: 'LAST_90_DAYS' },
      viewOptions: { reportType: 'REVENUE', interval: 'WEEK', split: 'NONE', value: 'quantity' },
    },
    schedule: { repeat: 'WEEK', weekday: 1, monthDay: 1, hour: 7 },
    isPaused: false,
  },
  {
    name: 'Products sold last month',
    search: {
      filters: { createdRel: 'PREVIOUS_MONTH' },
      viewOptions: { reportType: 'PRODUCTS_SOLD', interval: 'MONTH', split: 'NONE', value: 'revenue' },
    },
    schedule: { repeat: 'MONTH', weekday: 1, monthDay: 1, hour: 6 },
    isPaused: true,
  },
];

/**
 * Reports that owners have emailed to themselves and their sales managers, and a saved search to themselves, where the
 * plan includes reports.
 */
export function addReportMailings({ now, rows }: World): void {
  const createdAt = daysBefore(now, 20);
  function addSearch(orgUserId: number): void {
    const search = rows.savedSearches.find((one) => one.orgUserId === orgUserId && one.list === orderViews.list);
    if (search?.id === undefined) return;
    const { orgId, companyId, name } = search;
    const id = nextId(rows.reportMailings);
    const times = { schedule: WEEKDAYS_AT_8, timeZone: TIME_ZONE, nextAt: nextTime(WEEKDAYS_AT_8, now, TIME_ZONE) };
    const about = { name, search: null, savedSearchId: search.id, companyId };
    rows.reportMailings.push({ id, orgId, orgUserId, createdAt, ...about, ...times });
    rows.reportMailingRecipients.push({ orgId, mailingId: id, orgUserId });
  }

  for (const { id: orgId, plan } of rows.organizations) {
    if (orgId === undefined || !planAllows(plan as PlanType, 'order-reports')) continue;
    const withRole = (isIt: (role: (typeof rows.roles)[number]) => boolean) =>
      rows.orgUsers.filter(
        (one) =>
          one.orgId === orgId && one.status !== 'INVITED' && rows.roles.some((r) => r.id === one.roleId && isIt(r)),
      );
    const [owner] = withRole(({ defaultRoleId }) => defaultRoleId === 'OWNER');
    const managers = withRole(({ name }) => name === 'Sales manager');
    if (!owner?.id || managers.length === 0) continue;
    addSearch(owner.id);
    for (const { isPaused, ...mailed } of MAILINGS) {
      const id = nextId(rows.reportMailings);
      const nextAt = isPaused ? null : nextTime(mailed.schedule, now, TIME_ZONE);
      const of = { orgId, orgUserId: owner.id, companyId: null, savedSearchId: null };
      rows.reportMailings.push({ id, ...of, timeZone: TIME_ZONE, nextAt, createdAt, ...mailed });
      for (const { id: orgUserId } of [owner, ...managers]) {
        if (orgUserId !== undefined) rows.reportMailingRecipients.push({ orgId, mailingId: id, orgUserId });
      }
    }
  }
}
