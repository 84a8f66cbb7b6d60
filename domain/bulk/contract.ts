import { z } from 'zod';
import { member } from '../access/ability';
import { get, IdParams, pdf, post, whole } from '../contract/endpoint';
import { lineOfText } from '../text';
import { BulkAction, BulkProgress, MOST_BULK_ACTS } from './bulk-act';
import { Begun } from './bulk-call';

const wholeNumber = (least: number, most: number) => whole(z.number().int().min(least).max(most));

export const bulkActs = {
  list: get('/bulk-acts', {
    summary: `Your bulk actions, the running ones first, then newest first: up to ${MOST_BULK_ACTS}`,
    query: z.object({
      /** The call that started them; by default any. */
      path: lineOfText().max(100).optional(),
    }),
    returns: z.array(BulkAction),
    requires: member,
  }),
  get: get('/bulk-acts/:id', {
    summary: 'Progress of a bulk action, and the result for each record',
    params: IdParams,
    query: z.object({
      /** `told`: those with a message, failed or not. */
      only: z.enum(['all', 'failed', 'told']).default('all'),
      page: wholeNumber(0, 10_000).default(0),
      itemsPerPage: wholeNumber(1, 250).default(100),
    }),
    returns: BulkProgress,
    requires: member,
  }),
  file: get('/bulk-acts/:id/files/:number', {
    summary: 'A file that a bulk action made of its records',
    params: IdParams.extend({ number: wholeNumber(1, 1_000) }),
    ...pdf,
    requires: member,
  }),
  stop: post('/bulk-acts/:id/stop', {
    summary: 'Stop a bulk action; changes already made stay',
    params: IdParams,
    returns: BulkAction,
    requires: member,
    audit: 'bulk-act',
  }),
  undo: post('/bulk-acts/:id/undo', {
    summary: 'Undo a bulk action; as another one with a result for each record',
    params: IdParams,
    returns: Begun,
    refuses: ['CONFLICT'],
    requires: member,
    audit: 'bulk-act',
    idempotent: true,
  }),
};
