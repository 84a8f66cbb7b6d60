import { DomainError } from '../errors';
import { stateName } from '../organisation/us-states';

/**
 * The refusal of what takes a tracking-system key. With the state whose key is missing a prompt for it opens; without
 * one the sentence is shown.
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

/** Whether a key that opens these licence numbers opens this one too; tracking systems differ in case and spaces. */
export function covers(licenceNumbers: readonly string[], licenceNumber: string): boolean {
  const plain = (number: string) => number.replace(/\s+/g, ' ').trim().toUpperCase();
  return licenceNumbers.some((number) => plain(number) === plain(licenceNumber));
}

const MOST_NAMED = 5;

/** Says that a key does not open a licence, and which ones it does. */
export function notCovered(licenceNumber: string, licenceNumbers: readonly string[], whose = 'This key'): string {
  const named = licenceNumbers.slice(0, MOST_NAMED);
  const more = licenceNumbers.length - named.length;
  const list = new Intl.ListFormat('en-US').format(more > 0 ? [...named, `${more} more`] : named);
  const opens = licenceNumbers.length === 0 ? 'It opens no license at all.' : `It opens ${list}.`;
  return `${whose} does not open license ${licenceNumber}. ${opens}`;
}
