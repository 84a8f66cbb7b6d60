import { COMPANY_TYPES } from '../../../domain/access/vocabulary';
import type { ClaimableLicense } from '../../../domain/licenses/license';
import { claimOption } from '../../kit/form/controls/claim-option';

/** The licenses a key can access as choices, of which those that can be claimed may be chosen. */
const claimOptions = (offered: readonly ClaimableLicense[]) =>
  offered.map(({ id, name, licenseNumber, licenseType, claimState }) =>
    claimOption(id, `${name}, ${licenseNumber} (${COMPANY_TYPES[licenseType].label})`, claimState),
  );

/** What choosing among the licenses a key can access takes: those that can be claimed, why none can be, and the field. */
export function licenseChoice(offered: readonly ClaimableLicense[]) {
  const available = offered.filter(({ claimState }) => claimState === 'AVAILABLE');
  return {
    available,
    whyNot: available.length === 0 ? 'Your key can’t access a license that can be claimed.' : null,
    field: {
      name: 'licenseIds',
      label: 'Licenses',
      control: 'checks',
      options: claimOptions(offered),
      hint: available.length < offered.length && 'If another organization has your license, dispute it in My Licenses.',
    },
  } as const;
}
