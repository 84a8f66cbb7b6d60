import { trackingItems } from '../../domain/inventory/items-contract';
import { inventory } from '../../domain/inventory/packages-contract';
import { implement } from '../implement';
import { setPackageNotes } from './note-packages';
import { tellPackage } from './package-story';
import { exportPackages, listPackages, packageFacets, packageItemNames } from './packages';
import { createTrackingItems, listItemCategories, listTrackingItems, listTrackingStrains } from './tracking-items';

export const inventoryRoutes = [
  implement(inventory)({
    list: listPackages,
    facets: packageFacets,
    itemNames: packageItemNames,
    export: exportPackages,
    get: tellPackage,
    setNotes: setPackageNotes,
  }),
  implement(trackingItems)({
    list: listTrackingItems,
    categories: listItemCategories,
    strains: listTrackingStrains,
    create: createTrackingItems,
  }),
];
