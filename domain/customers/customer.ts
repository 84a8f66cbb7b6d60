import { z } from 'zod';
import { CompanyScope, Day, Id, Instant, RowId, Version } from '../contract/endpoint';
import { formatNumber, MoneySchema, PriceSchema } from '../money';
import { PaymentOption } from '../organization/organization';
import { lineOfText } from '../text';

const upTo = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Must be ${formatNumber(most)} characters or fewer`)
    .default('');

const Named = z.strictObject({ id: RowId, name: z.string() });
const Person = z.strictObject({ id: RowId, displayName: z.string() });
const CustomerLicense = z.strictObject({ id: RowId, licenseNumber: z.string(), name: z.string() });

const Email = lineOfText()
  .max(200, 'Must be 200 characters or fewer')
  .default('')
  .refine(
    (value) => value === '' || z.email().safeParse(value).success,
    'Enter an email address, such as orders@greenleaf.com',
  );

const id = Id.nullable().default(null);

/** A customer's editable fields: the documented names, plus credit. Blank text is ''. */
const fields = {
  licenseId: id,
  name: lineOfText().min(1, 'Name is required').max(200, 'Must be 200 characters or fewer'),
  phone: lineOfText().max(40, 'Must be 40 characters or fewer').default(''),
  email: Email,
  address: upTo(400),
  deliveryPreferences: upTo(2000),
  notes: upTo(4000),
  delinquent: z.boolean().default(false),
  serviceZoneId: id,
  /** False lets the zone follow the address; by default a changed zone stops following it. */
  serviceZoneByHand: z.boolean().optional(),
  customerStatusId: id,
  managerIds: z.array(Id).max(20, 'At most 20 managers').default([]),
  paymentOptions: z.array(Id).max(50, 'At most 50 payment options').default([]),
  paymentOptionsLocked: z.boolean().default(false),
  paymentTermsDays: z
    .number('Enter a number of days')
    .int('Enter whole days')
    .min(0, 'Must be 0 or more')
    .max(365, 'Must be 365 or less')
    .nullable()
    .default(null),
  creditLimitUsd: PriceSchema.nullable().default(null),
  onHold: z.boolean().default(false),
  holdReason: upTo(500),
};

type Locked = { paymentOptions: readonly number[]; paymentOptionsLocked: boolean };

/** An empty list of payment options would lock the buyer out. */
export const hasWayToPay = ({ paymentOptions, paymentOptionsLocked }: Locked) =>
  !paymentOptionsLocked || paymentOptions.length > 0;

const wayToPay = { path: ['paymentOptions'], message: 'Choose at least one payment option, or allow all of them' };

/** Every editable field of a customer. */
export const CustomerFields = z.object(fields);
export const CustomerDraft = CompanyScope.extend(fields).refine(hasWayToPay, wayToPay);
export type CustomerDraft = z.infer<typeof CustomerDraft>;

/** A customer's edit sends every field and the version it is based on. */
export const CustomerEdit = z.object({ ...fields, version: Version }).refine(hasWayToPay, wayToPay);
export type CustomerEdit = z.infer<typeof CustomerEdit>;

/** A row of the customers grid. */
export const CustomerRow = z.strictObject({
  id: RowId,
  companyId: RowId,
  name: z.string(),
  license: CustomerLicense.nullable(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  delinquent: z.boolean(),
  serviceZone: Named.nullable(),
  customerStatus: Named.nullable(),
  managers: z.array(Person),
  paymentTermsDays: z.number().int().nullable(),
  creditLimitUsd: MoneySchema.nullable(),
  /** Unpaid amount of accepted orders, less what was paid too much on others; less than 0 if that is more. */
  exposureUsd: MoneySchema,
  onHold: z.boolean(),
  /** The earliest day that money of accepted orders was or is due which isn't paid; null without any. */
  dueSince: Day.nullable(),
  created: Instant,
  version: Version,
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/** A customer in full. */
export const Customer = CustomerRow.extend({
  licenseId: Id.nullable(),
  deliveryPreferences: z.string(),
  notes: z.string(),
  serviceZoneId: Id.nullable(),
  /** People chose its zone, so it doesn't follow the address. */
  serviceZoneByHand: z.boolean(),
  customerStatusId: Id.nullable(),
  managerIds: z.array(Id),
  paymentOptions: z.array(Id),
  paymentOptionsLocked: z.boolean(),
  holdReason: z.string(),
  /** What orders that wait to be accepted add to what is owed then: without their backorder lines. */
  submittedUsd: MoneySchema,
  /** Overpayments across all orders. */
  overpaidUsd: MoneySchema,
  updated: Instant,
  canEdit: z.boolean(),
  canEditCredit: z.boolean(),
});
export type Customer = z.infer<typeof Customer>;

const Counted = Named.extend({ count: z.number().int().nonnegative() });

/** Customer filter choices with counts, and the choices of the form. */
export const CustomerFacets = z.strictObject({
  customerStatuses: z.array(Counted),
  serviceZones: z.array(Counted),
  managers: z.array(Person.extend({ count: z.number().int().nonnegative() })),
  paymentOptions: z.array(PaymentOption),
});
export type CustomerFacets = z.infer<typeof CustomerFacets>;
