import { z } from 'zod';
import { signedIn } from '../access/ability';
import { COMPANY_TYPES, type CompanyType } from '../access/vocabulary';
import { Id, post, search } from '../contract/endpoint';
import { SecretKey, UsState } from '../integrations/integrations';
import { ClaimableLicense, LicenseDraft } from '../licenses/license';
import { lineOfText } from '../text';

/** Which parts of a trade a kind of business takes. */
export type Trades = { sells: boolean; buys: boolean };

const BOTH: Trades = { sells: true, buys: true };
const SELLS: Trades = { sells: true, buys: false };
const BUYS: Trades = { sells: false, buys: true };

/** What each kind of business begins with: a seller company, a buyer company or both. */
export const TRADES: Record<CompanyType, Trades> = {
  UNKNOWN: BOTH,
  CULTIVATOR: SELLS,
  PROCESSOR: BOTH,
  WHOLESALER: BOTH,
  DISTRIBUTOR: BOTH,
  RETAILER: BUYS,
  LABORATORY: BUYS,
  SERVICE_PROVIDER: BUYS,
  MICROBUSINESS: BOTH,
  HEMP: SELLS,
};

/** Licenses an organization can begin with; more are added afterwards. */
export const MOST_FIRST_LICENSES = 20;

/** An organization to begin; licenses are as typed, or as its tracking system key offers them. */
export const OrganizationDraft = z
  .object({
    name: lineOfText().min(1, 'Name is required').max(120, 'Must be 120 characters or fewer'),
    companyType: z.enum(Object.keys(COMPANY_TYPES) as [CompanyType, ...CompanyType[]], 'Choose what you do'),
    licenses: z
      .array(LicenseDraft)
      .min(1, 'Add at least one license')
      .max(MOST_FIRST_LICENSES, `Add up to ${MOST_FIRST_LICENSES} licenses now and the rest later`),
    /** By default the state of the first license. */
    defaultState: UsState.optional(),
  })
  .superRefine(({ licenses }, context) => {
    licenses.forEach(({ licenseNumber, state }, index) => {
      const first = licenses.findIndex((one) => one.licenseNumber === licenseNumber && one.state === state);
      if (first === index) return;
      const path = ['licenses', index, 'licenseNumber'];
      context.addIssue({ code: 'custom', path, message: 'This license is listed twice' });
    });
  });
export type OrganizationDraft = z.infer<typeof OrganizationDraft>;

/** The calls of somebody who begins an organization, and so has no role in it yet. */
export const beginning = {
  create: post('/orgs', {
    summary: 'Create an organization; with its licenses and a seller company, a buyer company or both',
    body: OrganizationDraft,
    returns: z.strictObject({ orgId: Id, orgName: z.string() }),
    requires: signedIn,
    audit: 'organization',
    inPersonOnly: true,
    idempotent: true,
    limited: true,
  }),
  claimable: search('/users/me/claimable-licenses', {
    part: 'tracking',
    summary: 'Licenses a tracking system key can access in a state, and which no organization has',
    body: z.object({ state: UsState, metrcApiKey: SecretKey }),
    returns: z.array(ClaimableLicense),
    requires: signedIn,
    limited: true,
  }),
};
