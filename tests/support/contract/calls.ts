// Over 350 lines: one list, of what each call takes beside its sample.
import { only } from '../factories';
import { accountingExtras } from './samples/accounting';
import { bookPushExtras } from './samples/book-pushes';
import { booksAuditExtras } from './samples/books-audits';
import { cardExtras } from './samples/cards';
import { catalogueExtras } from './samples/catalogue';
import { channelExtras } from './samples/channels';
import { dealExtras } from './samples/deals';
import { harvestExtras } from './samples/harvests';
import { buying, org, selling } from './samples/inputs';
import { intakeExtras } from './samples/intakes';
import { inventoryExtras } from './samples/inventory';
import { networkExtras } from './samples/network';
import { orderExtras } from './samples/order-extras';
import { partnerExtras } from './samples/partners';
import { registerExtras } from './samples/registers';
import { roadmapExtras } from './samples/roadmap';
import type { Extras } from './samples/sample';
import { shareExtras } from './samples/shares';
import { usageExtras } from './samples/usage';
import { wholesaleExtras } from './samples/wholesale';
import { wholesaleStockExtras } from './samples/wholesale-stock';
import type { World } from './world';

// One table over every call, read against the ids of the contract as a whole: a part of it alone proves nothing.

const customerFilters = (w: World) => ({
  customerStatusIds: [w.customerStatusId],
  serviceZoneIds: [w.serviceZoneId],
  managerIds: [w.seller.owner.orgUserId],
  licenseIds: [w.buyer.license.id],
  customerIds: [w.customerId],
});
const named = (w: World) => ({
  name: 'Cedar Apothecary',
  licenseId: w.buyer.license.id,
  serviceZoneId: w.serviceZoneId,
  customerStatusId: w.customerStatusId,
  managerIds: [w.colleague.orgUserId],
  paymentOptions: [only(w.seller.paymentOptions.slice(0, 1)).id],
});
const importRows = (w: World) => [
  {
    name: 'Juniper Garden',
    licenseNumber: w.buyer.license.licenseNumber,
    customerStatus: w.customerStatusName,
    serviceZone: w.serviceZoneName,
    managers: w.seller.owner.user.email,
  },
];
const chosen = (w: World) => ({ ...selling(w), selection: { ids: [w.customerId] } });
const assigned = (w: World) => ({
  orgRoleId: w.roleId,
  licenseIds: [w.seller.license.id],
  brandIds: [w.seller.brand.id],
  companyIds: [w.seller.company.id],
  salesRepId: 'R-7',
});

const REP_NUMBER = 'the organization’s own word for somebody';
const ZIP_CODE = 'a ZIP code is no record';
const BRAND = 'brands are public';
const LISTING = 'listings are public';
const LISTED = 'what is on a menu is public';
const INVITATION = 'whoever has the link may read who it is for';
const LICENSE = 'a public license can become anybody’s customer';

const NUMBER = { 'body.rows[].licenseNumber': 'a number is anybody’s until added' };
const licenseRows = (w: World) => ({
  body: {
    ...org(w),
    rows: [{ licenseNumber: w.seller.license.licenseNumber, name: 'Cedar', state: 'CA', postalCode: '94612' }],
  },
});

const auditLogCalls = [
  (w: World) => ({ params: org(w), query: { entity: 'order', entityId: `${w.orderId}` } }),
  (w: World) => ({ params: org(w), query: { userId: w.seller.owner.user.id } }),
];

const emailsLeft = {
  calls: [(w: World) => ({ params: org(w), body: { selection: { except: [w.unsentEmailIds[1]] } } })],
  common: { 'body.selection.except[]': 'leaves out what is there; others’ are never among them' },
};
const jobsLeft = {
  calls: [(w: World) => ({ body: { selection: { except: [w.failedJobId] } } })],
  common: {
    'body.selection.ids[]': 'jobs of no organization are support’s',
    'body.selection.except[]': 'jobs of no organization are support’s',
  },
};
const ofMenus = {
  as: 'seller' as const,
  calls: [
    (w: World) => ({
      params: { id: w.seller.brand.id },
      body: { companyId: w.seller.company.id, customerId: w.customerId },
    }),
  ],
  common: { 'params.id': BRAND },
};

