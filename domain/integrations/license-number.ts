/** A license number as we keep it: single spaces, upper case. Tracking systems differ in both. */
export function normalLicenseNumber(number: string): string {
  return number.replace(/\s+/g, ' ').trim().toUpperCase();
}

/** A license number as it is searched: upper case, without spaces, dashes, dots and whatever else is written between. */
export const licenseNumberKey = (number: string): string => number.replace(/[^a-zA-Z0-9]/g, '').toUpperCase();
