import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { useSession } from '../../../providers/session';

/** The organization's licenses in a state, as a form's choices. */
export function useLicenseOptions(state: string): { value: number; label: string }[] {
  const licenses = useSession().organization?.licenses ?? [];
  return licenses
    .filter((license) => license.state.ansiAbbrevation === state)
    .map((license) => ({ value: license.id, label: `${licenseDisplayName(license)} (${license.name})` }));
}
