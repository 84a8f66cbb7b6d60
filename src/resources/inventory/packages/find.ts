import { inventoryContext } from '../../../../domain/inventory/context';
import { PACKAGE_STATUSES } from '../../../../domain/inventory/packages/package';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { signedInNow } from '../../../providers/session/session-store';
import { packages } from './resource';

const AT_MOST = 5;

/** Packages of the state at hand by a part of their tag. */
export const findPackages: Finds = async (text, scope, options) => {
  const now = signedInNow();
  const usState = now?.organization && inventoryContext(now.organization, now.inventory).usState;
  if (!usState) return [];
  const filters = { usState, packageLabelSearchTerm: text, includeInactive: true };
  const { results } = await readList(packages, { filters }, scope, options);
  return results.slice(0, AT_MOST).map(({ verdantId: id, label, itemName, status }) => ({
    path: `/inventory?edit=${id}`,
    label,
    hint: `Package of ${itemName}, ${PACKAGE_STATUSES[status].label.toLowerCase()}`,
  }));
};
