import { z } from 'zod';
import { read } from '../../access/ability';
import { get } from '../../contract/endpoint';
import { ListScope } from '../../contract/list';

/** The badge shows "9+" above nine, so counting stops at ten. */
export const APPROVAL_CAP = 10;

/** How many requests wait for the caller. Apart, since every buyer’s navigation counts them, and few pages load their schemas. */
export const waitingApprovals = get('/order-approvals/waiting', {
  summary: 'Orders waiting for the caller’s approval, counted up to 10',
  query: ListScope,
  returns: z.strictObject({ count: z.number().int().min(0).max(APPROVAL_CAP) }),
  days: 'reader',
  requires: read('PURCHASE_ORDERS'),
});
