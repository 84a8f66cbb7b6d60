import { isNarrowed } from '../../../../domain/inventory/context';
import { useNoLicense } from '../../../access/WhyNot';
import type { GridEmpty } from '../../../ui/grid';
import type { InventoryPlace } from '../useInventoryContext';

/** What a list of packages says while there are none. */
export function useNoPackages(place: InventoryPlace): GridEmpty {
  const noLicense = useNoLicense('packages');
  if (noLicense) return noLicense;
  if (isNarrowed(place))
    return { title: 'No packages for these licenses and brands', hint: 'Choose other licenses or brands above.' };
  return {
    title: 'No packages yet',
    hint: 'They appear here once a license is connected to the tracking system.',
  };
}
