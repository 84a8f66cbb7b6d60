import type { contract } from '../../domain/contract';
import type { CallInput } from '../../domain/contract/endpoint';
import { demoTrackingKey, demoWholesaleKey } from '../../server/sandbox/demo-keys';
import type { World } from './contract-world';
import { only } from './factories';
import { PICTURE } from './pictures';

// One list of every call, complete by its type; it grows with the contract.
type Contract = typeof contract;

/** A valid call of an endpoint: who makes it, and with whose records. */
export interface Sample<E> {
  as: 'seller' | 'buyer' | 'support';
  input(world: World): CallInput<E>;
  /** Set if the records are public, so another organization gets them too. */
  shared?: true;
  /** Set if the records belong to one person, so colleagues don't find them. */
  onesOwn?: true;
  /** Set if no sample can show the valid call; says why. */
  notCalled?: string;
}

export type Samples = { [A in keyof Contract]: { [V in keyof Contract[A]]: Sample<Contract[A][V]> } };

const org = ({ seller }: World) => ({ orgId: seller.org.id });
const selling = ({ seller }: World) => ({ orgId: seller.org.id, companyId: seller.company.id });
const company = ({ seller }: World) => ({ params: { id: seller.company.id } });
const ofCompany = (w: World) => ({ params: { companyId: w.seller.company.id }, query: org(w) });
const ADDRESS = {
  name: 'Warehouse',
  lineOne: '200 Dock Street',
  city: 'Oakland',
  state: { ansiAbbrevation: 'CA' },
  postalCode: '94607',
};
const order = ({ orderId }: World) => ({ params: { id: orderId } });
const buying = ({ buyer }: World) => ({ orgId: buyer.org.id, companyId: buyer.buyerCompany.id });
const searchOf = (filters: object) => ({ filters, sortBy: 'created' as const, sortDesc: true });
const self = ({ seller }: World) => ({ params: { id: seller.owner.user.id } });
const brand = ({ seller }: World) => ({ params: { brandId: seller.brand.id } });
const ownBrand = (w: World) => ({ ...org(w), id: w.seller.brand.id });
const nothing = () => ({});
const invitee = (w: World) => ({ params: { ...org(w), id: w.inviteeId } });
const byCode = ({ inviteCode }: World) => ({ params: { inviteCode } });

/** For the calls of one kind of customer label. */
function labelSamples(idOf: (world: World) => number): Samples['customerStatuses'] {
  const params = (w: World) => ({ id: idOf(w) });
  return {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Prospect' } }) },
    update: { as: 'seller', input: (w) => ({ params: params(w), body: { name: 'Active', position: 0, version: 0 } }) },
    remove: { as: 'seller', input: (w) => ({ params: params(w), query: { ...selling(w), moveTo: 'none' } }) },
  };
}

