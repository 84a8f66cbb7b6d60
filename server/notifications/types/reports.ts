import { and, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { reportMailingRecipients as recipients, reportMailings } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { byId, type CustomOf, type CustomShown, type CustomTold, nothing, said } from './type';

type Unsent = CustomOf<'REPORT_UNSENT'>;

const isMailing = (orgId: number, id: number) => and(eq(reportMailings.orgId, orgId), eq(reportMailings.id, id));

/** Whether nobody, or this member, still doesn't get it. */
async function isUnsent(db: Db, { mailingId, orgUserId }: Unsent, orgId: number): Promise<boolean> {
  if (orgUserId === null)
    return (await db.$count(reportMailings, and(isMailing(orgId, mailingId), isNotNull(reportMailings.problem)))) > 0;
  const theirs = and(
    eq(recipients.orgId, orgId),
    eq(recipients.mailingId, mailingId),
    eq(recipients.orgUserId, orgUserId),
    isNotNull(recipients.problem),
  );
  return (await db.$count(recipients, theirs)) > 0;
}

export const reportsTold: CustomTold<'REPORT_UNSENT'> = {
  REPORT_UNSENT: {
    async people(db, { mailingId }, orgId) {
      const [found] = await db
        .select({ orgUserId: reportMailings.orgUserId })
        .from(reportMailings)
        .where(isMailing(orgId, mailingId));
      return (await activeMembers(db, orgId)).filter(({ id }) => id === found?.orgUserId).map(({ userId }) => userId);
    },
    isOpen: isUnsent,
  },
};

export const reportsShown: CustomShown<'REPORT_UNSENT'> = {
  async REPORT_UNSENT({ db, memberOf }, orgId, payloads) {
    const membership = await memberOf(orgId);
    if (membership === null) return nothing;
    const ids = [...new Set(payloads.map(({ mailingId }) => mailingId))];
    const own = byId(
      await db
        .select({ id: reportMailings.id, name: reportMailings.name, problem: reportMailings.problem })
        .from(reportMailings)
        .where(
          and(
            eq(reportMailings.orgId, orgId),
            eq(reportMailings.orgUserId, membership.orgUserId),
            isOneOf(reportMailings.id, ids),
          ),
        ),
    );
    const skipped = await db
      .select({ mailingId: recipients.mailingId, orgUserId: recipients.orgUserId, problem: recipients.problem })
      .from(recipients)
      .where(and(eq(recipients.orgId, orgId), isOneOf(recipients.mailingId, [...own.keys()])));
    const team = new Map((await activeMembers(db, orgId)).map((one) => [one.id, one.displayName]));
    return ({ mailingId, orgUserId }) => {
      const one = own.get(mailingId);
      if (one === undefined) return null;
      const route = '/orders/emailed-reports';
      if (orgUserId === null) return said(`${one.name} wasn’t emailed`, sentence(one.problem), '', route);
      const name = team.get(orgUserId);
      const their = skipped.find((row) => row.mailingId === mailingId && row.orgUserId === orgUserId);
      const whom = name === undefined ? '' : ` to ${name}`;
      return said(`${one.name} wasn’t emailed${whom}`, sentence(their?.problem ?? null), '', route);
    };
  },
};

/** The end of a sentence, as one of its own. */
const sentence = (end: string | null) => (end === null ? '' : `${end.charAt(0).toUpperCase()}${end.slice(1)}.`);
