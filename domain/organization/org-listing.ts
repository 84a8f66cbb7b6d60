import { z } from 'zod';
import { publicly } from '../access/ability';
import { CompanyTypeSchema } from '../access/vocabulary';
import { Connection } from '../connections/connection';
import { Day, get, Id, IdParams } from '../contract/endpoint';
import { OrgProfile } from './organization';

/** A license as an organization's listing shows it. */
const ShownLicense = z.strictObject({
  id: Id,
  name: z.string(),
  licenseNumber: z.string(),
  licenseType: CompanyTypeSchema,
  usState: z.string(),
  city: z.string(),
  /** Null where it isn't known. */
  expiresOn: Day.nullable(),
});

const ShownBrand = z.strictObject({
  id: Id,
  name: z.string(),
  slug: z.string(),
  profileImageUri: z.string().nullable(),
  tagline: z.string(),
  states: z.array(z.string()),
});

/** An organization as anybody sees it: what it is, without its people. */
export const OrgListing = OrgProfile.extend({
  /** Those of its public licenses. */
  states: z.array(z.string()),
  brands: z.array(ShownBrand),
  licenses: z.array(ShownLicense),
  /** The reader's own connections who work there; none for visitors. */
  people: z.array(Connection),
});
export type OrgListing = z.infer<typeof OrgListing>;

/** Apart from the organization's other calls, which every page loads. */
export const orgListing = {
  profile: get('/orgs/:id', {
    summary: 'An organization’s listing: its brands and public licenses, and whom the reader knows there',
    params: IdParams,
    returns: OrgListing,
    requires: publicly,
    saysWho: true,
  }),
};
