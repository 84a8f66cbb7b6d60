import type { ClaimableLicense } from '../../../domain/licenses/license';
import { CLAIM_STATES, COMPANY_TYPES } from '../../../domain/organization/vocabulary';

/** The licenses a key can access as choices, of which those that can be claimed may be chosen. */
export const claimOptions = (offered: readonly ClaimableLicense[]) =>
  offered.map(({ id, name, licenseNumber, licenseType, claimState }) => ({
    value: id,
    label: `${name}, ${licenseNumber} (${COMPANY_TYPES[licenseType].label}): ${CLAIM_STATES[claimState]}`,
    disabled: claimState !== 'AVAILABLE',
  }));
