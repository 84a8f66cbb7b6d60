import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { explain } from '../../domain/access/ability';
import { CREDIT_FEATURE, mayChangeCredit } from '../../domain/customers/credit';
import type { CustomerEdit } from '../../domain/customers/customer';
import { badInput, DomainError } from '../../domain/errors';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import type { companies } from '../db/schema';
import {
  companyPaymentOptions,
  customerServiceZones,
  customerStatuses,
  customers,
  licenses,
  orgUsers,
} from '../db/schema';

type Company = typeof companies.$inferSelect;
type Fields = Omit<CustomerEdit, 'version'>;
type Asked = Pick<Ctx, 'db' | 'membership'>;

/** Default values of a new customer. */
const NO_CREDIT = { paymentTermsDays: null, creditLimitUsd: null, onHold: false, holdReason: '' } as const;
type Credit = Pick<Fields, keyof typeof NO_CREDIT>;

/** A customer's fields as table columns, but who chose its zone; blank text is null there. */
export function toValues({ managerIds: _, serviceZoneByHand: __, paymentOptions, ...fields }: Fields) {
  const { phone, email, address, deliveryPreferences, notes, holdReason } = fields;
  return {
    ...fields,
    phone: phone || null,
    email: email || null,
    address: address || null,
    deliveryPreferences: deliveryPreferences || null,
    notes: notes || null,
    holdReason: (fields.onHold && holdReason) || null,
    paymentOptionIds: [...new Set(paymentOptions)],
  };
}

/**
 * Refuses, by field, what isn't the company's (status, zone, payment option), on the team (manager), a license in the
 * company's state, or a license another customer has. FORBIDDEN when credit changes without write on order payments.
 */
export async function checkCustomer(
  ctx: Asked,
  company: Company,
  fields: Fields,
  before: (Credit & { id: number; licenseId: number | null; managerIds: readonly number[] }) | null,
): Promise<void> {
  assertMayChangeCredit(ctx, fields, before ?? NO_CREDIT);
  const of = (table: { orgId: PgColumn; companyId: PgColumn }) =>
    and(eq(table.orgId, company.orgId), eq(table.companyId, company.id));
  const { customerStatusId, serviceZoneId, paymentOptions, managerIds } = fields;
  const one = (id: number | null) => (id === null ? [] : [id]);
  await known(ctx, customerStatuses, one(customerStatusId), of(customerStatuses), {
    customerStatusId: 'This status was deleted. Choose another one.',
  });
  await known(ctx, customerServiceZones, one(serviceZoneId), of(customerServiceZones), {
    serviceZoneId: 'This service zone was deleted. Choose another one.',
  });
  const offered = and(of(companyPaymentOptions), eq(companyPaymentOptions.removed, false));
  await known(ctx, companyPaymentOptions, paymentOptions, offered, {
    paymentOptions: `${company.name} no longer offers one of these payment options`,
  });
  // People who left the team stay managers until removed.
  const onTeam = or(ne(orgUsers.status, 'REMOVED'), isOneOf(orgUsers.id, before?.managerIds ?? []));
  await known(ctx, orgUsers, managerIds, and(eq(orgUsers.orgId, company.orgId), onTeam), {
    managerIds: 'One of these people is no longer on your team',
  });
  // One that was removed since stays.
  if (fields.licenseId !== null && fields.licenseId !== before?.licenseId)
    await checkLicense(ctx, company, fields.licenseId, before?.id ?? null);
}

function assertMayChangeCredit({ membership }: Asked, after: Credit, before: Credit): void {
  const changed = (Object.keys(NO_CREDIT) as (keyof Credit)[]).find((field) => after[field] !== before[field]);
  if (changed === undefined || mayChangeCredit(membership)) return;
  const reason = { kind: 'feature', feature: CREDIT_FEATURE, level: 'write' } as const;
  throw new DomainError('FORBIDDEN', explain(reason), { object: { reason }, fields: { [changed]: explain(reason) } });
}

async function known(
  { db }: Asked,
  table: PgTable & { id: PgColumn },
  ids: readonly number[],
  where: SQL | undefined,
  otherwise: Record<string, string>,
): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const found = await db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(and(isOneOf(table.id, wanted), where));
  if (found.length < wanted.length) throw badInput(otherwise);
}

async function checkLicense({ db }: Asked, company: Company, licenseId: number, ownId: number | null): Promise<void> {
  const [license] = await db
    .select({ usState: licenses.usState })
    .from(licenses)
    .where(
      and(
        eq(licenses.id, licenseId),
        isNull(licenses.removedAt),
        or(licenses.isPublic, eq(licenses.orgId, company.orgId)),
      ),
    );
  if (license === undefined) throw badInput({ licenseId: 'License not found' });
  if (license.usState !== company.usState) {
    throw badInput({ licenseId: `${company.name} sells in ${company.usState}. Choose a license in that state.` });
  }
  const [taken] = await db
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, company.orgId),
        eq(customers.companyId, company.id),
        eq(customers.licenseId, licenseId),
        ownId === null ? undefined : ne(customers.id, ownId),
      ),
    );
  if (taken) throw licenseTaken(taken.name);
}

/** The refusal of a license another customer of the company has. */
export function licenseTaken(name: string): DomainError {
  return badInput({ licenseId: `${name} already has this license. Open that customer instead.` });
}
