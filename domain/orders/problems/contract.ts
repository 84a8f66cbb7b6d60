import { z } from 'zod';
import { read, write } from '../../access/ability';
import { get, Id, IdParams, Instant, post, put, RowId } from '../../contract/endpoint';
import { changesOrders } from '../contract';
import { seesOrders } from '../sees-orders';
import { PROBLEM_KINDS } from './problems';

const OrderParams = z.object({ orderId: Id });

const OrderProblem = z.strictObject({
  id: RowId,
  kind: z.enum(PROBLEM_KINDS),
  /** The goods it is about, in words; none if it is about the whole order. */
  lines: z.array(z.string()),
  message: z.string(),
  by: z.string(),
  created: Instant,
  /** The seller’s, with who wrote it and when; null while it waits. */
  answer: z.strictObject({ text: z.string(), by: z.string(), at: Instant }).nullable(),
});
export type OrderProblem = z.infer<typeof OrderProblem>;

const ProblemInput = z.object({
  kind: z.enum(PROBLEM_KINDS, { error: 'Choose what is wrong' }),
  lineItemIds: z.array(Id).max(1000, 'Choose at most 1,000 lines').default([]),
  message: z.string().trim().min(1, 'Describe what is wrong').max(2000, 'Must be 2,000 characters or fewer'),
});

const AnswerInput = z.object({
  answer: z.string().trim().min(1, 'Say what you’ll do about it').max(2000, 'Must be 2,000 characters or fewer'),
});

/** What a buyer reports as wrong with an order; both sides are emailed. */
export const orderProblems = {
  reported: get('/buyer-orders/:orderId/problems', {
    summary: 'Problems reported with a purchase order, newest first',
    params: OrderParams,
    returns: z.array(OrderProblem),
    requires: read('PURCHASE_ORDERS'),
  }),
  report: post('/buyer-orders/:orderId/problems', {
    summary: 'Report a problem with an order; its seller is emailed',
    params: OrderParams,
    body: ProblemInput,
    returns: OrderProblem,
    refuses: ['CONFLICT'],
    requires: write('PURCHASE_ORDERS'),
    audit: 'order-problem',
    idempotent: true,
  }),
  list: get('/seller/orders/:id/problems', {
    summary: 'Problems the buyer reported with a sales order, newest first',
    params: IdParams,
    returns: z.array(OrderProblem),
    requires: seesOrders,
  }),
  answer: put('/seller/orders/:id/problems/:problemId', {
    summary: 'Answer a reported problem; once, and the person who reported it is emailed',
    params: IdParams.extend({ problemId: Id }),
    body: AnswerInput,
    returns: OrderProblem,
    refuses: ['CONFLICT'],
    requires: changesOrders,
    audit: 'order-problem',
  }),
};
