import { and, eq } from 'drizzle-orm';
import { PROBLEM_LABELS } from '../../../domain/orders/problems/problems';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { companies, orderProblems, orders, orgUsers, users } from '../../db/schema';
import { visiblePurchaseOrders } from '../../db/visibility';
import { compose } from '../../mail/compose';
import type { JobData } from '../../queues';
import { activeMembers } from '../../team/members';
import { peopleOfOrder } from '../order-letters';

/** Emails the seller about a reported problem: one job for each of those who hear of a new order. */
export async function mailProblem({ database: { db }, jobs }: Services, reported: JobData<'order-problem'>) {
  for (const orgUserId of await peopleOfOrder(db, reported)) {
    await jobs.enqueue(db, { name: 'problem-letter', data: { ...reported, orgUserId } });
  }
}

/** Sends one of those emails, if the person is still on the team; their answer goes to who reported it. */
export async function mailProblemTo(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, problemId, orgUserId }: JobData<'problem-letter'>,
): Promise<void> {
  const found = await findProblem(db, orgId, problemId);
  const [person] = await db
    .select({ to: orgUsers.email })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.id, orgUserId), eq(orgUsers.status, 'ACTIVE')));
  if (!found || !person) return;
  const { problem, orderNumber, customerName, reporter } = found;
  const kind = PROBLEM_LABELS[problem.kind];
  const what = problem.lines.length > 0 ? `${kind}: ${problem.lines.join(', ')}` : kind;
  const link = `${publicUrl}/orders/${problem.orderId}`;
  const intro = `${reporter.name} of ${customerName} reported a problem with order ${orderNumber}.`;
  await mail.send(
    compose(
      { email: person.to, firstName: '' },
      {
        kind: 'document',
        sender: customerName,
        replyTo: reporter.email,
        subject: `${customerName} reported a problem with order ${orderNumber}`,
        lead: `${intro} ${what}.`,
        words: problem.message,
        action: 'Answer the report',
        link,
        close:
          'You get this email because you get new orders by email. Your reply goes to the person who reported the problem.',
      },
    ),
  );
}

/**
 * Emails the seller's answer to the person who reported the problem, if they still see the order; theirs goes to who
 * wrote it.
 */
export async function mailProblemAnswer(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, problemId }: JobData<'problem-answer'>,
): Promise<void> {
  const found = await findProblem(db, orgId, problemId);
  const { answer, answeredByUserId } = found?.problem ?? {};
  if (!found?.reporter.email || !answer || !answeredByUserId || !(await isSeenByReporter(db, found))) return;
  const { problem, orderNumber, companyName, reporter } = found;
  const [answerer] = await db
    .select({ name: users.firstName, email: users.email })
    .from(users)
    .where(eq(users.id, answeredByUserId));
  const link = `${publicUrl}/orders/purchases/${problem.orderId}`;
  const intro = `${answerer?.name ?? 'Someone'} of ${companyName} answered your report about order ${orderNumber}.`;
  await mail.send(
    compose(
      { email: reporter.email, firstName: reporter.firstName },
      {
        kind: 'document',
        sender: companyName,
        replyTo: answerer?.email,
        subject: `${companyName} answered your report about order ${orderNumber}`,
        lead: intro,
        words: answer,
        more: [`You wrote:\n${problem.message}`],
        action: 'Open the order',
        link,
        close: 'You get this email because you reported the problem.',
      },
    ),
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof findProblem>>>;

/** Whether who reported a problem may still read the purchase order. */
async function isSeenByReporter(db: Db, { problem, buyerOrgId }: Found): Promise<boolean> {
  if (buyerOrgId === null) return false;
  const reporter = (await activeMembers(db, buyerOrgId)).find(({ userId }) => userId === problem.reportedByUserId);
  if (reporter === undefined) return false;
  const isIt = and(eq(orders.orgId, problem.orgId), eq(orders.id, problem.orderId));
  return (await db.$count(orders, and(isIt, visiblePurchaseOrders(reporter.membership)))) > 0;
}

async function findProblem(db: Db, orgId: number, problemId: number) {
  const [found] = await db
    .select({
      problem: orderProblems,
      orderNumber: orders.orderNumber,
      customerName: orders.customerName,
      buyerOrgId: orders.buyerOrgId,
      companyName: companies.name,
      reporter: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(orderProblems)
    .innerJoin(orders, and(eq(orders.orgId, orderProblems.orgId), eq(orders.id, orderProblems.orderId)))
    .innerJoin(companies, eq(companies.id, orders.companyId))
    .innerJoin(users, eq(users.id, orderProblems.reportedByUserId))
    .where(and(eq(orderProblems.orgId, orgId), eq(orderProblems.id, problemId)));
  if (!found) return undefined;
  const { firstName, lastName, email } = found.reporter;
  return { ...found, reporter: { name: `${firstName} ${lastName}`, firstName, email } };
}
