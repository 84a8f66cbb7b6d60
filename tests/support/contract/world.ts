import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import {
  auditLog,
  brandImages,
  brandSuggestions,
  changes,
  companies,
  companyOrderTerms,
  orderComments,
  orderPayments,
  wholesaleConflicts,
  wholesaleRecords,
  wholesaleSyncs,
} from '../../../server/db/schema';
import { claimIdOf } from '../../../server/licenses/claim-licenses';
import { type Audited, makeAudited } from '../accounting/audited';
import { makeBooks } from '../accounting/factories';
import { makeFailedPush } from '../accounting/pushing';
import { makeWatchedKey } from '../api-keys/factories';
import { makeSubscription } from '../billing/billing';
import { type CatalogueWorld, makeCatalogueWorld } from '../catalogue/world';
import { type DealWorld, makeDealWorld } from '../deals/factories';
import {
  type BuyerFixture,
  makeAddress,
  makeBrand,
  makeBrandInvite,
  makeBuyer,
  makeChannel,
  makeCustomer,
  makeCustomerStatus,
  makeLicense,
  makeLicenseKey,
  makeMember,
  makeOrder,
  makeProduct,
  makeRole,
  makeSeller,
  makeServiceZone,
  makeTrackingKey,
  makeUnclaimed,
  makeUser,
  type OrgFixture,
  only,
  type SellerFixture,
  type UserFixture,
} from '../factories';
import { type HarvestWorld, makeHarvestWorld } from '../harvests/world';
import { type IntakeWorld, makeIntakeWorld } from '../intakes/factories';
import { makeShareWorld, type ShareWorld } from '../network/shares';
import { makeOrderWorld, type OrderWorld } from '../orders/world';
import { makeRoadmapWorld, type RoadmapWorld } from '../roadmap';
import { THEIR_PRODUCT } from '../wholesale/their-product';
import { type BuyingWorld, makeBuyingWorld } from './buying-world';
import { type CardsWorld, makeCardsWorld } from './cards-world';
import { type ChannelsWorld, makeChannelsWorld } from './channels-world';
import { type ClaimsWorld, makeClaimsWorld } from './claims-world';
import { makeNetworkWorld, type NetworkWorld } from './network-world';
import { makePeopleWorld, type PeopleWorld } from './people-world';
import { makeRegistersWorld, type RegistersWorld } from './registers-world';
import { makeViewsWorld, type ViewsWorld } from './views-world';
import { makeWebhooksWorld, type WebhooksWorld } from './webhooks-world';

/** Two trading organizations, with one of everything a call can reference. */
export interface World
  extends BuyingWorld,
    CardsWorld,
    CatalogueWorld,
    IntakeWorld,
    NetworkWorld,
    ChannelsWorld,
    OrderWorld,
    PeopleWorld,
    RegistersWorld,
    RoadmapWorld,
    ViewsWorld,
    WebhooksWorld,
    ClaimsWorld {
  seller: SellerFixture;
  buyer: BuyerFixture;
  /** Support staff, without an organization. */
  support: { owner: { user: UserFixture }; org: OrgFixture | null };
  customerId: number;
  productId: number;
  /** Another of the seller's customers, with an order. */
  otherCustomerId: number;
  otherOrderId: number;
  /** One of the seller's statuses that the customer has, and an unused one. */
  customerStatusId: number;
  customerStatusName: string;
  otherCustomerStatusId: number;
  /** One of the seller's service zones that the customer is in, and an unused one. */
  serviceZoneId: number;
  serviceZoneName: string;
  otherServiceZoneId: number;
  /** A customer file the seller imported. */
  customerImportId: number;
  orderId: number;
  orderLineId: number;
  orderNumber: string;
  paymentId: number;
  commentId: number;
  /** A comment that mentions the seller's owner. */
  mentionId: number;
  deals: DealWorld;
  shares: ShareWorld;
  harvests: HarvestWorld;
  orderTermsId: number;
  roleId: number;
  /** A location of the seller's company. */
  addressId: number;
  /** Someone on the seller's team. */
  colleague: { orgUserId: number; userId: string };
  /** A channel of the seller's owner and colleague, with the owner's message. */
  channel: { cid: string; messageId: string };
  /** The seller's company's books: its connection, and their id. */
  books: { connectionId: number; realm: string };
  /** What was read of them, compared and changed there. */
  audited: Audited;
  /** Another company of the seller, and its connection, which can end. */
  otherBooks: { companyId: number; connectionId: number };
  /** An order whose invoice the books didn't take. */
  pushed: { orderId: number; documentId: number };
  /** The seller's wholesale marketplace connection. */
  wholesaleSyncId: number;
  /** What that and the seller's order have differently. */
  wholesaleConflictIds: readonly [settled: number, together: number, left: number];
  /** Of a license that the seller's tracking system key can access and nobody has. */
  claimId: number;
  /** A brand of the seller without products, and one nobody has. */
  spareBrandId: number;
  unclaimedBrandId: number;
  /** A picture of the seller's brand. */
  brandImageId: number;
  /** A license and a company of the seller that nothing depends on. */
  spareLicenseId: number;
  spareCompanyId: number;
  /** An API key of the seller's owner, watched for a week. */
  apiKeyId: number;
  rotatedKeyId: number;
  narrowedKeyId: number;
  /** Brands the seller suggested, in review. */
  suggestionIds: [number, number];
  /** An invite the seller sent, and two that the buyer sent to the seller's owner. */
  brandInvites: { sentId: number; received: { inviteCode: string }; rejectedId: number };
}

