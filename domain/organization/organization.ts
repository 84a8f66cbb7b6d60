import { z } from 'zod';
import { CompanyTypeSchema, ConnectionStatusSchema, PlanTypeSchema } from '../access/vocabulary';
import { Id, Instant } from '../contract/endpoint';
import { lineOfText } from '../text';

export const State = z.strictObject({ ansiAbbrevation: z.string().length(2) });

export const Address = z.strictObject({
  lineOne: z.string(),
  city: z.string(),
  state: State,
  postalCode: z.string(),
});

export const License = z.strictObject({
  id: Id,
  orgId: Id,
  licenseNumber: z.string(),
  /** By state and number. */
  displayName: z.string(),
  name: z.string(),
  dba: z.string().nullable(),
  licenseeName: z.string(),
  licenseType: CompanyTypeSchema,
  state: State,
  address: Address,
  phone: z.string().nullable(),
  isPublic: z.boolean(),
  connectionStatus: ConnectionStatusSchema,
});
export type License = z.infer<typeof License>;

export const PaymentOption = z.strictObject({ id: Id, name: z.string(), dueDays: z.number().int() });
export type PaymentOption = z.infer<typeof PaymentOption>;

export const Company = z.strictObject({
  companyId: Id,
  orgId: Id,
  name: z.string(),
  companyType: CompanyTypeSchema,
  state: State,
  profileImageUri: z.string().nullable(),
});
export type Company = z.infer<typeof Company>;

/** A company as its own people see it. */
export const OwnCompany = Company.extend({
  /** Prices come from the wholesale marketplace: the company is connected there in its state. */
  isMarketplaceLinked: z.boolean(),
  /** The IANA time zone it counts days in; null for the reader's own. */
  timeZone: z.string().nullable(),
});
export type OwnCompany = z.infer<typeof OwnCompany>;

export const BuyerLicense = z.strictObject({ id: Id, licenseId: Id, license: License });
export type BuyerLicense = z.infer<typeof BuyerLicense>;

export const BuyerCompany = z.strictObject({
  id: Id,
  orgId: Id,
  businessLicenseName: z.string(),
  dba: z.string().nullable(),
  licenseIds: z.array(Id),
  buyerLicenses: z.array(BuyerLicense),
});
export type BuyerCompany = z.infer<typeof BuyerCompany>;

const NamedBrand = z.strictObject({
  id: Id,
  orgId: Id,
  name: z.string(),
  slug: z.string(),
  profileImageUri: z.string().nullable(),
});

/** Where a brand an organization suggested stands until support staff approve it. */
export const BRAND_REVIEWS = ['IN_REVIEW', 'REJECTED'] as const;
export type BrandReview = (typeof BRAND_REVIEWS)[number];

export const OwnBrand = NamedBrand.extend({
  states: z.array(z.string()),
  disabled: z.boolean(),
  /** Null once it is approved; until then buyers don't see it. */
  review: z.enum(BRAND_REVIEWS).nullable(),
});

/** A brand of another organization that this one is a partner of. */
const PartnerBrand = NamedBrand.extend({
  orgName: z.string(),
  /** Whether the partner sees its packages. */
  canViewPackages: z.boolean(),
});

/** What anyone signed in may know about an organization. */
export const OrgProfile = z.strictObject({ id: Id, name: z.string(), profileImageUri: z.string().nullable() });

/** An organization's change; absent fields stay as they are. */
export const OrgEdit = z.object({
  name: lineOfText().min(1, 'Name is required').max(120, 'Must be 120 characters or fewer').optional(),
});

/** An organization as its members see it, limited to what their role is assigned. */
export const Organization = z.strictObject({
  id: Id,
  name: z.string(),
  profileImageUri: z.string().nullable(),
  defaultState: z.string(),
  plan: PlanTypeSchema,
  enabledFeatures: z.array(z.string()),
  licenses: z.array(License),
  brands: z.array(OwnBrand),
  companies: z.array(OwnCompany),
  /** Removed companies that set a time zone, in which the days of their finished orders still count. */
  removedCompanies: z.array(z.strictObject({ companyId: Id, timeZone: z.string() })),
  buyerCompanies: z.array(BuyerCompany),
  /** The distributor a company's new order of a brand begins with. */
  distributorMappings: z.array(z.strictObject({ companyId: Id, brandId: Id, distributorId: Id })),
  /** When each synced license was last read, and what went wrong; only with read on licenses. */
  licenseSyncs: z.array(z.strictObject({ licenseId: Id, checked: Instant.nullable(), problem: z.string().nullable() })),
  /** The outside systems it is connected to, by state. */
  externalSystems: z.array(
    z.strictObject({ kind: z.enum(['TRACKING_SYSTEM', 'WHOLESALE_MARKETPLACE', 'ACCOUNTING']), usState: z.string() }),
  ),
  /** Brands offered to others, not answered yet; only with read on brand invites. */
  brandInvites: z.array(z.strictObject({ brandId: Id, invitedEmail: z.string(), message: z.string() })),
  partnerBrands: z.array(PartnerBrand),
  /** Buyers can see at least one product of it. */
  listsProducts: z.boolean(),
});
export type Organization = z.infer<typeof Organization>;
