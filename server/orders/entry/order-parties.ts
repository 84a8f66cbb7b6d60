import { and, asc, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import { FEATURES } from '../../../domain/access/features';
import { badInput } from '../../../domain/errors';
import type { Ctx } from '../../context';
import { buyerLicenses, companyPaymentOptions, customers } from '../../db/schema';
import { listedCustomers } from '../../db/visibility';

type Asked = Pick<Ctx, 'db' | 'membership'>;

/** One of a company's customers that the caller sees. BAD_INPUT on `customerId` otherwise. */
export async function findCustomer({ db, membership }: Asked, companyId: number, customerId: number) {
  const [customer] = await db
    .select({ id: customers.id, name: customers.name, licenseId: customers.licenseId })
    .from(customers)
    .where(and(listedCustomers(membership), eq(customers.companyId, companyId), eq(customers.id, customerId)));
  if (customer === undefined) throw badInput({ customerId: 'Choose one of the company’s customers' });
  return customer;
}

/**
 * The customer of a new order, and who buys for it on the platform: nobody while its license isn't held there. Selling to
 * one's own organization takes write on CIRCULAR_SALES.
 */
export async function findParties(ctx: Asked, companyId: number, customerId: number) {
  const customer = await findCustomer(ctx, companyId, customerId);
  const [buyer] =
    customer.licenseId === null
      ? []
      : await ctx.db
          .select()
          .from(buyerLicenses)
          .where(eq(buyerLicenses.licenseId, customer.licenseId))
          .orderBy(asc(buyerLicenses.id))
          .limit(1);
  if (buyer?.orgId === ctx.membership.orgId && !isAllowed(ctx.membership, 'write', 'CIRCULAR_SALES')) {
    throw badInput({
      customerId: `This customer is in your own organization. Selling to it takes the “${FEATURES.CIRCULAR_SALES.name}” permission.`,
    });
  }
  return {
    customerId: customer.id,
    customerName: customer.name,
    buyerOrgId: buyer?.orgId ?? null,
    buyerCompanyId: buyer?.buyerCompanyId ?? null,
    buyerLicenseId: buyer?.id ?? null,
  };
}

/** BAD_INPUT unless the payment option is one of the company's, or the one the order has. */
export async function assertPaymentOption(
  { db }: Asked,
  companyId: number,
  optionId: number | null,
  standing: number | null,
): Promise<void> {
  if (optionId === null || optionId === standing) return;
  if (!(await isOffered(db, companyId, optionId)))
    throw badInput({ paymentOptionId: 'Choose one of the company’s payment options' });
}

/** Whether a company still offers a payment option. */
export async function isOffered(db: Ctx['db'], companyId: number, optionId: number): Promise<boolean> {
  const { id, removed, companyId: ofCompany } = companyPaymentOptions;
  const found = await db
    .select({ id })
    .from(companyPaymentOptions)
    .where(and(eq(id, optionId), eq(ofCompany, companyId), eq(removed, false)));
  return found.length > 0;
}
