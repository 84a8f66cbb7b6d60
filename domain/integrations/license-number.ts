/** A license number as we keep it: single spaces, upper case. Tracking systems differ in both. */
export function normalLicenseNumber(number: string): string {
  return number.replace(/\s+/g, ' ').trim().toUpperCase();
}