/** One valid call of every endpoint; a new endpoint doesn't compile without one. */
export const SAMPLES: Samples = {
  session: {
    me: { as: 'seller', input: () => ({ query: {} }), shared: true },
    updateMe: { as: 'seller', input: () => ({ body: { firstName: 'Robin' } }), shared: true },
    deletion: { as: 'seller', input: nothing, shared: true },
    deleteMe: {
      as: 'seller',
      input: ({ seller }) => ({ body: { email: seller.owner.user.email } }),
      shared: true,
      notCalled: 'it would end the account every other sample uses; its own tests walk through it',
    },
    exportMine: { as: 'seller', input: nothing, shared: true },
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
  geography: { stateMap: { as: 'seller', input: () => ({ params: { state: 'CA' } }), shared: true } },
  organization: {
    profile: { as: 'seller', input: (w) => ({ params: { id: w.seller.org.id } }), shared: true },
    full: { as: 'seller', input: (w) => ({ params: org(w) }) },
    update: { as: 'seller', input: (w) => ({ params: { id: w.seller.org.id }, body: { name: 'Green Valley' } }) },
    users: { as: 'seller', input: (w) => ({ params: org(w), query: { all: 'true' } }) },
    salesReps: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    planAllows: { as: 'seller', input: (w) => ({ params: org(w), query: { paidFeatureSlug: 'csv-export' } }) },
  },
  organizationLists: {
    vendors: { as: 'seller', input: (w) => ({ params: org(w), query: { companyId: w.seller.company.id } }) },
    customers: { as: 'seller', input: (w) => ({ params: org(w), query: { companyId: w.seller.company.id } }) },
  },
  companies: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    get: { as: 'seller', input: company },
    create: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...org(w),
          name: 'Greenleaf Oregon',
          companyType: 'DISTRIBUTOR',
          state: { ansiAbbrevation: 'CA' },
          licenseId: w.seller.license.id,
        },
      }),
    },
    update: {
      as: 'seller',
      input: (w) => ({ ...company(w), body: { name: 'Greenleaf', companyType: 'DISTRIBUTOR', version: 0 } }),
    },
    updateKeyPeople: {
      as: 'seller',
      input: (w) => ({ ...company(w), body: { keyPeople: [{ name: 'Robin Green' }], version: 0 } }),
    },
    updateLocations: {
      as: 'seller',
      input: (w) => ({ ...company(w), body: { locations: [{ address: { id: w.addressId } }], version: 0 } }),
    },
    addAddress: { as: 'seller', input: (w) => ({ ...company(w), body: ADDRESS }) },
    updateAddress: {
      as: 'seller',
      input: (w) => ({
        params: { ...company(w).params, addressId: w.addressId },
        body: { ...ADDRESS, version: 0 },
      }),
    },
  },
  companyNotifications: {
    get: { as: 'seller', input: ofCompany },
    update: {
      as: 'seller',
      input: (w) => ({
        ...ofCompany(w),
        body: { settings: [{ orgUserId: w.colleague.orgUserId, feedType: 'NEW_ORDER' }], version: 0 },
      }),
    },
  },
  companyInvites: {
    create: {
      as: 'seller',
      input: (w) => ({ body: { companyId: w.seller.company.id, invitedEmail: 'shop@example.com' } }),
    },
  },
  buyerCompanies: {
    list: { as: 'buyer', input: (w) => ({ params: { orgId: w.buyer.org.id } }) },
    get: { as: 'buyer', input: (w) => ({ params: { id: w.buyer.buyerCompany.id } }) },
    create: {
      as: 'buyer',
      input: (w) => ({
        body: { orgId: w.buyer.org.id, businessLicenseName: 'Corner LLC', licenseIds: [w.buyer.license.id] },
      }),
    },
    update: {
      as: 'buyer',
      input: (w) => ({
        params: { id: w.buyer.buyerCompany.id },
        body: { businessLicenseName: 'Corner LLC', licenseIds: [w.buyer.license.id], version: 0 },
      }),
    },
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
    dependents: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.colleague.orgUserId } }) },
    // Nobody can change the owner's role, so the job changes nothing other samples use.
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...org(w),
          selection: { ids: [w.seller.owner.orgUserId] },
          act: { name: 'setRole', roleId: w.seller.owner.roleId },
        },
      }),
    },
    resendInvitation: { as: 'seller', input: invitee },
    resetInviteLink: { as: 'seller', input: invitee },
    remove: { as: 'seller', input: invitee },
    transferOwnership: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { targetOrgUserId: w.colleague.orgUserId } }),
    },
  },
  auditLog: {
    list: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    export: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
  },
  teamImports: {
    preview: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), rows: [{ email: 'x@example.com', role: 'User' }] } }),
    },
    apply: { as: 'seller', input: (w) => ({ body: { ...org(w), rows: [{ email: 'x@example.com', role: 'User' }] } }) },
  },
  licenseImports: {
    preview: { as: 'seller', input: (w) => ({ body: { ...org(w), rows: [{ licenseNumber: 'C12-0000077-LIC' }] } }) },
    apply: { as: 'seller', input: (w) => ({ body: { ...org(w), rows: [{ licenseNumber: 'C12-0000077-LIC' }] } }) },
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
  ownBrands: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    get: { as: 'seller', input: (w) => ({ params: ownBrand(w) }) },
    update: {
      as: 'seller',
      input: (w) => ({ params: { id: w.seller.brand.id }, body: { tagline: 'Sun', locations: [ADDRESS], version: 0 } }),
    },
    updateKeyPeople: {
      as: 'seller',
      input: (w) => ({ params: { id: w.seller.brand.id }, body: { keyPeople: [{ name: 'Robin Green' }], version: 0 } }),
    },
    uses: { as: 'seller', input: (w) => ({ params: ownBrand(w) }) },
    release: { as: 'seller', input: (w) => ({ params: { id: w.spareBrandId } }) },
    claimable: { as: 'seller', input: () => ({ query: { searchTerm: 'redwood' } }), shared: true },
    claim: { as: 'seller', input: (w) => ({ body: { ...org(w), brandId: w.unclaimedBrandId } }) },
  },
  brandSuggestions: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    create: {
      as: 'seller',
      input: () => ({ body: { suggestedName: 'Moss Creek', suggestedStates: ['CA'], autoClaim: true } }),
      shared: true,
    },
    review: { as: 'support', input: nothing, shared: true },
    approve: { as: 'support', input: (w) => ({ params: { id: w.suggestionIds[0] } }), shared: true },
    reject: {
      as: 'support',
      input: (w) => ({ params: { id: w.suggestionIds[1] }, body: { reason: 'It exists' } }),
      shared: true,
    },
  },
  brandInvites: {
    sent: { as: 'seller', input: (w) => ({ params: org(w) }) },
    received: { as: 'seller', input: nothing, shared: true },
    byCode: { as: 'seller', input: (w) => ({ params: { code: w.brandInvites.received.inviteCode } }), shared: true },
    create: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { brandId: w.spareBrandId, invitedEmail: 'owner@example.com' } }),
    },
    resend: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.brandInvites.sentId } }) },
    remove: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.brandInvites.sentId } }) },
    accept: {
      as: 'seller',
      input: (w) => ({ params: { inviteCode: w.brandInvites.received.inviteCode } }),
      shared: true,
    },
    reject: {
      as: 'seller',
      input: (w) => ({ params: { brandInviteId: w.brandInvites.rejectedId } }),
      onesOwn: true,
    },
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
    // No order can become a draft, so the job changes nothing other samples use.
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
    // Its job changes the customer, so it comes after samples that use the version.
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
  beginning: {
    create: {
      as: 'seller',
      input: (w) => ({
        body: {
          name: 'Cedar Supply',
          companyType: 'MICROBUSINESS',
          licenses: [
            {
              licenseNumber: `C12-${w.seller.org.id}-LIC`,
              name: 'Cedar Supply',
              state: 'CA',
              address: { postalCode: '94612' },
            },
          ],
        },
      }),
      shared: true,
    },
    claimable: {
      as: 'seller',
      input: (w) => ({ body: { state: 'CA', metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') } }),
      shared: true,
    },
  },
  licenses: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    export: { as: 'seller', input: (w) => ({ body: org(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.seller.license.id } }), shared: true },
    create: {
      as: 'seller',
      input: (w) => ({
        body: {
          licenseNumber: `C10-${w.seller.org.id}-LIC`,
          name: 'Cedar Storefront',
          state: 'CA',
          address: { lineOne: '4 Grove Street', city: 'Oakland', postalCode: '94612' },
        },
      }),
      shared: true,
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.seller.license.id },
        body: { dba: 'Cedar', phone: '(510) 555-0100', isPublic: true, address: { city: 'Oakland' }, version: 0 },
      }),
    },
    claimable: {
      as: 'seller',
      input: (w) => ({ body: { state: 'CA', metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA') } }),
      shared: true,
    },
    claim: {
      as: 'seller',
      input: (w) => ({
        body: { state: 'CA', metrcApiKey: demoTrackingKey(w.seller.org.id, 'CA'), licenseIds: [w.claimId] },
      }),
      shared: true,
    },
  },
  customerStatuses: labelSamples((w) => w.customerStatusId),
  customerServiceZones: labelSamples((w) => w.serviceZoneId),
  serviceZoneMap: {
    get: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    previewArea: {
      as: 'seller',
      input: (w) => ({ params: { id: w.otherServiceZoneId }, body: { counties: ['06001'], postalCodes: [] } }),
    },
    updateArea: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.otherServiceZoneId },
        body: { counties: ['06001'], postalCodes: [], version: 0 },
      }),
    },
  },
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
    stopLicenseSync: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), licenseId: w.seller.license.id } }),
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
  userPictures: {
    set: { as: 'seller', input: (w) => ({ ...self(w), query: { kind: 'cover' }, file: PICTURE }), onesOwn: true },
    remove: { as: 'seller', input: (w) => ({ ...self(w), query: {} }), onesOwn: true },
  },
  organizationPictures: {
    set: { as: 'seller', input: (w) => ({ params: org(w), file: PICTURE }) },
    remove: { as: 'seller', input: (w) => ({ params: org(w) }) },
  },
  brandPictures: {
    set: { as: 'seller', input: (w) => ({ ...brand(w), query: { kind: 'cover' }, file: PICTURE }) },
    remove: { as: 'seller', input: (w) => ({ ...brand(w), query: {} }) },
  },
  companyPictures: {
    set: { as: 'seller', input: (w) => ({ params: { id: w.seller.company.id }, file: PICTURE }) },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.seller.company.id } }) },
  },
};
