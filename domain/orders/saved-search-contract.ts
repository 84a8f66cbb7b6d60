import { z } from 'zod';
import { anyOf, onPlan, read } from '../access/ability';
import { Done, del, get, Id, IdParams, post, put, Version } from '../contract/endpoint';
import { SavedSearch, SavedSearchDraft } from './saved-search';

const Scope = z.object({ orgId: Id, companyId: Id });

const seesOrders = anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS'));
const keepsSearches = onPlan('saved-searches', seesOrders);

/** What one has saved stays to be used and deleted when the plan no longer holds saved searches. */
export const savedSearches = {
  list: get('/orders/saved-searches', {
    summary: 'One’s own saved searches of a company’s sales orders, by name',
    query: Scope,
    returns: z.array(SavedSearch),
    requires: seesOrders,
  }),
  create: post('/orders/saved-searches', {
    summary: 'Save a search of sales orders',
    body: Scope.extend(SavedSearchDraft.shape),
    returns: SavedSearch,
    requires: keepsSearches,
    audit: 'saved-search',
    idempotent: true,
  }),
  update: put('/orders/saved-searches/:id', {
    summary: 'Rename a saved search, or change what it searches for',
    params: IdParams,
    body: SavedSearchDraft.extend({ version: Version }),
    returns: SavedSearch,
    requires: keepsSearches,
    audit: 'saved-search',
  }),
  remove: del('/orders/saved-searches/:id', {
    summary: 'Delete a saved search',
    params: IdParams,
    returns: Done,
    requires: seesOrders,
    audit: 'saved-search',
  }),
};
