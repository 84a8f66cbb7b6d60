import { DomainError } from '../errors';
import { stateName } from '../organization/us-states';
import { listed } from '../text';
import { normalLicenseNumber } from './license-number';

/**
 * The refusal of a call that needs a tracking system key. With the state, the browser asks for the key; without it, the
 * message is shown.
 */
export function trackingKeyRequired(usState?: string, message?: string): DomainError {
  if (usState === undefined) {
    return new DomainError(
      'TRACKING_KEY_REQUIRED',
      'Tracking system key required, go to your Verdant Profile Settings to update.',
    );
  }
  const sentence = message ?? `This needs your tracking system key for ${stateName(usState)}.`;
  return new DomainError('TRACKING_KEY_REQUIRED', sentence, { object: { ansiAbbrevation: usState } });
}

/** Whether these license numbers include this one; tracking systems differ in case and spaces. */
export function includesLicense(licenseNumbers: readonly string[], licenseNumber: string): boolean {
  return licenseNumbers.some((number) => normalLicenseNumber(number) === normalLicenseNumber(licenseNumber));
}

const MOST_NAMED = 5;

/** Says that a key can't access a license, and which ones it can. */
export function explainNoAccess(licenseNumber: string, licenseNumbers: readonly string[], whose = 'This key'): string {
  const named = licenseNumbers.slice(0, MOST_NAMED);
  const more = licenseNumbers.length - named.length;
  const list = listed(more > 0 ? [...named, `${more} more`] : named);
  const opens = licenseNumbers.length === 0 ? 'It can’t access any license.' : `It can access  ${list}.`;
  return `${whose} can’t access license ${licenseNumber}. ${opens}`;
}
