import { trackingItems } from '../../domain/inventory/items-contract';
import { implement } from '../implement';
import { createTrackingItems, listItemCategories, listTrackingItems, listTrackingStrains } from './tracking-items';

export const inventoryRoutes = [
  implement(trackingItems)({
    list: listTrackingItems,
    categories: listItemCategories,
    strains: listTrackingStrains,
    create: createTrackingItems,
  }),
];
