import { heldItems, itemRules } from '../../domain/inventory/held-items-contract';
import { trackingItems } from '../../domain/inventory/items-contract';
import { inventory } from '../../domain/inventory/packages-contract';
import { reconciliation } from '../../domain/inventory/reconciliation-contract';
import { packageSearches, packageViews } from '../../domain/inventory/saved-searches';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { savedViewVerbs } from '../views/saved-views';
import { adjustTheirs, listAdjustmentReasons } from './adjust-theirs';
import { askColleague, listColleagues } from './ask-colleague';
import { assignHeld, assignItem, setItemNotes, unassignHeld } from './assign-items';
import { exportComposites, listCompositePackages, listComposites } from './composites';
import { heldItemFacets, listHeldItems } from './held-items';
import { createItemRule, listItemRules, previewItemRule, recommendBrands, removeItemRule } from './item-rules';
import { getCertificate, getTestResults } from './lab-results';
import { setPackageNotes } from './note-packages';
import { tellPackage } from './package-story';
import { exportPackages, listPackages, packageFacets, packageItemNames } from './packages';
import { differenceFacets, searchDifferences, summarizeDifferences } from './search-differences';
import { acceptTheirs, bulkDifferences, correctOurs } from './settle-differences';
import { listShortages } from './shortages';
import { listPackageTags, splitPackage } from './split-package';
import { createTrackingItems, listItemCategories, listTrackingItems, listTrackingStrains } from './tracking-items';

export const inventoryRoutes = [
  implement(inventory)({
    list: listPackages,
    facets: packageFacets,
    itemNames: packageItemNames,
    export: exportPackages,
    composite: listComposites,
    compositeExport: exportComposites,
    compositePackages: listCompositePackages,
    get: tellPackage,
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
    accept: acceptTheirs,
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
