import { z } from 'zod';
import { Day } from '../contract/endpoint';

/** What there is to know of a license: what its register says, its last day, and to who watches it that nobody knows. */
const WARNINGS = ['SUSPENDED', 'REVOKED', 'SURRENDERED', 'EXPIRED', 'LAPSES', 'UNLISTED', 'UNKNOWN'] as const;

/** A warning about a license (`domain/licenses/warning.ts`). It stops nothing. */
export const LicenseWarning = z.strictObject({
  kind: z.enum(WARNINGS),
  licenseNumber: z.string(),
  /** Its last valid day; null where nobody knows it. */
  expiresOn: Day.nullable(),
  /** Days until then, by its state’s clock; less than 0 since it is over. */
  days: z.number().int().nullable(),
});
export type LicenseWarning = z.infer<typeof LicenseWarning>;
