import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { mayApprove } from '../../../domain/carts/approvals/approval';
import { formatUsd } from '../../../domain/money';
import { requestParties } from '../../carts/approvals/list-approvals';
import { approversAmong } from '../../carts/approvals/request-approval';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { approvalRequests, buyerCompanyApprovals, buyerLicenses } from '../../db/schema';
import { seesLicense, visibleApprovals } from '../../db/visibility';
import { activeMembers } from '../../team/members';
import { byId, type CustomShown, type CustomTold, inOneLine, type Reader, said } from './type';

type OfApprovals = 'APPROVAL_ASKED' | 'APPROVAL_DECIDED';

const isRequest = (orgId: number, id: number) => and(eq(approvalRequests.orgId, orgId), eq(approvalRequests.id, id));

async function findRequest(db: Db, orgId: number, approvalId: number) {
  const [found] = await db
    .select({ request: approvalRequests, rule: buyerCompanyApprovals, licenseId: buyerLicenses.licenseId })
    .from(approvalRequests)
    .innerJoin(buyerLicenses, eq(buyerLicenses.id, approvalRequests.buyerLicenseId))
    .leftJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, approvalRequests.buyerCompanyId))
    .where(isRequest(orgId, approvalId));
  return found;
}

export const approvalsTold: CustomTold<OfApprovals> = {
  APPROVAL_ASKED: {
    async people(db, { approvalId, orgUserIds }, orgId) {
      const found = await findRequest(db, orgId, approvalId);
      if (!found?.rule) return [];
      const able = approversAmong(await activeMembers(db, orgId), found.rule, found.licenseId);
      return able.filter(({ id }) => orgUserIds.includes(id)).map(({ userId }) => userId);
    },
    isOpen: async (db, { approvalId }, orgId) =>
      (await db.$count(approvalRequests, and(isRequest(orgId, approvalId), eq(approvalRequests.status, 'WAITING')))) >
      0,
  },
  APPROVAL_DECIDED: {
    async people(db, { approvalId }, orgId) {
      const found = await findRequest(db, orgId, approvalId);
      if (found === undefined || found.request.status === 'WAITING') return [];
      const { request, licenseId } = found;
      return (await activeMembers(db, orgId))
        .filter(({ userId, membership }) => userId === request.askedByUserId && seesLicense(membership, licenseId))
        .filter(({ membership }) => isAllowed(membership, 'read', 'PURCHASE_ORDERS'))
        .map(({ userId }) => userId);
    },
  },
};

async function findRequests({ db, memberOf }: Reader, orgId: number, payloads: readonly { approvalId: number }[]) {
  const membership = await memberOf(orgId);
  if (membership === null || !isAllowed(membership, 'read', 'PURCHASE_ORDERS')) return null;
  const rows = await db
    .select({ request: approvalRequests, rule: buyerCompanyApprovals, ...requestParties })
    .from(approvalRequests)
    .leftJoin(buyerCompanyApprovals, eq(buyerCompanyApprovals.buyerCompanyId, approvalRequests.buyerCompanyId))
    .where(
      and(
        isOneOf(
          approvalRequests.id,
          payloads.map(({ approvalId }) => approvalId),
        ),
        visibleApprovals(membership),
      ),
    );
  return byId(
    rows.map(({ request, rule, ...parties }) => ({
      ...request,
      ...parties,
      mayDecide: request.status === 'WAITING' && rule !== null && mayApprove(rule, membership),
    })),
  );
}

export const approvalsShown: CustomShown<OfApprovals> = {
  async APPROVAL_ASKED(reader, orgId, payloads) {
    const found = await findRequests(reader, orgId, payloads);
    return ({ approvalId }) => {
      const one = found?.get(approvalId);
      if (one === undefined) return null;
      return {
        ...said(
          `${one.askedBy} asks you to approve an order`,
          `${one.sellerName}, ${formatUsd(one.totalUsd)}, for ${one.licenseName}`,
          `It needs approval: ${one.why}.`,
          `/orders/purchases/approvals/${approvalId}`,
        ),
        acts: one.mayDecide
          ? [
              { act: 'APPROVE_ORDER', approvalId },
              { act: 'DECLINE_ORDER', approvalId },
            ]
          : [],
      };
    };
  },

  async APPROVAL_DECIDED(reader, orgId, payloads) {
    const found = await findRequests(reader, orgId, payloads);
    return ({ approvalId }) => {
      const one = found?.get(approvalId);
      if (one === undefined || one.askedByUserId !== reader.userId) return null;
      const what = `${one.sellerName}, ${formatUsd(one.totalUsd)}`;
      if (one.status === 'APPROVED') {
        const placed = `It’s placed as order ${one.orderNumber}.`;
        return said(`${one.decidedBy} approved your order`, what, placed, `/orders/purchases/${one.orderId}`);
      }
      if (one.status === 'DECLINED') {
        const wrote = inOneLine(`They wrote: ${one.reason}`);
        return said(`${one.decidedBy} didn’t approve your order`, what, wrote, '/marketplace/cart');
      }
      return said('Your order needs no approval anymore', what, 'You can place it yourself now.', '/marketplace/cart');
    };
  },
};
