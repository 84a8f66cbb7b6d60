import {
  ownBrands as calls,
  brandInvites as inviteCalls,
  brandSuggestions as suggestionCalls,
} from '../../../domain/brands/contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's brands. */
export const brands = resourceOf({
  name: 'own-brands',
  topics: ['organization'],
  list: calls.list,
  one: calls.get,
  create: calls.claim,
  update: calls.update,
});

/** The brands the organization suggested. */
export const suggestions = resourceOf({
  name: 'brand-suggestions',
  topics: ['organization'],
  list: suggestionCalls.list,
  create: suggestionCalls.create,
});

/** Brand invites the organization sent. */
export const invites = resourceOf({
  name: 'brand-invites',
  topics: ['organization'],
  list: inviteCalls.sent,
  create: inviteCalls.create,
  remove: inviteCalls.remove,
});

/** Suggested brands in review, for support staff: approving or rejecting takes one from the list. */
export const reviewed = resourceOf({
  name: 'reviewed-brands',
  list: suggestionCalls.review,
  update: suggestionCalls.approve,
  remove: suggestionCalls.reject,
});

/** Any organization's brands by name, and whether they can be claimed. */
export const claimableBrands = resourceOf({
  name: 'claimable-brands',
  topics: ['organization'],
  list: calls.claimable,
});
