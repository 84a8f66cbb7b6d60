import { z } from 'zod';
import { anyOf } from '../access/ability';
import { get } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { NEEDS } from './needs';

/** Null for who may not open its list. */
const Count = z.number().int().nonnegative().nullable();

const { toAccept, lowStock, expiring, differences } = NEEDS;

export const needs = {
  count: get('/needs', {
    summary: 'What waits for a seller’s people, each counted as its list counts it',
    query: ListScope,
    returns: z.strictObject({
      toAccept: Count,
      late: Count,
      lowStock: Count,
      expiring: Count,
      differences: Count,
    }),
    requires: anyOf(toAccept.requires, lowStock.requires, differences.requires, expiring.requires),
    mayLag: true,
  }),
};