export async function makeWorld(db: Db): Promise<World> {
  const seller = await makeSeller(db);
  const buyer = await makeBuyer(db);
  const product = await makeProduct(db, seller, { quantity: '1000', productLineId: seller.productLine.id });
  const status = await makeCustomerStatus(db, seller);
  const zone = await makeServiceZone(db, seller);
  const labels = { customerStatusId: status.id, serviceZoneId: zone.id };
  const [otherStatus, otherZone] = [await makeCustomerStatus(db, seller), await makeServiceZone(db, seller)];
  const terms = only(
    await db
      .insert(companyOrderTerms)
      .values({
        orgId: seller.org.id,
        companyId: seller.company.id,
        serviceZoneId: otherZone.id,
        deliveryDays: [2],
        timeZone: 'America/Los_Angeles',
      })
      .returning(),
  );
  const people = { managerOrgUserIds: [seller.owner.orgUserId] };
  const customer = await makeCustomer(db, seller, { buyer, ...labels, ...people });
  const { order, lines } = await makeOrder(db, seller, {
    buyer,
    customer,
    lines: [{ product, quantity: '10' }],
    salesRepOrgUserIds: [seller.owner.orgUserId],
  });
  const another = await makeProduct(db, seller);
  const { order: otherOrder, customer: otherCustomer } = await makeOrder(db, seller, { lines: [{ product: another }] });
  const of = { orgId: seller.org.id, orderId: order.id };
  const payment = only(
    await db
      .insert(orderPayments)
      .values({ ...of, amount: '5.00', paymentType: 'CASH', paymentDate: '2026-01-05' })
      .returning(),
  );
  const comment = only(
    await db
      .insert(orderComments)
      .values({ ...of, authorUserId: seller.owner.user.id, comment: 'Call before delivery' })
      .returning(),
  );
  const mention = only(
    await db
      .insert(orderComments)
      .values({ ...of, authorUserId: seller.owner.user.id, comment: `Ask <@${seller.owner.orgUserId}>` })
      .returning(),
  );
  const address = await makeAddress(db, seller, { displayOrder: 0 });
  const role = await makeRole(db, seller, { features: {} });
  const colleague = await makeMember(db, seller, {
    defaultRoleId: 'USER',
    licenseIds: [seller.license.id],
    brandIds: [seller.brand.id],
    companyIds: [seller.company.id],
  });
  const channel = await makeChannel(db, { org: seller.org, people: [seller.owner.user, colleague.user] });
  await makeSubscription(db, seller);
  // Ended, so it can be managed and bought again.
  await makeSubscription(db, buyer, { status: 'cancelled', days: -1 });
  const link = { orgId: seller.org.id, usState: 'CA', access: 'READ', checkedAt: new Date(), sweptAt: new Date() };
  const file = { companyId: seller.company.id, fileName: 'customers.csv' };
  const imported = {
    kind: 'IMPORT',
    path: '/customer-imports',
    entity: 'customer',
    act: 'import',
    input: file,
  } as const;
  const importer = { orgId: seller.org.id, userId: seller.owner.user.id, timeZone: 'UTC', total: 0 };
  const customerImport = only(
    await db
      .insert(changes)
      .values({ ...imported, ...importer, state: 'DONE' })
      .returning(),
  );
  const said = { endpoint: 'PUT /seller/orders/:id/basic-info', entity: 'order', entityId: `${order.id}` };
  const by = { orgId: seller.org.id, actorUserId: seller.owner.user.id, requestId: randomUUID() };
  await db.insert(auditLog).values({ ...said, ...by, after: { notes: 'Leave at the back door' } });
  for (const usState of ['CA', 'OR']) await makeTrackingKey(db, seller.owner, { usState });
  const books = await makeBooks(db, seller);
  const audited = await makeAudited(db, seller, books);
  const kept = { orgId: seller.org.id, name: 'Second', companyType: 'DISTRIBUTOR', usState: 'CA' };
  const keeping = only(await db.insert(companies).values(kept).returning());
  const ending = await makeBooks(db, { org: seller.org, company: keeping });
  const pushed = await makeFailedPush(db, seller, books);
  const linked = { ...link, companyId: seller.company.id };
  const wholesaleSync = only(await db.insert(wholesaleSyncs).values(linked).returning());
  await db.insert(wholesaleRecords).values({
    orgId: seller.org.id,
    syncId: wholesaleSync.id,
    kind: 'PRODUCT',
    externalId: THEIR_PRODUCT,
    name: 'Blue Dream',
    theirs: {},
    problem: 'It has no SKU there.',
    seenAt: new Date(),
  });
  const conflictOf = async (matched: { externalId: string; ownId: number }, field: string, of: [string, string]) => {
    const [ours, theirs] = of;
    const at = { orgId: seller.org.id, syncId: wholesaleSync.id, kind: 'ORDER', ...matched };
    const seen = { name: matched.externalId, state: 'MATCHED', theirs: { [field]: theirs }, seenAt: new Date() };
    await db.insert(wholesaleRecords).values({ ...at, ...seen });
    const made = await db
      .insert(wholesaleConflicts)
      .values({ ...at, field, ours, agreed: '', theirs })
      .returning();
    return only(made).id;
  };
  const wholesaleConflictIds = [
    await conflictOf({ externalId: 'L-1', ownId: order.id }, 'internalNotes', ['Ring once', 'Ring twice']),
    await conflictOf({ externalId: 'L-2', ownId: otherOrder.id }, 'internalNotes', ['Ring once', 'Ring twice']),
    await conflictOf({ externalId: 'L-3', ownId: pushed.orderId }, 'internalNotes', ['Ring once', 'Ring twice']),
  ] as const;
  await makeLicenseKey(db, seller);
  const unclaimed = await makeUnclaimed(db, seller.org);
  const spareBrand = await makeBrand(db, seller);
  const spareCompany = { orgId: seller.org.id, name: 'Spare', companyType: 'DISTRIBUTOR', usState: 'CA' };
  const suggested = { orgId: seller.org.id, suggestedByUserId: seller.owner.user.id, autoClaim: true };
  const [first, second] = await db
    .insert(brandSuggestions)
    .values(['Mist', 'Cedar'].map((suggestedName) => ({ ...suggested, suggestedName, suggestedStates: ['CA'] })))
    .returning();
  const brandImage = only(
    await db
      .insert(brandImages)
      .values({ brandId: seller.brand.id, position: 0, imageUri: '/files/one.webp' })
      .returning(),
  );
  const staff = await makeUser(db, { isSupport: true });
  return {
    seller,
    buyer,
    books,
    audited,
    otherBooks: { companyId: keeping.id, connectionId: ending.connectionId },
    pushed,
    wholesaleSyncId: wholesaleSync.id,
    wholesaleConflictIds,
    claimId: claimIdOf('CA', unclaimed.licenseNumber),
    support: { owner: { user: staff }, org: null },
    ...(await makeRegistersWorld(db, staff)),
    ...(await makeRoadmapWorld(db)),
    ...(await makeClaimsWorld(db, { seller, staff }, await makeSeller(db))),
    customerId: customer.id,
    otherCustomerId: otherCustomer.id,
    otherOrderId: otherOrder.id,
    ...labels,
    customerStatusName: status.name,
    otherCustomerStatusId: otherStatus.id,
    serviceZoneName: zone.name,
    otherServiceZoneId: otherZone.id,
    customerImportId: customerImport.id,
    productId: product.id,
    ...(await makeCatalogueWorld(db, { seller, product, customer })),
    ...(await makeIntakeWorld(db, seller, colleague.user)),
    ...(await makeCardsWorld(db, seller, product)),
    orderId: order.id,
    orderLineId: only(lines).id,
    ...(await makeOrderWorld(db, seller, product)),
    orderNumber: order.orderNumber,
    paymentId: payment.id,
    commentId: comment.id,
    mentionId: mention.id,
    harvests: await makeHarvestWorld(db, seller),
    deals: await makeDealWorld(db, { seller, buyer, product, customerId: customer.id }),
    shares: await makeShareWorld(db, { seller, buyer }),
    orderTermsId: terms.id,
    roleId: role.id,
    addressId: address.id,
    colleague: { orgUserId: colleague.orgUserId, userId: colleague.user.id },
    channel,
    ...(await makeBuyingWorld(db, { seller, buyer, product, another })),
    ...(await makeNetworkWorld(db, { seller, buyer })),
    ...(await makeChannelsWorld(db, { seller, buyer, colleague: colleague.user })),
    ...(await makePeopleWorld(db, { seller, buyer, staff, orderId: order.id })),
    ...(await makeWebhooksWorld(db, seller)),
    ...(await makeViewsWorld(db, { seller, colleague, orderId: order.id })),
    spareBrandId: spareBrand.id,
    brandImageId: brandImage.id,
    spareLicenseId: (await makeLicense(db, seller)).id,
    spareCompanyId: only(await db.insert(companies).values(spareCompany).returning()).id,
    apiKeyId: await makeWatchedKey(db, seller.owner),
    rotatedKeyId: await makeWatchedKey(db, seller.owner),
    narrowedKeyId: await makeWatchedKey(db, seller.owner),
    unclaimedBrandId: (await makeBrand(db, seller, { orgId: null })).id,
    suggestionIds: [first?.id ?? 0, second?.id ?? 0],
    brandInvites: {
      sentId: (await makeBrandInvite(db, seller)).id,
      received: await makeBrandInvite(db, buyer, { invitedEmail: seller.owner.user.email }),
      rejectedId: (await makeBrandInvite(db, buyer, { invitedEmail: seller.owner.user.email })).id,
    },
  };
}
