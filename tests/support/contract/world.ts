// One file over 350 lines: it makes one of everything a call can name, each before what names it.
import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import {
  auditLog,
  brandImages,
  brandSuggestions,
  cartItems,
  cartSubstitutions,
  carts,
  changes,
  companies,
  companyOrderTerms,
  connections,
  failedJobs,
  oidcPayloads,
  orderComments,
  orderPayments,
  orgUsers,
  productFollows,
  standingLists,
  wholesaleSyncs,
} from '../../../server/db/schema';
import { NO_ORGANIZATION } from '../../../server/db/schema/tenant';
import { issueCode } from '../../../server/identity/codes';
import { claimIdOf } from '../../../server/licenses/claim-licenses';
import { makeCheckout, makeSubscription } from '../billing/billing';
import { type CatalogueWorld, makeCatalogueWorld } from '../catalogue/world';
import { type DealWorld, makeDealWorld } from '../deals/factories';
import {
  type BuyerFixture,
  makeAddress,
  makeApproval,
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
import { makeNotification } from '../notifications/feeds';

import { makeOrderWorld, type OrderWorld } from '../orders/world';
import { makeViewsWorld, type ViewsWorld } from './views-world';

/** Two trading organizations, with one of everything a call can reference. */
export interface World extends CatalogueWorld, OrderWorld, ViewsWorld {
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
  cartId: number;
  deals: DealWorld;
  harvests: HarvestWorld;
  standingListId: number;
  /** Requests for approval of the buyer's that wait, of carts already gone. */
  approvalIds: [number, number];
  /** Of the buyer’s owner. */
  followId: number;
  orderTermsId: number;
  cartItemId: number;
  otherCartItemId: number;
  /** Of the buyer’s owner. */
  substitutionId: number;
  roleId: number;
  /** A location of the seller's company. */
  addressId: number;
  /** Someone on the seller's team. */
  colleague: { orgUserId: number; userId: string };
  /** A channel of the seller's owner and colleague, with the owner's message. */
  channel: { cid: string; messageId: string };
  /** Someone the seller invited. */
  inviteeId: number;
  /** The seller's wholesale marketplace connection. */
  wholesaleSyncId: number;
  /** Of a license that the seller's tracking system key can access and nobody has. */
  claimId: number;
  /** Of an invitation for the seller's owner to the buyer's team. */
  inviteCode: string;
  /** Of the buyer's payment page. */
  checkoutId: string;
  /** A brand of the seller without products, and one nobody has. */
  spareBrandId: number;
  unclaimedBrandId: number;
  /** A picture of the seller's brand. */
  brandImageId: number;
  /** A license and a company of the seller that nothing depends on. */
  spareLicenseId: number;
  spareCompanyId: number;
  /** Brands the seller suggested, in review. */
  suggestionIds: [number, number];
  /** An invite the seller sent, and two that the buyer sent to the seller's owner. */
  brandInvites: { sentId: number; received: { inviteCode: string }; rejectedId: number };
  /** An entry of the feed of the seller's owner, and what is in another. */
  notifications: { groupName: string; activityId: number };
  /** Of the seller's owner: an invite received, one sent, a connection, and a stranger's link. */
  connections: { receivedId: number; sentId: number; connectedId: number; code: string };
  /** A session of the seller's owner. */
  sessionId: string;
  /** Emails of the seller's organization that couldn't be sent. */
  unsentEmailIds: [number, number];
  /** A job of no organization that was given up. */
  failedJobId: number;
  otherFailedJobId: number;
  /** Confirms the email of the seller's owner. */
  mailCode: string;
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
  const cart = only(
    await db
      .insert(carts)
      .values({
        orgId: buyer.org.id,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
      })
      .returning(),
  );
  const inCart = { orgId: buyer.org.id, cartId: cart.id, quantity: '2', expectedUnitMultiplier: '1' };
  const [item, otherItem] = await db
    .insert(cartItems)
    .values([
      { ...inCart, productId: product.id },
      { ...inCart, productId: another.id },
    ])
    .returning();
  const standingList = only(
    await db
      .insert(standingLists)
      .values({
        orgId: buyer.org.id,
        buyerCompanyId: buyer.buyerCompany.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
        name: 'Tuesday',
      })
      .returning(),
  );
  const approvalIds = [await makeApproval(db, seller, buyer), await makeApproval(db, seller, buyer)] as [
    number,
    number,
  ];
  const follow = only(
    await db
      .insert(productFollows)
      .values({
        orgId: buyer.org.id,
        orgUserId: buyer.owner.orgUserId,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerOrgId: seller.org.id,
        brandId: seller.brand.id,
        productId: another.id,
        productName: another.name,
        price: '10.00',
        knownPrice: '10.00',
        inStock: true,
        knownOut: false,
      })
      .returning(),
  );
  const substitution = only(
    await db
      .insert(cartSubstitutions)
      .values({
        orgId: buyer.org.id,
        orgUserId: buyer.owner.orgUserId,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerCompanyId: seller.company.id,
        productId: another.id,
        quantity: '2',
        notes: '',
        expectedUnitMultiplier: '1',
        orderNotes: '',
        deliveryPreferences: '',
        toCompanyId: seller.company.id,
        toProductId: product.id,
        toQuantityBefore: '2',
      })
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
  const inviteeId = await invite(db, seller.org, `new-${seller.org.id}@example.com`, randomUUID());
  const inviteCode = randomUUID();
  await invite(db, buyer.org, seller.owner.user.email, inviteCode);
  await makeSubscription(db, seller);
  // Ended, so it can be managed and bought again.
  await makeSubscription(db, buyer, { status: 'cancelled', days: -1 });
  const { checkoutId } = await makeCheckout(db, buyer);
  const link = { orgId: seller.org.id, usState: 'OR', access: 'READ', checkedAt: new Date() };
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
  const wholesaleSync = only(await db.insert(wholesaleSyncs).values(link).returning());
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
  const unsent = {
    queue: 'order-letter',
    data: { orgId: seller.org.id, orderId: order.id, orgUserId: seller.owner.orgUserId },
  };
  const reason = 'The mail server refused this address.';
  const letter = {
    ...unsent,
    orgId: seller.org.id,
    recipient: 'rep@example.com',
    subject: 'New order',
    reason,
    tries: 1,
  };
  const lost = { orgId: NO_ORGANIZATION, queue: 'purge-expired', data: null, reason, tries: 15 };
  const [unsentEmail, otherUnsentEmail, failedJob, otherFailedJob] = await db
    .insert(failedJobs)
    .values([
      { ...letter, jobId: randomUUID() },
      { ...letter, jobId: randomUUID() },
      { ...lost, jobId: randomUUID() },
      { ...lost, jobId: randomUUID() },
    ])
    .returning({ id: failedJobs.id });
  const sessionId = randomUUID();
  const signedIn = { model: 'Session', id: sessionId, uid: sessionId, accountId: seller.owner.user.subject };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(oidcPayloads).values({ ...signedIn, payload: { loginTs: 1_700_000_000 }, expiresAt });
  return {
    seller,
    buyer,
    sessionId,
    unsentEmailIds: [unsentEmail?.id ?? 0, otherUnsentEmail?.id ?? 0],
    failedJobId: failedJob?.id ?? 0,
    otherFailedJobId: otherFailedJob?.id ?? 0,
    mailCode: await issueCode(db, seller.owner.user.id, 'verify'),
    wholesaleSyncId: wholesaleSync.id,
    claimId: claimIdOf('CA', unclaimed.licenseNumber),
    support: { owner: { user: await makeUser(db, { isSupport: true }) }, org: null },
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
    orderId: order.id,
    orderLineId: only(lines).id,
    ...(await makeOrderWorld(db, seller, product)),
    orderNumber: order.orderNumber,
    paymentId: payment.id,
    commentId: comment.id,
    mentionId: mention.id,
    cartId: cart.id,
    harvests: await makeHarvestWorld(db, seller),
    deals: await makeDealWorld(db, { seller, buyer, product, customerId: customer.id }),
    standingListId: standingList.id,
    approvalIds,
    followId: follow.id,
    orderTermsId: terms.id,
    cartItemId: item?.id ?? 0,
    otherCartItemId: otherItem?.id ?? 0,
    substitutionId: substitution.id,
    roleId: role.id,
    addressId: address.id,
    colleague: { orgUserId: colleague.orgUserId, userId: colleague.user.id },
    channel,
    inviteeId,
    inviteCode,
    checkoutId,
    ...(await makeViewsWorld(db, { seller, colleague, orderId: order.id })),
    spareBrandId: spareBrand.id,
    brandImageId: brandImage.id,
    spareLicenseId: (await makeLicense(db, seller)).id,
    spareCompanyId: only(await db.insert(companies).values(spareCompany).returning()).id,
    unclaimedBrandId: (await makeBrand(db, seller, { orgId: null })).id,
    suggestionIds: [first?.id ?? 0, second?.id ?? 0],
    notifications: {
      groupName: (await makeNotification(db, seller.owner.user.id)).groupName,
      activityId: (await makeNotification(db, seller.owner.user.id)).activityId,
    },
    connections: await makeConnections(db, seller.owner.user),
    brandInvites: {
      sentId: (await makeBrandInvite(db, seller)).id,
      received: await makeBrandInvite(db, buyer, { invitedEmail: seller.owner.user.email }),
      rejectedId: (await makeBrandInvite(db, buyer, { invitedEmail: seller.owner.user.email })).id,
    },
  };
}

async function makeConnections(db: Db, { id }: UserFixture): Promise<World['connections']> {
  const [from, to, friend, stranger] = [await makeUser(db), await makeUser(db), await makeUser(db), await makeUser(db)];
  const invite = { status: 'INVITED' as const, invitedAt: new Date() };
  const accepted = { status: 'ACCEPTED' as const, invitedAt: new Date(), connectedAt: new Date() };
  const [received, sent, connected] = await db
    .insert(connections)
    .values([
      { ...invite, invitingUserId: from.id, invitedUserId: id },
      { ...invite, invitingUserId: id, invitedUserId: to.id },
      { ...accepted, invitingUserId: id, invitedUserId: friend.id },
    ])
    .returning();
  return {
    receivedId: received?.id ?? 0,
    sentId: sent?.id ?? 0,
    connectedId: connected?.id ?? 0,
    code: stranger.connectionCode,
  };
}

async function invite(db: Db, org: OrgFixture, email: string, inviteCode: string): Promise<number> {
  const { id: roleId } = await makeRole(db, org, { defaultRoleId: 'USER' });
  const inviteExpiresAt = new Date(Date.now() + 86_400_000);
  const values = { orgId: org.id, email, roleId, status: 'INVITED', inviteCode, inviteExpiresAt };
  return only(await db.insert(orgUsers).values(values).returning()).id;
}
