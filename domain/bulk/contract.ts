import { z } from 'zod';
import { member } from '../access/ability';
import { get, IdParams, post } from '../contract/endpoint';
import { BulkAct, BulkProgress } from './bulk-act';

const wholeNumber = (least: number, most: number) => z.coerce.number<number>().int().min(least).max(most);

export const bulkActs = {
  list: get('/bulk-acts', {
    summary: 'One’s own acts on many records, the latest first; all that still run and at most 20 in all',
    returns: z.array(BulkAct),
    requires: member,
  }),
  get: get('/bulk-acts/:id', {
    summary: 'How far an act on many records is, and what became of each',
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
    summary: 'Stop an act on many records; what it has done stays',
    params: IdParams,
    returns: BulkAct,
    requires: member,
    audit: 'bulk-act',
  }),
};
