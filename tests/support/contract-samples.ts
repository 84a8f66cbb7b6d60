import { randomUUID } from 'node:crypto';
import type { contract } from '../../domain/contract';
import type { CallInput } from '../../domain/contract/endpoint';
import type { Db } from '../../server/db/client';
import {
  auditLog,
  bulkActs,
  cartItems,
  carts,
  customerImports,
  oidcPayloads,
  orderComments,
  orderPayments,
  orgUsers,
  savedSearches,
  trackingKeys,
  wholesaleSyncs,
} from '../../server/db/schema';
import { issueCode } from '../../server/identity/codes';
import { demoTrackingKey, demoWholesaleKey } from '../../server/sandbox/demo-keys';
import { makeCheckout, makeSubscription } from './billing';
import {
  type BuyerFixture,
  makeBuyer,
  makeChannel,
  makeCustomer,
  makeCustomerStatus,
  makeMember,
  makeOrder,
  makeProduct,
  makeRole,
  makeSeller,
  makeServiceZone,
  makeUser,
  type OrgFixture,
  only,
  type SellerFixture,
  type UserFixture,
} from './factories';

// One list of every call, which its type asks to be whole: it grows with the contract and is read by name, not through.
type Contract = typeof contract;

/** Two organizations that trade, with one of everything a call can name. */
export interface World {
  seller: SellerFixture;
  buyer: BuyerFixture;
  /** Support staff, who belong to no organization. */
  support: { owner: { user: UserFixture }; org: OrgFixture | null };
  customerId: number;
  productId: number;
  /** Another customer of the seller's, with an order of its own. */
  otherCustomerId: number;
  otherOrderId: number;
  /** A status of the seller's that the customer has, and one nobody has. */
  customerStatusId: number;
  customerStatusName: string;
  otherCustomerStatusId: number;
  /** A service zone of the seller's that the customer is in, and one nobody is in. */
  serviceZoneId: number;
  serviceZoneName: string;
  otherServiceZoneId: number;
  /** A file of customers the seller brought in. */
  customerImportId: number;
  orderId: number;
  orderNumber: string;
  paymentId: number;
  commentId: number;
  cartId: number;
  cartItemId: number;
  roleId: number;
  /** Somebody on the seller's team. */
  colleague: { orgUserId: number; userId: string };
  /** A channel of the seller's owner and colleague, with a message of the owner's. */
  channel: { cid: string; messageId: string };
  /** Somebody the seller invited. */
  inviteeId: number;
  /** The seller's link to the wholesale marketplace. */
  wholesaleSyncId: number;
  /** Of an invitation of the seller's owner to the buyer's team. */
  inviteCode: string;
  /** Of a page the buyer was sent to pay on. */
  checkoutId: string;
  savedSearchId: number;
  /** Begun by the seller's owner. */
  bulkActId: number;
  /** Where the seller's owner is signed in. */
  sessionId: string;
  /** Confirms the address of the seller's owner. */
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
  const people = { managerOrgUserIds: [seller.owner.orgUserId] };
  const customer = await makeCustomer(db, seller, { buyer, ...labels, ...people });
  const { order } = await makeOrder(db, seller, {
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
  const [item] = await db
    .insert(cartItems)
    .values([
      { ...inCart, productId: product.id },
      { ...inCart, productId: another.id },
    ])
    .returning();
  const role = await makeRole(db, seller, { features: {} });
  const colleague = await makeMember(db, seller, { defaultRoleId: 'USER' });
  const channel = await makeChannel(db, { org: seller.org, people: [seller.owner.user, colleague.user] });
  const inviteeId = await invite(db, seller.org, `new-${seller.org.id}@example.com`, randomUUID());
  const inviteCode = randomUUID();
  await invite(db, buyer.org, seller.owner.user.email, inviteCode);
  await makeSubscription(db, seller);
  // Ended, so that it can be managed, and paid for anew.
  await makeSubscription(db, buyer, { status: 'cancelled', days: -1 });
  const { checkoutId } = await makeCheckout(db, buyer);
  const savedSearch = only(
    await db
      .insert(savedSearches)
      .values({
        list: 'orders',
        orgId: seller.org.id,
        companyId: seller.company.id,
        orgUserId: seller.owner.orgUserId,
        name: 'Paid',
        search: { filters: { paid: true }, sortBy: 'created', sortDesc: true },
      })
      .returning(),
  );
  const link = { orgId: seller.org.id, usState: 'OR', access: 'READ', checkedAt: new Date() };
  const file = { orgId: seller.org.id, companyId: seller.company.id, fileName: 'customers.csv' };
  const customerImport = only(await db.insert(customerImports).values(file).returning());
  const said = { endpoint: 'PUT /seller/orders/:id/basic-info', entity: 'order', entityId: `${order.id}` };
  const by = { orgId: seller.org.id, actorUserId: seller.owner.user.id, requestId: randomUUID() };
  await db.insert(auditLog).values({ ...said, ...by, after: { notes: 'Leave at the back door' } });
  const keeper = { orgId: seller.org.id, orgUserId: seller.owner.orgUserId, usState: 'CA' };
  await db.insert(trackingKeys).values({ ...keeper, sealedKey: 'sealed elsewhere', lastFour: '4242' });
  const wholesaleSync = only(await db.insert(wholesaleSyncs).values(link).returning());
  const begun = { path: '/leaflink/orders/bulk', entity: 'order', act: 'transition', timeZone: 'UTC', total: 1 };
  const bulkAct = only(
    await db
      .insert(bulkActs)
      .values({ ...begun, orgId: seller.org.id, userId: seller.owner.user.id, input: { status: 'DRAFT' } })
      .returning(),
  );
  const sessionId = randomUUID();
  const signedIn = { model: 'Session', id: sessionId, uid: sessionId, accountId: seller.owner.user.subject };
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.insert(oidcPayloads).values({ ...signedIn, payload: { loginTs: 1_700_000_000 }, expiresAt });
  return {
    seller,
    buyer,
    sessionId,
    mailCode: await issueCode(db, seller.owner.user.id, 'verify'),
    wholesaleSyncId: wholesaleSync.id,
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
    orderId: order.id,
    orderNumber: order.orderNumber,
    paymentId: payment.id,
    commentId: comment.id,
    cartId: cart.id,
    cartItemId: item?.id ?? 0,
    roleId: role.id,
    colleague: { orgUserId: colleague.orgUserId, userId: colleague.user.id },
    channel,
    inviteeId,
    inviteCode,
    checkoutId,
    savedSearchId: savedSearch.id,
    bulkActId: bulkAct.id,
  };
}

async function invite(db: Db, org: OrgFixture, email: string, inviteCode: string): Promise<number> {
  const { id: roleId } = await makeRole(db, org, { defaultRoleId: 'USER' });
  const inviteExpiresAt = new Date(Date.now() + 86_400_000);
  const values = { orgId: org.id, email, roleId, status: 'INVITED', inviteCode, inviteExpiresAt };
  return only(await db.insert(orgUsers).values(values).returning()).id;
}

/** A good call of an endpoint: who makes it, and with what of whose world. */
export interface Sample<E> {
  as: 'seller' | 'buyer' | 'support';
  input(world: World): CallInput<E>;
  /** Set where what the call names is everybody's, so that another organization's is answered too. */
  shared?: true;
  /** Set where what the call names is one person’s, so that it is not found for their colleagues. */
  onesOwn?: true;
  /** Set where the good call cannot be shown by a sample; says why. */
  notCalled?: string;
}

export type Samples = { [A in keyof Contract]: { [V in keyof Contract[A]]: Sample<Contract[A][V]> } };

const org = ({ seller }: World) => ({ orgId: seller.org.id });
const selling = ({ seller }: World) => ({ orgId: seller.org.id, companyId: seller.company.id });
const order = ({ orderId }: World) => ({ params: { id: orderId } });
const buying = ({ buyer }: World) => ({ orgId: buyer.org.id, companyId: buyer.buyerCompany.id });
const searchOf = (filters: object) => ({ filters, sortBy: 'created' as const, sortDesc: true });
const nothing = () => ({});
const invitee = (w: World) => ({ params: { ...org(w), id: w.inviteeId } });
const byCode = ({ inviteCode }: World) => ({ params: { inviteCode } });

/** Of the calls for one kind of label of a customer. */
function labelSamples(idOf: (world: World) => number): Samples['customerStatuses'] {
  const params = (w: World) => ({ id: idOf(w) });
  return {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Prospect' } }) },
    update: { as: 'seller', input: (w) => ({ params: params(w), body: { name: 'Active', position: 0, version: 0 } }) },
    remove: { as: 'seller', input: (w) => ({ params: params(w), query: { ...selling(w), moveTo: 'none' } }) },
  };
}

/** One good call of every endpoint there is; a new endpoint does not compile without one. */
export const SAMPLES: Samples = {
  session: {
    me: { as: 'seller', input: () => ({ query: {} }), shared: true },
    updateMe: { as: 'seller', input: () => ({ body: { firstName: 'Robin' } }), shared: true },
    membership: { as: 'seller', input: nothing, shared: true },
    refresh: {
      as: 'seller',
      input: () => ({ body: { refreshToken: 'never issued' } }),
      shared: true,
      notCalled: 'a refresh token comes from a sign-in, which the identity tests walk through',
    },
    resetPassword: { as: 'seller', input: nothing, shared: true },
    resendVerification: { as: 'seller', input: nothing, shared: true },
    verifyEmail: {
      as: 'seller',
      input: () => ({ body: { inviteCode: '0'.repeat(36) } }),
      shared: true,
      notCalled: 'a code comes by mail, which the session tests read',
    },
    sessions: { as: 'seller', input: nothing, shared: true },
    endSession: {
      as: 'seller',
      input: () => ({ params: { sessionId: 'never begun' } }),
      notCalled: 'a session comes from a sign-in, which its own tests walk through',
    },
  },
  reference: {
    version: { as: 'seller', input: nothing, shared: true },
    siteFlags: { as: 'seller', input: nothing, shared: true },
    usStates: { as: 'seller', input: nothing, shared: true },
    licenseTypes: { as: 'seller', input: nothing, shared: true },
    features: { as: 'seller', input: nothing, shared: true },
    featureDependencies: { as: 'seller', input: nothing, shared: true },
  },
  organization: {
    profile: { as: 'seller', input: (w) => ({ params: { id: w.seller.org.id } }), shared: true },
    full: { as: 'seller', input: (w) => ({ params: org(w) }) },
    users: { as: 'seller', input: (w) => ({ params: org(w), query: { all: 'true' } }) },
    salesReps: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    auditLog: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    planAllows: { as: 'seller', input: (w) => ({ params: org(w), query: { paidFeatureSlug: 'csv-export' } }) },
  },
  roles: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.roleId } }) },
    create: { as: 'seller', input: (w) => ({ params: org(w), body: { name: 'Night shift', features: {} } }) },
    update: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), id: w.roleId }, body: { name: 'Drivers', features: {}, version: 0 } }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.roleId } }) },
  },
  team: {
    invite: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { email: 'harvest@example.com', defaultRole: 'USER' } }),
    },
    update: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), id: w.colleague.orgUserId }, body: { title: 'Head grower' } }),
    },
    resendInvitation: { as: 'seller', input: invitee },
    resetInviteLink: { as: 'seller', input: invitee },
    remove: { as: 'seller', input: invitee },
    transferOwnership: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { targetOrgUserId: w.colleague.orgUserId } }),
    },
  },
  billing: {
    subscription: { as: 'seller', input: nothing, shared: true },
    checkout: {
      as: 'buyer',
      input: () => ({ body: { subscriptionTier: 'ENTERPRISE', subscriptionDuration: 'YEARLY' } }),
      shared: true,
    },
    portal: { as: 'seller', input: nothing, shared: true },
    check: { as: 'buyer', input: ({ checkoutId }) => ({ body: { success: true, checkoutId } }) },
  },
  invitations: {
    byCode: { as: 'seller', input: byCode, shared: true },
    mine: { as: 'seller', input: nothing, shared: true },
    hasAny: { as: 'seller', input: nothing, shared: true },
    accept: { as: 'seller', input: byCode, shared: true },
    acceptCode: {
      as: 'seller',
      input: (w) => ({ body: { inviteCode: w.inviteCode } }),
      shared: true,
      notCalled: 'a code is accepted once, and the sample before does',
    },
  },
  support: {
    users: { as: 'support', input: () => ({ query: { searchTerm: 'green' } }), shared: true },
    impersonate: {
      as: 'support',
      input: (w) => ({ body: { userId: w.colleague.userId, reason: 'They cannot see an order' } }),
      shared: true,
    },
    stop: {
      as: 'support',
      input: nothing,
      shared: true,
      notCalled: 'there is nothing to stop without a token that acts for somebody, which its own tests have',
    },
  },
  directory: {
    search: { as: 'buyer', input: () => ({ query: { searchTerm: 'redwood' } }), shared: true },
    autocomplete: { as: 'buyer', input: () => ({ query: { searchString: 'redwood' } }), shared: true },
  },
  brands: {
    get: { as: 'buyer', input: (w) => ({ params: { id: w.seller.brand.id } }), shared: true },
    bySlug: { as: 'buyer', input: (w) => ({ params: { slug: w.seller.brand.slug } }), shared: true },
    featured: { as: 'buyer', input: () => ({ query: {} }), shared: true },
    menu: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.seller.brand.id }, body: { buyerLicenseId: w.buyer.buyerLicense.id } }),
    },
    facets: { as: 'buyer', input: (w) => ({ params: { id: w.seller.brand.id }, query: {} }), shared: true },
  },
  carts: {
    list: { as: 'buyer', input: (w) => ({ query: buying(w) }) },
    create: {
      as: 'buyer',
      input: (w) => ({
        body: {
          ...buying(w),
          buyerLicenseId: w.buyer.buyerLicense.id,
          sellerCompanyId: w.seller.company.id,
          cartItems: [{ productId: w.productId, quantity: '3' }],
        },
      }),
    },
    update: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.cartId }, body: { orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' } }),
    },
    upsertItems: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.cartId }, body: { items: [{ productId: w.productId, quantity: '4' }] } }),
    },
    checkout: {
      as: 'buyer',
      input: (w) => ({
        body: {
          ...buying(w),
          carts: [
            {
              cartId: w.cartId,
              companyPaymentOptionId: only(w.seller.paymentOptions.slice(0, 1)).id,
              expectedTotal: '0.01',
            },
          ],
        },
      }),
    },
    removeItem: { as: 'buyer', input: (w) => ({ params: { id: w.cartId, itemId: w.cartItemId } }) },
    remove: { as: 'buyer', input: (w) => ({ params: { id: w.cartId }, query: buying(w) }) },
  },
  orders: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    waiting: { as: 'seller', input: (w) => ({ query: org(w) }) },
    get: { as: 'seller', input: order },
    updateBasicInfo: {
      as: 'seller',
      input: (w) => ({
        ...order(w),
        body: {
          shipDate: '2026-12-01',
          paymentDueDate: null,
          shippingDetails: '',
          notes: '',
          salesRepOrgUserIds: [w.seller.owner.orgUserId],
          version: 0,
        },
      }),
    },
    transition: { as: 'seller', input: (w) => ({ ...order(w), body: { status: 'ACCEPTED' } }) },
    // No order becomes a draft: the job that follows changes nothing that other samples name.
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), selection: { ids: [w.orderId] }, act: { name: 'transition', status: 'DRAFT' } },
      }),
    },
    payments: { as: 'seller', input: order },
    recordPayment: {
      as: 'seller',
      input: (w) => ({ ...order(w), body: { amount: '10.00', paymentType: 'CHECK', paymentDate: '2026-01-06' } }),
    },
    voidPayment: { as: 'seller', input: (w) => ({ params: { id: w.orderId, paymentId: w.paymentId } }) },
    comments: { as: 'seller', input: (w) => ({ ...order(w), query: {} }) },
    addComment: { as: 'seller', input: (w) => ({ ...order(w), body: { comment: 'Packed' } }) },
    editComment: {
      as: 'seller',
      input: (w) => ({ params: { id: w.orderId, commentId: w.commentId }, body: { comment: 'Packed and sealed' } }),
    },
    removeComment: { as: 'seller', input: (w) => ({ params: { id: w.orderId, commentId: w.commentId } }) },
  },
  customers: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.customerId } }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Cedar Apothecary' } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.customerId },
        body: { name: 'Cedar Collective', licenseId: w.buyer.license.id, delinquent: true, version: 0 },
      }),
    },
    spend: { as: 'seller', input: (w) => ({ params: { id: w.customerId }, query: {} }) },
    // The job behind it changes the customer, so it comes after what names the version.
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), selection: { ids: [w.customerId] }, act: { name: 'setDelinquent', delinquent: false } },
      }),
    },
  },
  customerImports: {
    preview: { as: 'seller', input: (w) => ({ body: { ...selling(w), rows: [{ name: 'Juniper Garden' }] } }) },
    apply: {
      as: 'seller',
      input: (w) => ({ body: { ...selling(w), fileName: 'customers.csv', rows: [{ name: 'Juniper Garden' }] } }),
    },
    get: { as: 'seller', input: (w) => ({ params: { id: w.customerImportId } }) },
    undo: { as: 'seller', input: (w) => ({ params: { id: w.customerImportId } }) },
  },
  customerStatuses: labelSamples((w) => w.customerStatusId),
  customerServiceZones: labelSamples((w) => w.serviceZoneId),
  purchaseOrders: {
    search: { as: 'buyer', input: (w) => ({ body: { orgId: w.buyer.org.id, filters: {} } }) },
    facets: { as: 'buyer', input: (w) => ({ query: { orgId: w.buyer.org.id } }) },
    get: {
      as: 'buyer',
      input: (w) => ({ params: { orderId: w.orderId }, query: { orgId: w.buyer.org.id } }),
    },
  },
  bulkActs: {
    list: { as: 'seller', input: nothing, shared: true },
    get: { as: 'seller', input: (w) => ({ params: { id: w.bulkActId }, query: {} }), onesOwn: true },
    stop: { as: 'seller', input: (w) => ({ params: { id: w.bulkActId } }) },
  },
  chat: {
    channels: { as: 'seller', input: (w) => ({ params: org(w) }) },
    create: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { channelType: 'TEAM', name: 'Harvest week' } }),
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { ...org(w), cid: w.channel.cid },
        body: { channelType: 'TEAM', channelName: 'Dispatch' },
      }),
    },
    deleteMessage: { as: 'seller', input: (w) => ({ params: { messageId: w.channel.messageId } }) },
    token: { as: 'seller', input: nothing, shared: true },
    unread: { as: 'seller', input: (w) => ({ params: org(w) }) },
  },
  savedSearches: {
    list: { as: 'seller', input: (w) => ({ query: { ...org(w), companyId: w.seller.company.id } }) },
    create: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), companyId: w.seller.company.id, name: 'Unpaid', search: searchOf({ paid: false }) },
      }),
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.savedSearchId },
        body: { name: 'Paid in full', search: searchOf({ paid: true }), version: 0 },
      }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.savedSearchId } }) },
  },
  orderExports: {
    orders: { as: 'seller', input: (w) => ({ body: org(w) }) },
    purchaseOrders: { as: 'buyer', input: (w) => ({ body: { orgId: w.buyer.org.id } }) },
  },
  tracking: {
    licenseSyncs: { as: 'seller', input: (w) => ({ params: org(w) }) },
    startLicenseSync: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { licenseId: w.seller.license.id, metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') },
      }),
    },
    saveKey: {
      as: 'seller',
      input: (w) => ({ body: { usState: 'CA', metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') } }),
      shared: true,
    },
    keys: { as: 'seller', input: nothing, shared: true },
    removeKey: { as: 'seller', input: () => ({ params: { usState: 'CA' } }), shared: true },
  },
  wholesale: {
    connect: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { ...org(w), stateAbbv: 'CA', apiKey: demoWholesaleKey(w.seller.org.id, 'CA', 'READ') },
      }),
    },
    syncs: { as: 'seller', input: (w) => ({ params: org(w) }) },
    disable: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.wholesaleSyncId } }) },
  },
};
