import { and, eq, sql } from 'drizzle-orm';
import type { ApprovalStatus } from '../../../domain/carts/approvals/approval';
import type { CartApproval } from '../../../domain/carts/cart';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { approvalRequests } from '../../db/schema';
import { displayNameOf } from '../../organization/member-name';

const personOf = (id: typeof approvalRequests.askedByUserId | typeof approvalRequests.decidedByUserId) =>
  sql<string>`(select person.first_name || ' ' || person.last_name from users person where person.id = ${id})`;

/** A request's people, by name. */
export const requestNames = {
  askedBy: personOf(approvalRequests.askedByUserId),
  decidedBy: sql<string | null>`${personOf(approvalRequests.decidedByUserId)}`,
  asked: sql<string[]>`array(select ${displayNameOf} from org_users member
    where member.id = any (${approvalRequests.askedOfIds}) order by 1)`,
};

const inCart = {
  id: approvalRequests.id,
  status: sql<ApprovalStatus>`${approvalRequests.status}`,
  askedAt: approvalRequests.askedAt,
  reason: approvalRequests.reason,
  ...requestNames,
};

/** A request for approval as its cart shows it. */
export type CartRequest = Awaited<ReturnType<typeof loadRequests>>[number];

/** The requests these carts of an organization have; asks nothing where none has any. */
export async function loadRequests(db: Db, orgId: number, heads: readonly { cart: { approvalId: number | null } }[]) {
  const ids = heads.flatMap(({ cart }) => cart.approvalId ?? []);
  if (ids.length === 0) return [];
  return db
    .select(inCart)
    .from(approvalRequests)
    .where(and(eq(approvalRequests.orgId, orgId), isOneOf(approvalRequests.id, ids)));
}

/** The request as sent with its cart; null once that says nothing of it anymore. */
export function toCartApproval(request: CartRequest | null): CartApproval | null {
  if (request === null) return null;
  const { status, askedAt, ...rest } = request;
  if (status !== 'WAITING' && status !== 'DECLINED') return null;
  return { ...rest, status, askedAt: askedAt.toISOString() };
}
