import { z } from 'zod';
import { CompanyTypeSchema } from '../access/vocabulary';
import { Id, Instant, idOf, Version } from '../contract/endpoint';
import { isTimeZone } from '../dates';
import { formatNumber } from '../money';
import { lineOfText } from '../text';
import { Address, OwnCompany, PaymentOption, State } from './organization';
import { isUsState } from './us-states';

const tooLong = (length: number) => `Must be ${formatNumber(length)} characters or fewer`;
/** A line as typed, of at most this many characters. */
export const most = (length: number) => lineOfText().max(length, tooLong(length));
/** The same in as many lines as wanted. */
export const textUpTo = (length: number) => z.string().trim().max(length, tooLong(length));
const Email = most(254).refine(
  (value) => value === '' || z.email().safeParse(value).success,
  'Enter an email address, such as name@company.com',
);
const Phone = most(40);
export const Place = z.number().int().min(0).max(1000);

/** Someone a company or brand shows its buyers. Ids are unique within it. */
export const KeyPerson = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  title: z.string(),
  email: z.string(),
  phone: z.string(),
  displayOrder: z.number().int().nonnegative(),
});
export type KeyPerson = z.infer<typeof KeyPerson>;

const KeyPersonDraft = z.object({
  /** Missing for a new person. */
  id: z.number().int().min(1).max(1_000_000).optional(),
  name: most(100).min(1, 'Name is required'),
  title: most(100).default(''),
  email: Email.default(''),
  phone: Phone.default(''),
  /** Its place in the list; by default its place in the request. */
  displayOrder: Place.optional(),
});

const CompanyAddress = Address.extend({ id: Id });

/** A company's address that isn't among its locations. */
export const OtherAddress = z.strictObject({ name: z.string(), phone: z.string(), address: CompanyAddress });
export type OtherAddress = z.infer<typeof OtherAddress>;

/** A location a company shows its buyers. */
export const CompanyLocation = OtherAddress.extend({ displayOrder: z.number().int().nonnegative() });
export type CompanyLocation = z.infer<typeof CompanyLocation>;

/** An address as typed, in any state. */
export const AddressDraft = z.object({
  name: most(100).min(1, 'Name is required'),
  phone: Phone.default(''),
  lineOne: most(200).min(1, 'Street address is required'),
  city: most(100).min(1, 'City is required'),
  state: State.refine(({ ansiAbbrevation }) => isUsState(ansiAbbrevation), 'Choose a state'),
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, 'Enter a ZIP code, such as 94612'),
});

const PaymentOptionDraft = z.object({
  /** Missing for a new one. */
  id: Id.optional(),
  name: most(60).min(1, 'Name is required'),
  /** Days from acceptance to the payment's due date. */
  dueDays: z
    .number('Enter a number of days')
    .int('Enter whole days')
    .min(0, 'Enter 0 or more')
    .max(365, 'Must be 365 or less'),
});
export type PaymentOptionDraft = z.infer<typeof PaymentOptionDraft>;

/** The distributor a new order of a brand begins with, as one of the company's vendors. */
export const DistributorMapping = z.strictObject({ brandId: Id, distributorId: Id });
export type DistributorMapping = z.infer<typeof DistributorMapping>;

/** A company that can carry a company's orders: one of type distributor in its state, its organization's or a partner's. */
export const Vendor = z.strictObject({ id: Id, orgId: Id, name: z.string(), state: State });
export type Vendor = z.infer<typeof Vendor>;

/** A customer to choose. */
export const ListedCustomer = z.strictObject({
  id: Id,
  companyId: Id,
  name: z.string(),
  licenseNumber: z.string().nullable(),
});

/** The company whose distributors are asked for (part 2, section 8). */
const NO_COMPANY = 'No company selected, cannot get distributors';
export const VendorsOf = z.object({ companyId: idOf(NO_COMPANY) });

const invitedEmail = z.email('Enter an email address').trim().max(254);

/** A buyer asked by email to order from a company. */
export const CompanyInvite = z.strictObject({ companyId: Id, invitedEmail: z.string(), created: Instant });
export const CompanyInviteDraft = z.object({ companyId: Id, invitedEmail });

/** A seller company with all that its admins keep. */
export const CompanyRecord = OwnCompany.extend({
  licenseId: Id.nullable(),
  /** Whether its link with the wholesale marketplace was severed. */
  marketplaceLinkSevered: z.boolean(),
  keyPeople: z.array(KeyPerson),
  locations: z.array(CompanyLocation),
  otherAddresses: z.array(OtherAddress),
  paymentOptions: z.array(PaymentOption),
  /** Each brand's usual distributor, for the brands the caller sees. */
  distributorMappings: z.array(DistributorMapping),
  /** The latest invitations of buyers, newest first. */
  invites: z.array(CompanyInvite),
  version: Version,
});
export type CompanyRecord = z.infer<typeof CompanyRecord>;

