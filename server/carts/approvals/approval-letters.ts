import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { mayApprove } from '../../../domain/carts/approvals/approval';
import { formatUsd } from '../../../domain/money';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { approvalRequests, buyerCompanies, buyerCompanyApprovals, buyerLicenses, users } from '../../db/schema';
import { seesLicense } from '../../db/visibility';
import { compose } from '../../mail/compose';
import { orderLines } from '../../mail/order-lines';
import type { JobData } from '../../queues';
import { activeMembers, type TeamMember } from '../../team/members';
import { requestParties } from './list-approvals';

async function findTold(db: Db, { orgId, approvalId }: JobData<'approval-answer'>) {
  const [found] = await db
    .select({
      request: approvalRequests,
      buyer: buyerCompanies,
      rule: buyerCompanyApprovals,
      licenseId: buyerLicenses.licenseId,
      ...requestParties,
    })
    .from(approvalRequests)
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, approvalRequests.buyerCompanyId))
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, approvalRequests.buyerLicenseId))
    .leftJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, approvalRequests.buyerCompanyId))
    .where(and(eq(approvalRequests.orgId, orgId), eq(approvalRequests.id, approvalId)));
  return found;
}

/** A member who may read of the license's purchases, with what a letter greets them by; undefined for others. */
async function findReader(db: Db, orgId: number, licenseId: number, isMeant: (member: TeamMember) => boolean) {
  const member = (await activeMembers(db, orgId)).find(isMeant);
  if (member === undefined || !seesLicense(member.membership, licenseId)) return undefined;
  if (!isAllowed(member.membership, 'read', 'PURCHASE_ORDERS')) return undefined;
  const [person] = await db.select({ firstName: users.firstName }).from(users).where(eq(users.id, member.userId));
  return person && { ...member, ...person };
}

/** Asks one of those who may approve an order, if it still waits and they still may. */
export async function mailApprover(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgUserId, ...asked }: JobData<'approval-letter'>,
): Promise<void> {
  const found = await findTold(db, asked);
  if (found === undefined || found.request.status !== 'WAITING') return;
  const to = await findReader(db, asked.orgId, found.licenseId, ({ id }) => id === orgUserId);
  if (to === undefined || found.rule === null || !mayApprove(found.rule, to.membership)) return;
  const { request, buyer, askedBy, sellerName, licenseName } = found;
  const { lines, paymentOption, buyerNotes } = request.order;
  const total = formatUsd(request.totalUsd);
  await mail.send(
    compose(to, {
      kind: 'document',
      sender: askedBy,
      subject: `${askedBy} asks you to approve an order: ${sellerName}, ${total}`,
      lead: `${askedBy} asks you to approve an order from ${sellerName} for ${licenseName}: ${total}. It needs approval: ${request.why}.`,
      details: orderLines(lines, { count: lines.length, total: request.totalUsd }),
      more: [`Payment: ${paymentOption.name}`, ...(buyerNotes ? [`Notes: ${buyerNotes}`] : [])],
      action: 'Review the order',
      link: `${publicUrl}/orders/purchases/approvals/${request.id}`,
      close: `You get this email because you approve orders of ${buyer.dba || buyer.businessLicenseName}.`,
    }),
  );
}

/** Tells the person who asked what became of it, if they still see the license's orders. */
export async function mailApprovalAnswer(
  { database: { db }, mail, config: { publicUrl } }: Services,
  about: JobData<'approval-answer'>,
): Promise<void> {
  const found = await findTold(db, about);
  if (!found) return;
  const { request, sellerName, decidedBy } = found;
  if (request.status === 'WAITING') return;
  const to = await findReader(db, about.orgId, found.licenseId, ({ userId }) => userId === request.askedByUserId);
  if (to === undefined) return;
  const total = formatUsd(request.totalUsd);
  const cart = { action: 'Open the cart', link: `${publicUrl}/marketplace/cart` };
  const said = {
    APPROVED: {
      subject: `Approved: your order from ${sellerName}`,
      lead: `${decidedBy} approved your order from ${sellerName}. It’s placed as order ${request.orderNumber}.`,
      action: 'Open the order',
      link: `${publicUrl}/orders/purchases/${request.orderId}`,
    },
    DECLINED: {
      subject: `Not approved: your order from ${sellerName}`,
      lead: `${decidedBy} didn’t approve your order from ${sellerName} for ${total}. They wrote: ${request.reason}`,
      ...cart,
    },
    WITHDRAWN: {
      subject: `No approval needed: your order from ${sellerName}`,
      lead: `${decidedBy} changed which orders need approval. You can place your order from ${sellerName} for ${total} yourself now.`,
      ...cart,
    },
  }[request.status as 'APPROVED' | 'DECLINED' | 'WITHDRAWN'];
  await mail.send(
    compose(to, { kind: 'document', ...said, close: 'You get this email because you asked for approval.' }),
  );
}
