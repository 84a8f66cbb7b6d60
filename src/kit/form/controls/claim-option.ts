import { CLAIM_STATES, type ClaimState } from '../../../../domain/access/vocabulary';

/** A brand or license to claim as a choice: it says whether it can be claimed, and only then can be chosen. */
export const claimOption = (id: number, name: string, claimState: ClaimState) => ({
  value: id,
  label: `${name}: ${CLAIM_STATES[claimState]}`,
  disabled: claimState !== 'AVAILABLE',
});
