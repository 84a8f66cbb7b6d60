import { inventory as calls } from '../../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../../domain/inventory/packages/package';
import { packageSearches as searchCalls } from '../../../../domain/inventory/packages/saved-searches';
import { resourceOf } from '../../../providers/refine/resource';

/** Packages of the tracking system. What they are mapped to changes with products. */
export const packages = resourceOf({
  name: 'packages',
  topics: ['packages', 'products', 'integrations'],
  list: calls.list,
  numberedBy: 'verdantId',
});
/** A package as the list has it, by our number. */
export type PackageRow = Omit<InventoryPackage, 'id'> & { id: number };

/** Saved searches of packages. */
export const packageSearches = resourceOf({ name: 'package-searches', company: 'seller', ...searchCalls });
