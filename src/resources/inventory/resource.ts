import { packageBulk } from '../../../domain/inventory/package-bulk-contract';
import { inventory as calls } from '../../../domain/inventory/packages-contract';
import { reconciliation } from '../../../domain/inventory/reconciliation-contract';
import { packageSearches as searchCalls } from '../../../domain/inventory/saved-searches';
import { resourceOf } from '../../providers/resource';

/** Packages of the tracking system. What they are mapped to changes with products. */
export const packages = resourceOf({
  name: 'packages',
  topics: ['packages', 'products', 'integrations'],
  list: calls.list,
  changedBy: [
    calls.setNotes,
    packageBulk.start,
    calls.split,
    reconciliation.accept,
    reconciliation.correct,
    reconciliation.bulk,
  ],
});

/** Saved searches of packages. */
export const packageSearches = resourceOf({ name: 'package-searches', company: 'seller', ...searchCalls });
