import { demoTrackingKey } from '../../../../server/sandbox/demo-keys';
import { PICTURE } from '../../files/pictures';
import type { World } from '../world';
import { nothing, org } from './inputs';
import type { Samples } from './sample';

const company = ({ seller }: World) => ({ params: { id: seller.company.id } });
const ofCompany = (w: World) => ({ params: { companyId: w.seller.company.id }, query: org(w) });
const ADDRESS = {
  name: 'Warehouse',
  lineOne: '200 Dock Street',
  city: 'Oakland',
  state: { ansiAbbrevation: 'CA' },
  postalCode: '94607',
};
const brand = ({ seller }: World) => ({ params: { brandId: seller.brand.id } });
const ownBrand = (w: World) => ({ ...org(w), id: w.seller.brand.id });
const invitee = (w: World) => ({ params: { ...org(w), id: w.inviteeId } });
const byCode = ({ inviteCode }: World) => ({ params: { inviteCode } });

const apiKey = (w: World) => ({ params: { ...org(w), id: w.apiKeyId } });
const keyDraft = ({ seller }: World) => ({
  name: 'Route planner',
  features: { BROWSE_ORDERS: { read: true, write: false } },
  companyIds: [seller.company.id],
  licenseIds: [seller.license.id],
  brandIds: [seller.brand.id],
  addresses: ['203.0.113.0/24'],
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
});

/** Valid calls of an organization: its people, companies, licenses and brands. */
export const organizationSamples = {
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
    dependents: { as: 'seller', input: company },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.spareCompanyId } }) },
    marketplaceLink: { as: 'seller', input: company },
    updateKeyPeople: {
      as: 'seller',
      input: (w) => ({ ...company(w), body: { keyPeople: [{ name: 'Robin Green' }], version: 0 } }),
    },
    updateLocations: {
      as: 'seller',
      input: (w) => ({ ...company(w), body: { locations: [{ address: { id: w.addressId } }], version: 0 } }),
    },
    addAddress: { as: 'seller', input: (w) => ({ ...company(w), body: ADDRESS }) },
    setMarketplaceLink: { as: 'seller', input: (w) => ({ ...company(w), body: { severed: false, version: 0 } }) },
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
  apiKeys: {
    list: { as: 'seller', input: (w) => ({ params: org(w) }) },
    get: { as: 'seller', input: apiKey },
    uses: { as: 'seller', input: apiKey },
    create: { as: 'seller', input: (w) => ({ params: org(w), body: keyDraft(w) }) },
    update: { as: 'seller', input: (w) => ({ ...apiKey(w), body: { ...keyDraft(w), version: 0 } }) },
    rotate: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), id: w.rotatedKeyId }, body: { overlapHours: 24, version: 0 } }),
    },
    narrow: { as: 'seller', input: (w) => ({ params: { ...org(w), id: w.narrowedKeyId }, body: { version: 0 } }) },
    revoke: { as: 'seller', input: apiKey },
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
  events: {
    list: { as: 'seller', input: () => ({ query: { after: 'latest' } }), shared: true },
  },
  unsentEmails: {
    list: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    sendAgain: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { selection: { ids: [w.unsentEmailIds[0]] } } }),
    },
    dismiss: {
      as: 'seller',
      input: (w) => ({ params: org(w), body: { selection: { ids: [w.unsentEmailIds[1]] } } }),
    },
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
  invitations: {
    byCode: { as: 'seller', input: byCode, shared: true },
    mine: { as: 'seller', input: () => ({ query: {} }), shared: true },
    hasAny: { as: 'seller', input: nothing, shared: true },
    waiting: { as: 'seller', input: nothing, shared: true },
    accept: { as: 'seller', input: byCode, shared: true },
    acceptCode: {
      as: 'seller',
      input: (w) => ({ body: { inviteCode: w.inviteCode } }),
      shared: true,
      notCalled: 'a code is accepted once, and the sample before does',
    },
  },
  brands: {
    get: { as: 'buyer', input: (w) => ({ params: { id: w.seller.brand.id } }), shared: true },
    bySlug: { as: 'buyer', input: (w) => ({ params: { slug: w.seller.brand.slug } }), shared: true },
    featured: { as: 'buyer', input: () => ({ query: {} }), shared: true },
    menu: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.seller.brand.id }, body: { buyerLicenseId: w.buyer.buyerLicense.id } }),
    },
    terms: {
      as: 'buyer',
      input: (w) => ({
        params: { id: w.seller.brand.id },
        query: { buyerLicenseId: w.buyer.buyerLicense.id },
      }),
    },
    products: { as: 'buyer', input: (w) => ({ params: { id: w.seller.brand.id }, query: {} }), shared: true },
    menuPdf: {
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
      input: (w) => ({
        params: { id: w.seller.brand.id },
        body: { tagline: 'Sun', locations: [ADDRESS], images: [{ id: w.brandImageId, alt: 'Sun' }], version: 0 },
      }),
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
    received: { as: 'seller', input: () => ({ query: {} }), shared: true },
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
  licenseWatches: {
    list: { as: 'seller', input: nothing, shared: true },
    of: { as: 'seller', input: (w) => ({ params: { id: w.buyer.license.id } }), shared: true },
    add: { as: 'seller', input: (w) => ({ params: { id: w.buyer.license.id } }), shared: true },
    drop: { as: 'seller', input: (w) => ({ params: { id: w.buyer.license.id } }), shared: true },
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
    dependents: { as: 'seller', input: (w) => ({ params: { id: w.seller.license.id } }) },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.spareLicenseId } }) },
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
} satisfies Partial<Samples>;
