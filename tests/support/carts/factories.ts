import type { Db } from '../../../server/db/client';
import * as schema from '../../../server/db/schema';
import { type BuyerFixture, only, type SellerFixture, unique } from '../organization/factories';

/** A request to approve an order whose cart is gone; whoever manages the buyer's organization decides. */
export async function makeApproval(
  db: Db,
  seller: SellerFixture,
  buyer: BuyerFixture,
  values: Partial<typeof schema.approvalRequests.$inferInsert> = {},
): Promise<number> {
  const of = { orgId: buyer.org.id, buyerCompanyId: buyer.buyerCompany.id };
  await db.insert(schema.buyerCompanyApprovals).values(of).onConflictDoNothing();
  const order = {
    lines: [],
    totalUsd: '250.00',
    paymentOption: { id: seller.paymentOptions[0]?.id ?? 1, name: 'Net 30', dueDays: 30 },
    deliveryDay: null,
    buyerNotes: '',
    deliveryPreferences: '',
  };
  const request = {
    ...of,
    buyerLicenseId: buyer.buyerLicense.id,
    sellerCompanyId: seller.company.id,
    cartId: 1_000_000_000 + unique(),
    why: 'above $200.00',
    order,
    totalUsd: order.totalUsd,
    askedByUserId: buyer.owner.user.id,
    askedAt: new Date(),
    askedOfIds: [buyer.owner.orgUserId],
    ...values,
  };
  return only(await db.insert(schema.approvalRequests).values(request).returning()).id;
}
