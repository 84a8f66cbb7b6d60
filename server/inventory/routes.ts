import { heldItems, itemRules } from '../../domain/inventory/items/held-items-contract';
import { trackingItems } from '../../domain/inventory/items/items-contract';
import { inventory } from '../../domain/inventory/packages/contract';
import { packageSearches, packageViews } from '../../domain/inventory/packages/saved-searches';
import { reconciliation } from '../../domain/inventory/reconciliation/contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { savedViewVerbs } from '../views/saved-views';
import { assignHeld, assignItem, setItemNotes, unassignHeld } from './items/assign-items';
import { heldItemFacets, listHeldItems } from './items/held-items';
import { createItemRule, listItemRules, previewItemRule, recommendBrands, removeItemRule } from './items/item-rules';
import {
  createTrackingItems,
  listItemCategories,
  listTrackingItems,
  listTrackingStrains,
} from './items/tracking-items';
import { getCertificate, getTestResults } from './packages/lab-results';
import { exportComposites, listCompositePackages, listComposites } from './packages/list-composites';
import { exportPackages, listPackages, packageFacets, packageItemNames } from './packages/list-packages';
import { setPackageNotes } from './packages/note-packages';
import { readPackageStory } from './packages/package-story';
import { listPackageTags, splitPackage } from './packages/split-package';
import { adjustTheirs, listAdjustmentReasons } from './reconciliation/adjust-theirs';
import { askColleague, listColleagues } from './reconciliation/ask-colleague';
import { listLeaving, markLeft } from './reconciliation/leaving';
import { differenceFacets, searchDifferences, summarizeDifferences } from './reconciliation/search-differences';
import { acceptTheirs, bulkDifferences, correctOurs, noteRefused } from './reconciliation/settle-differences';
import { listShortages } from './stock/list-shortages';

export const inventoryRoutes = [
  implement(inventory)({
    list: listPackages,
    facets: packageFacets,
    itemNames: packageItemNames,
    export: exportPackages,
    composite: listComposites,
    compositeExport: exportComposites,
    compositePackages: listCompositePackages,
    get: readPackageStory,
    testResults: getTestResults,
    certificate: getCertificate,
    tags: listPackageTags,
    split: splitPackage,
    setNotes: setPackageNotes,
  }),
  implement(heldItems)({
    list: listHeldItems,
    facets: heldItemFacets,
    assign: assignItem,
    assignHeld,
    unassignHeld,
    setNotes: setItemNotes,
  }),
  implement(itemRules)({
    list: listItemRules,
    preview: previewItemRule,
    create: createItemRule,
    remove: removeItemRule,
    recommendedBrands: recommendBrands,
  }),
  implement(reconciliation)({
    search: searchDifferences,
    facets: differenceFacets,
    summary: summarizeDifferences,
    shortages: listShortages,
    leaving: listLeaving,
    markLeft,
    accept: acceptTheirs,
    note: noteRefused,
    correct: correctOurs,
    adjust: adjustTheirs,
    adjustmentReasons: listAdjustmentReasons,
    ask: askColleague,
    colleagues: listColleagues,
    bulk: startBulkAct(bulkDifferences),
  }),
  implement(packageSearches)(savedViewVerbs(packageViews)),
  implement(trackingItems)({
    list: listTrackingItems,
    categories: listItemCategories,
    strains: listTrackingStrains,
    create: createTrackingItems,
  }),
];