/** By call, what `SAMPLES` lacks; the walk fails for a call with an id missing here. */
export const EXTRAS: Extras = {
  ...catalogueExtras,
  ...dealExtras,
  ...networkExtras,
  ...accountingExtras,
  ...partnerExtras,
  ...channelExtras,
  ...intakeExtras,
  ...cardExtras,
  ...booksAuditExtras,
  ...bookPushExtras,
  ...harvestExtras,
  ...inventoryExtras,
  ...orderExtras,
  ...wholesaleExtras,
  ...wholesaleStockExtras,
  ...shareExtras,
  ...usageExtras,
  ...registerExtras,
  ...roadmapExtras,
  session: {
    me: { calls: [(w) => ({ query: { inviteCode: w.mailCode } })] },
    signIn: { common: { 'body.linkCode': 'read with an outside issuer only, and only for whom it was emailed' } },
    refresh: { common: { 'body.refreshToken': 'whoever holds a refresh token is signed in by it' } },
    verifyEmail: { calls: [(w) => ({ body: { inviteCode: w.mailCode } })] },
    endSession: { calls: [(w) => ({ params: { sessionId: w.sessionId } })] },
  },
  organization: {
    profile: { common: { 'params.id': 'an organization’s profile is public' } },
    salesReps: { calls: [(w) => ({ params: org(w), query: { companyId: w.seller.company.id } })] },
    planAllows: { common: { 'query.paidFeatureSlug': 'paid features are the same for everybody' } },
  },
  companies: {
    addAddress: { common: { 'body.postalCode': ZIP_CODE } },
    updateAddress: { common: { 'body.postalCode': ZIP_CODE } },
    update: {
      calls: [
        (w) => ({
          params: { id: w.seller.company.id },
          body: {
            name: 'Greenleaf',
            companyType: 'DISTRIBUTOR',
            licenseId: w.seller.license.id,
            paymentOptions: w.seller.paymentOptions.map(({ id, name, dueDays }) => ({ id, name, dueDays })),
            distributorMappings: [{ brandId: w.seller.brand.id, distributorId: w.seller.company.id }],
            version: 0,
          },
        }),
      ],
    },
  },
  team: {
    invite: {
      calls: [(w) => ({ params: org(w), body: { email: 'trimmer@example.com', ...assigned(w) } })],
      common: { 'body.salesRepId': REP_NUMBER },
    },
    update: {
      calls: [(w) => ({ params: { ...org(w), id: w.colleague.orgUserId }, body: assigned(w) })],
      common: { 'body.salesRepId': REP_NUMBER },
    },
    bulk: {
      calls: [
        (w) => ({
          body: {
            ...org(w),
            selection: { filters: { role: [w.seller.owner.roleId] }, except: [w.colleague.orgUserId] },
            act: { name: 'setRole', roleId: w.roleId },
          },
        }),
        (w) => ({
          body: {
            ...org(w),
            selection: {
              filters: {
                licenseIds: [w.seller.license.id],
                brandIds: [w.seller.brand.id],
                companyIds: [w.seller.company.id],
              },
            },
            act: { name: 'setRole', roleId: w.roleId },
          },
        }),
      ],
    },
  },
  invitations: {
    byCode: { common: { 'params.inviteCode': INVITATION } },
    accept: { common: { 'params.inviteCode': INVITATION } },
    acceptCode: {
      calls: [(w) => ({ body: { inviteCode: w.inviteCode } })],
      common: { 'body.inviteCode': INVITATION },
    },
  },
  support: {
    tryAgain: jobsLeft,
    dismissJobs: jobsLeft,
    impersonate: { common: { 'body.userId': 'support staff help everybody' } },
  },
  ownBrands: {
    update: { common: { 'body.locations[].postalCode': ZIP_CODE } },
    claim: { common: { 'body.brandId': 'a brand that nobody has can be claimed by everybody' } },
  },
  connections: {
    invite: { common: { 'body.invitedUserUUID': 'people connect across organizations' } },
    byCode: { common: { 'params.code': INVITATION } },
    acceptCode: { common: { 'params.code': INVITATION } },
  },
  blockedUsers: {
    block: { common: { 'params.userId': 'people block others across organizations' } },
    unblock: { common: { 'params.userId': 'whoever was not blocked is not after it' } },
  },
  brandInvites: {
    byCode: { common: { 'params.code': INVITATION } },
    accept: { common: { 'params.inviteCode': INVITATION } },
  },
  brands: {
    get: { common: { 'params.id': BRAND } },
    bySlug: { common: { 'params.slug': BRAND } },
    facets: { common: { 'params.id': BRAND } },
    products: { common: { 'params.id': BRAND } },
    terms: { common: { 'params.id': BRAND } },
    menu: ofMenus,
    menuPdf: ofMenus,
  },
  carts: {
    create: {
      calls: [
        (w) => ({
          body: {
            ...buying(w),
            buyerLicenseId: w.buyer.buyerLicense.id,
            sellerCompanyId: w.seller.company.id,
            cartItems: [{ id: w.cartItemId, productId: w.productId, quantity: '3' }],
          },
        }),
      ],
    },
    upsertItems: {
      calls: [
        (w) => ({
          params: { id: w.cartId },
          body: { items: [{ id: w.cartItemId, productId: w.productId, quantity: '4' }] },
        }),
      ],
    },
  },
  approvalSettings: { save: { common: { 'body.brandIds[]': 'brands are public' } } },
  substitutes: {
    find: { common: { 'body.sellerCompanyId': LISTED, 'body.productId': LISTED } },
    use: { common: { 'body.sellerCompanyId': LISTED, 'body.productId': LISTED } },
  },
  directory: { products: { common: { 'body.productIds[]': LISTED } } },
  directoryLists: {
    list: {
      calls: [(w) => ({ params: org(w), query: { listingType: 'brand', listingId: w.seller.brand.id } })],
      common: { 'query.listingId': LISTING },
    },
    create: {
      calls: [
        (w) => ({
          params: org(w),
          body: { name: 'Growers', first: { listingType: 'brand', listingId: w.seller.brand.id } },
        }),
      ],
      common: { 'body.first.listingId': LISTING },
    },
    add: { common: { 'params.listingId': LISTING } },
    drop: { common: { 'params.listingId': LISTING } },
  },
  productLab: { ofBrand: { common: { 'params.id': BRAND } } },
  marketHome: { open: { common: { 'body.brandId': BRAND, 'body.productId': LISTED } } },
  follows: {
    of: { common: { 'params.id': BRAND, 'params.productId': LISTED } },
    create: { common: { 'body.brandId': BRAND, 'body.productId': LISTED } },
  },
  quickOrders: { preview: { common: { 'body.sellerCompanyId': 'sellers are public' } } },
  customers: {
    search: {
      calls: [
        (w) => {
          const filters = customerFilters(w);
          const { licenseIds, customerIds } = filters;
          return { body: { ...selling(w), filters, licenseIds, customerIds } };
        },
      ],
    },
    facets: { calls: [(w) => ({ query: selling(w) })] },
    create: {
      calls: [(w) => ({ body: { ...selling(w), ...named(w), licenseId: w.seller.license.id } })],
      common: { 'body.licenseId': LICENSE },
    },
    update: {
      calls: [(w) => ({ params: { id: w.customerId }, body: { ...named(w), version: 0 } })],
      common: { 'body.licenseId': LICENSE },
    },
    bulk: {
      calls: [
        (w) => ({ body: { ...chosen(w), act: { name: 'setStatus', customerStatusId: w.customerStatusId } } }),
        (w) => ({ body: { ...chosen(w), act: { name: 'setServiceZone', serviceZoneId: w.serviceZoneId } } }),
        (w) => ({ body: { ...chosen(w), act: { name: 'addManager', managerId: w.colleague.orgUserId } } }),
        (w) => ({
          body: {
            ...selling(w),
            selection: { filters: customerFilters(w), except: [w.otherCustomerId] },
            act: { name: 'setDelinquent', delinquent: true },
          },
        }),
      ],
    },
  },
  beginning: {
    create: {
      common: {
        'body.licenses[].licenseNumber': 'a number is anybody’s until added',
        'body.licenses[].address.postalCode': ZIP_CODE,
      },
    },
  },
  licenses: {
    get: { common: { 'params.id': 'a public license is in the directory' } },
    create: {
      common: { 'body.licenseNumber': 'a number is anybody’s until added', 'body.address.postalCode': ZIP_CODE },
    },
    update: {
      calls: [
        (w) => ({
          params: { id: w.seller.license.id },
          body: { isPublic: true, address: { postalCode: '94612' }, version: 0 },
        }),
      ],
      common: { 'body.address.postalCode': ZIP_CODE },
    },
  },
  unsentEmails: {
    sendAgain: emailsLeft,
    dismiss: emailsLeft,
  },
  auditLog: { list: { calls: auditLogCalls }, export: { calls: auditLogCalls } },
  licenseDisputes: { create: { common: { 'body.licenseNumber': 'a number is anybody’s to dispute' } } },
  licenseWatches: {
    of: { common: { 'params.id': LISTING } },
    add: { common: { 'params.id': LISTING } },
    drop: { common: { 'params.id': LISTING } },
  },
  licenseImports: {
    preview: { calls: [licenseRows], common: { ...NUMBER, 'body.rows[].postalCode': ZIP_CODE } },
    apply: { calls: [licenseRows], common: { ...NUMBER, 'body.rows[].postalCode': ZIP_CODE } },
  },
  customerStatuses: {
    remove: {
      calls: [
        (w) => ({
          params: { id: w.customerStatusId },
          query: { ...selling(w), moveTo: w.otherCustomerStatusId },
        }),
      ],
    },
  },
  customerServiceZones: {
    remove: {
      calls: [(w) => ({ params: { id: w.serviceZoneId }, query: { ...selling(w), moveTo: w.otherServiceZoneId } })],
    },
  },
  customerImports: {
    preview: {
      calls: [(w) => ({ body: { ...selling(w), rows: importRows(w) } })],
      common: { 'body.rows[].licenseNumber': LICENSE },
    },
    apply: {
      calls: [(w) => ({ body: { ...selling(w), fileName: 'customers.csv', rows: importRows(w) } })],
      common: { 'body.rows[].licenseNumber': LICENSE },
    },
  },
  chat: {
    create: {
      calls: [
        (w) => ({
          params: org(w),
          body: { channelType: 'TEAM', name: 'Trimmers', userIds: [w.colleague.userId] },
        }),
        (w) => ({ params: org(w), body: { channelType: 'TEAM_DM', userId: w.colleague.userId } }),
      ],
    },
    update: {
      calls: [
        (w) => ({
          params: { ...org(w), cid: w.channel.cid },
          body: { channelType: 'TEAM', userIdsToAdd: [w.colleague.userId] },
        }),
        (w) => ({
          params: { ...org(w), cid: w.channel.cid },
          body: { channelType: 'TEAM', userIdsToRemove: [w.colleague.userId] },
        }),
      ],
    },
  },
};
