import { z } from 'zod';
import { member } from '../access/ability';
import { get, IdParams, post } from '../contract/endpoint';
import { BulkAct, BulkProgress } from './bulk-act';

const wholeNumber = (least: number, most: number) => z.coerce.number<number>().int().min(least).max(most);

export const bulkActs = {
  list: get('/bulk-acts', {
    summary: 'Your bulk actions, newest first: every running one, up to 20 in total',
    returns: z.array(BulkAct),
    requires: member,
  }),
  get: get('/bulk-acts/:id', {
    summary: 'Progress of a bulk action, and the result for each record',
    params: IdParams,
    query: z.object({
      only: z.enum(['all', 'failed']).default('all'),
      page: wholeNumber(0, 10_000).default(0),
      itemsPerPage: wholeNumber(1, 250).default(100),
    }),
    returns: BulkProgress,
    requires: member,
  }),
  stop: post('/bulk-acts/:id/stop', {
    summary: 'Stop a bulk action; changes already made stay',
    params: IdParams,
    returns: BulkAct,
    requires: member,
    audit: 'bulk-act',
  }),
};
