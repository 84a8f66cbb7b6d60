import { z } from 'zod';
import { isAllowed } from '../../access/ability';
import type { Membership } from '../../access/roles';
import { compare, formatUsd, type Numeric } from '../../money';

/** Which orders of a buyer company need approval, and whose: the named people’s or, without any, its managers’. */
export type ApprovalRule = {
  /** Dollars an order of one seller may come to without; null for any. */
  aboveUsd: Numeric | null;
  brandIds: readonly number[];
  /** Organization members. */
  approverIds: readonly number[];
};

type Judged = { total: Numeric; lineItems: readonly { brandId: number; brandName: string }[] };

/** What of a cart needs approval, as `Needs approval: …` goes on; null when nothing does. */
export function whyApproval(rule: ApprovalRule | null, { total, lineItems }: Judged): string | null {
  if (rule === null) return null;
  const { aboveUsd, brandIds } = rule;
  const brands = lineItems.flatMap(({ brandId, brandName }) => (brandIds.includes(brandId) ? [brandName] : []));
  const reasons = [
    ...(aboveUsd !== null && compare(total, aboveUsd) > 0 ? [`above ${formatUsd(aboveUsd)}`] : []),
    ...new Set(brands),
  ];
  return reasons.length === 0 ? null : reasons.join(', ');
}

/** Whether a person may place orders, which approving one is. */
const buys = (membership: Membership) => isAllowed(membership, 'write', 'PURCHASE_ORDERS');

/** Whether somebody may approve by a rule; their own orders then need no approval. */
export function mayApprove(rule: Pick<ApprovalRule, 'approverIds'>, membership: Membership): boolean {
  if (!buys(membership)) return false;
  if (rule.approverIds.length > 0) return rule.approverIds.includes(membership.orgUserId);
  return isAllowed(membership, 'write', 'EDIT_ORGANIZATION');
}

/** Whether somebody can be named as one who approves. */
export const canBeApprover = buys;

export const APPROVAL_STATUSES = {
  WAITING: 'Waiting',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  WITHDRAWN: 'Withdrawn',
} as const;
export type ApprovalStatus = keyof typeof APPROVAL_STATUSES;
export const APPROVAL_STATUS_IDS = Object.keys(APPROVAL_STATUSES) as [ApprovalStatus, ...ApprovalStatus[]];
export const ApprovalStatusSchema = z.enum(APPROVAL_STATUS_IDS);

/** Why a cart can’t be changed or ordered meanwhile. */
export const WAITS = 'This cart is waiting for approval. To change it, withdraw the request in the cart.';
export const NO_APPROVER =
  'Nobody can approve this order yet. Ask someone who manages your organization to choose who approves.';
