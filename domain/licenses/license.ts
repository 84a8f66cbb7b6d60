import { z } from 'zod';
import { ClaimStateSchema, CompanyTypeSchema, ConnectionStatusSchema } from '../access/vocabulary';
import { EnteredDay, Id, Instant, RowId, Version } from '../contract/endpoint';
import { UsState } from '../integrations/integrations';
import { normalLicenseNumber } from '../integrations/license-number';
import { formatNumber } from '../money';
import { Address, License, State } from '../organization/organization';
import { stateName } from '../organization/us-states';
import { lineOfText } from '../text';
import { LicenseProof } from './proof';
import { LicenseCheck } from './standing';

const upTo = (most: number) => lineOfText().max(most, `Must be ${formatNumber(most)} characters or fewer`);

const PostalCode = z
  .string()
  .trim()
  .regex(/^(\d{5}(-\d{4})?)?$/, 'Enter a ZIP code, such as 94612')
  .default('');

/** A license's address as typed; blank where unknown. Its state, if given, is the license's. */
const AddressInput = z.object({
  lineOne: upTo(200).default(''),
  city: upTo(100).default(''),
  state: State.optional(),
  postalCode: PostalCode,
});

/** A license number as it is kept, of any way to write it. */
export const LicenseNumber = z
  .string()
  .overwrite(normalLicenseNumber)
  .min(1, 'License number is required')
  .max(60, 'Must be 60 characters or fewer');

/** Why an address can't be a license's: it is in another state; null if it can. */
export function addressProblem(address: z.output<typeof AddressInput>, usState: string): string | null {
  const given = address.state?.ansiAbbrevation;
  return given === undefined || given === usState ? null : `Must be in ${stateName(usState)}, as the license is`;
}

/** A license to add by hand; `licenseType` is ours. */
export const LicenseDraft = z
  .object({
    licenseNumber: LicenseNumber,
    name: upTo(200).min(1, 'Name is required'),
    licenseType: CompanyTypeSchema.default('UNKNOWN'),
    state: UsState,
    address: AddressInput,
  })
  .superRefine(({ address, state }, context) => {
    const message = addressProblem(address, state);
    if (message !== null) context.addIssue({ code: 'custom', path: ['address', 'state'], message });
  });
export type LicenseDraft = z.infer<typeof LicenseDraft>;

/** A license's edit, with the version it is based on; number, name and state are the state's. `licenseType` is ours. */
export const LicenseEdit = z.object({
  dba: upTo(200).default(''),
  phone: upTo(40).default(''),
  isPublic: z.boolean(),
  licenseType: CompanyTypeSchema.optional(),
  /** Null where it isn't known; left as it is without it. */
  expiresOn: EnteredDay.nullable().optional(),
  address: AddressInput,
  version: Version,
});
export type LicenseEdit = z.infer<typeof LicenseEdit>;

/** How a license is synced with the tracking system: its status, whose key is used, how fresh it is and what failed. */
export const LicenseSyncStatus = z.strictObject({
  syncNotFound: z.boolean(),
  historicalSyncDone: z.boolean(),
  active: z.boolean(),
  connectionStatus: ConnectionStatusSchema,
  /** Null where no key is in use. */
  keyLastFour: z.string().nullable(),
  /** Whose key it is; null for one entered for this license only. */
  keyOwner: z.string().nullable(),
  /** When the tracking system was last read. */
  checked: Instant.nullable(),
  problem: z.string().nullable(),
  /** Whether all of the tracking system's lists are being read from their beginning. */
  isReading: z.boolean(),
  /** Records read since that last began. */
  recordsRead: z.number().int().nonnegative(),
  /** When everything was last compared. */
  compared: Instant.nullable(),
});
export type LicenseSyncStatus = z.infer<typeof LicenseSyncStatus>;

const { connectionStatus: _, ...shown } = License.shape;

/** A license as people may see it: anyone if it is public, else its organization's. Visitors get it `withoutContact`. */
export const LicenseProfile = z.strictObject({
  ...shown,
  id: RowId,
  orgId: RowId,
  address: Address,
  ...LicenseCheck.shape,
  ...LicenseProof.shape,
  version: Version,
  /** Null for people who don't manage it. */
  syncStatus: LicenseSyncStatus.nullable(),
});
export type LicenseProfile = z.infer<typeof LicenseProfile>;

/** What visitors see of a license: no person, phone or street. */
export const withoutContact = (license: LicenseProfile): LicenseProfile => ({
  ...license,
  licenseeName: '',
  phone: null,
  address: { ...license.address, lineOne: '', postalCode: '' },
});

/** A row of the licenses grid. */
export const LicenseRow = LicenseProfile.extend({ syncStatus: LicenseSyncStatus });
export type LicenseRow = z.infer<typeof LicenseRow>;

/** A license that a tracking system key can access; `id` is for claiming it. */
export const ClaimableLicense = z.strictObject({
  id: Id,
  licenseNumber: z.string(),
  name: z.string(),
  licenseType: CompanyTypeSchema,
  state: State,
  claimState: ClaimStateSchema,
});
export type ClaimableLicense = z.infer<typeof ClaimableLicense>;

const Counted = z.strictObject({ id: z.string(), count: z.number().int().nonnegative() });

/** License filter choices with counts. */
export const LicenseFacets = z.strictObject({
  usStates: z.array(Counted),
  licenseTypes: z.array(Counted),
  connectionStatuses: z.array(Counted),
});

/** How far reading a license's lists has come, in words; empty before the first. */
export function readingText({ isReading, recordsRead }: Pick<LicenseSyncStatus, 'isReading' | 'recordsRead'>): string {
  const count = formatNumber(recordsRead);
  if (isReading) return recordsRead === 0 ? 'Reading begins' : `${count} read so far`;
  return recordsRead === 0 ? '' : `${count} read`;
}