const NO_ZONE = 'Choose a time zone';
const DayZone = z.string(NO_ZONE).max(64, NO_ZONE).refine(isTimeZone, NO_ZONE);

const details = {
  name: most(120).min(1, 'Name is required'),
  companyType: CompanyTypeSchema,
  /** The license it sells with, in its state. */
  licenseId: Id.nullable().default(null),
  /** The time zone it counts days in; null for each reader's own, unchanged if absent. */
  timeZone: DayZone.nullable().optional(),
};

export const CompanyDraft = z.object({
  orgId: Id,
  ...details,
  state: State.refine(({ ansiAbbrevation }) => isUsState(ansiAbbrevation), 'Choose a state'),
});
export type CompanyDraft = z.infer<typeof CompanyDraft>;

/** All of a company's own fields; payment options, in their order, and usual distributors only if given. */
export const CompanyEdit = z.object({
  ...details,
  paymentOptions: z
    .array(PaymentOptionDraft)
    .min(1, 'Keep at least one payment option: buyers choose one at checkout')
    .max(20, 'At most 20 payment options')
    .refine(hasNoRepeatedName, 'Two payment options have the same name')
    .optional(),
  /** Brands the caller doesn't see keep theirs. */
  distributorMappings: z
    .array(z.object({ brandId: idOf('Choose a brand'), distributorId: idOf('Choose a distributor') }))
    .max(1000, 'At most 1,000 brands')
    .refine((mappings) => new Set(mappings.map(({ brandId }) => brandId)).size === mappings.length, {
      message: 'A brand has one usual distributor',
    })
    .optional(),
  version: Version,
});

export const KeyPeopleEdit = z.object({
  keyPeople: z.array(KeyPersonDraft).max(30, 'At most 30 key people'),
  version: Version,
});

/** The company's locations by their address, in order; an address left out is kept as one of its other addresses. */
export const LocationsEdit = z.object({
  locations: z
    .array(z.object({ address: z.object({ id: Id }), displayOrder: Place.optional() }))
    .max(100, 'At most 100 locations'),
  version: Version,
});

/** What people on a seller's team can be emailed about, by company. */
export const FEED_TYPES = {
  NEW_ORDER: { label: 'New orders', hint: 'When a buyer places an order.' },
  ORDER_CANCELLED: { label: 'Cancelled orders', hint: 'When a buyer cancels an order.' },
} as const;
export type FeedType = keyof typeof FEED_TYPES;
const FeedTypeSchema = z.enum(Object.keys(FEED_TYPES) as [FeedType, ...FeedType[]]);

export const NotificationSetting = z.strictObject({ orgUserId: Id, feedType: FeedTypeSchema });
export type NotificationSetting = z.infer<typeof NotificationSetting>;

export const NotificationSettings = z.strictObject({
  settings: z.array(NotificationSetting),
  /** People on the team who can see the company. */
  people: z.array(z.strictObject({ orgUserId: Id, displayName: z.string(), email: z.string() })),
  version: Version,
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsEdit = z.object({
  settings: z.array(z.object({ orgUserId: Id, feedType: FeedTypeSchema })).max(2000),
  version: Version,
});

/** Entries by their display order; entries without one are at their place in the list. */
export function inDisplayOrder<E extends { displayOrder?: number | undefined }>(entries: readonly E[]): E[] {
  return entries
    .map((entry, place) => ({ entry, order: entry.displayOrder ?? place }))
    .sort((a, b) => a.order - b.order)
    .map(({ entry }) => entry);
}

/** A short list as saved: in order, each entry with an id of its own; unknown ids count as new. */
export function numberInOrder<D extends { id?: number | undefined; displayOrder?: number | undefined }>(
  drafts: readonly D[],
  before: readonly { id: number }[],
): (Omit<D, 'id' | 'displayOrder'> & { id: number })[] {
  const free = new Set(before.map(({ id }) => id));
  let last = Math.max(0, ...free);
  return inDisplayOrder(drafts).map(({ id, displayOrder: _, ...entry }) => {
    const isKnown = id !== undefined && free.delete(id);
    return { ...entry, id: isKnown ? id : ++last };
  });
}

function hasNoRepeatedName(options: readonly { name: string }[]): boolean {
  return new Set(options.map(({ name }) => name.toLowerCase())).size === options.length;
}
