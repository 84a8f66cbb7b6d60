import { z } from 'zod';
import { read, write } from '../../access/ability';
import {
  commaJoined,
  Done,
  del,
  get,
  Id,
  IdParams,
  idOf,
  page,
  patch,
  post,
  RowId,
  UsState,
  whole,
} from '../../contract/endpoint';
import { formatNumber } from '../../money';
import { HeldItem, heldItemFilters } from './held-item';
import { ItemRule, ItemRuleDraft, RecommendedBrand, RulePreview } from './item-rule';

export const HELD_ITEM_SORTS = ['name', 'category', 'holder', 'owner', 'packages'] as const;

/** Most items one call includes or excludes. */
export const MOST_ITEMS_NAMED = 1000;

const reads = read('ITEM_BRANDING');
const writes = write('ITEM_BRANDING');
const Context = z.object({ orgId: Id, usState: UsState });
const { licenseIds, brandIds } = heldItemFilters.query;
const Counted = { count: z.number().int().nonnegative() };

const named = z
  .array(Id)
  .max(MOST_ITEMS_NAMED, `At most ${formatNumber(MOST_ITEMS_NAMED)} items at a time`)
  .optional();
/** Items held by licenses: those named, or else all that match the filters but those excluded. */
const Chosen = z.object({
  orgId: Id,
  licenseIds: z.array(Id).min(1, 'License selection required').max(200),
  includedItemIds: named,
  excludedItemIds: named,
  filters: heldItemFilters.schema.optional(),
});
const Changed = z.strictObject({ changed: z.number().int().nonnegative() });

/** Items held by licenses, and the brands they are assigned to. */
export const heldItems = {
  list: get('/inventory-items/held', {
    summary: 'Items held by licenses of a state, with the brand each is assigned to',
    query: Context.extend({
      ...heldItemFilters.query,
      sortBy: z.enum(HELD_ITEM_SORTS).default('name'),
      sortDirection: z.enum(['asc', 'desc']).default('asc'),
      page: whole(z.number().int().min(0).max(100_000)).default(0),
      pageSize: whole(z.number().int().min(25).max(250)).default(25),
    }).superRefine(heldItemFilters.checkQuery),
    returns: page(HeldItem),
    requires: reads,
    mayLag: true,
  }),
  facets: get('/inventory-items/held/facets', {
    summary: 'Filter choices of held items with counts, of some licenses and brands if given',
    query: Context.extend({ licenseIds, brandIds }),
    returns: z.strictObject({
      licenses: z.array(z.strictObject({ id: RowId, displayName: z.string(), ...Counted })),
      brands: z.array(z.strictObject({ searchId: RowId, name: z.string(), ...Counted })),
      categories: z.array(z.strictObject({ id: z.string(), ...Counted })),
    }),
    requires: reads,
    mayLag: true,
  }),
  assign: post('/inventory-items/:id/assign', {
    summary: 'Change an item’s brand; or take it away',
    params: IdParams,
    body: z.object({ brandId: Id.nullable() }),
    returns: HeldItem,
    requires: writes,
    audit: 'tracking-item',
  }),
  assignHeld: post('/inventory-items/held/assign', {
    summary: 'Assign items to a brand; those included, or else all but those excluded',
    body: Chosen.extend({ brandId: z.number('Choose a brand').int().positive('Choose a brand') }),
    returns: Changed,
    requires: writes,
    audit: 'tracking-item',
  }),
  unassignHeld: post('/inventory-items/held/unassign', {
    summary: 'Remove items from their brands; those included, or else all but those excluded',
    body: Chosen,
    returns: Changed,
    requires: writes,
    audit: 'tracking-item',
  }),
  setNotes: patch('/orgs/:orgId/verdant-items/:id', {
    summary: 'Change an item’s notes',
    params: z.object({ orgId: Id, id: Id }),
    body: z.object({ notes: z.string().trim().max(1000, 'Must be 1,000 characters or fewer') }),
    returns: HeldItem,
    requires: writes,
    audit: 'tracking-item',
  }),
};

/** Rules that assign items to brands by their names, as they are read from the tracking system. */
export const itemRules = {
  list: get('/inventory-items/assignment-rules', {
    summary: 'Rules that assign items of a state to brands, in the order in which they decide',
    query: Context,
    returns: z.array(ItemRule),
    requires: reads,
  }),
  preview: get('/inventory-items/assignment-rules/preview', {
    summary: 'What a rule would do to the items there are',
    query: Context.extend({
      ...ItemRuleDraft.shape,
      brandId: idOf('Choose a brand'),
      licenseIds: z.preprocess(commaJoined, ItemRuleDraft.shape.licenseIds),
    }),
    returns: RulePreview,
    requires: reads,
  }),
  create: post('/inventory-items/assignment-rules', {
    summary: 'Add an assignment rule; it assigns matching items without a brand at once',
    body: ItemRuleDraft.extend({ orgId: Id }),
    returns: ItemRule,
    requires: writes,
    audit: 'item-rule',
    idempotent: true,
  }),
  remove: del('/inventory-items/assignment-rules/:ruleId', {
    summary: 'Delete an assignment rule; items it assigned stay with their brands',
    params: z.object({ ruleId: Id }),
    returns: Done,
    requires: writes,
    audit: 'item-rule',
  }),
  recommendedBrands: get('/inventory/recommended-brands', {
    summary: 'Brands whose names are in the names of items that have none',
    query: Context,
    returns: z.array(RecommendedBrand),
    requires: reads,
  }),
};
