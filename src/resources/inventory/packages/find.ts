import { PACKAGE_STATUSES } from '../../../../domain/inventory/packages/package';
import type { Finds } from '../../../providers/manifest';
import { readList } from '../../../providers/refine/resource';
import { sessionState } from '../../../providers/session/session-store';
import { packages } from './resource';

const AT_MOST = 5;

/** Packages of the current company's state by a part of their tag. */
export const findPackages: Finds = async (text, scope, options) => {
  const state = sessionState();
  const usState = state.status === 'signed-in' && state.sellerCompany?.state.ansiAbbrevation;
  if (!usState) return [];
  const filters = { usState, packageLabelSearchTerm: text, includeInactive: true };
  const { results } = await readList(packages, { filters }, scope, options);
  return results.slice(0, AT_MOST).map(({ verdantId: id, label, itemName, status }) => ({
    path: `/inventory?edit=${id}`,
    label,
    hint: `Package of ${itemName}, ${PACKAGE_STATUSES[status].label.toLowerCase()}`,
  }));
};
