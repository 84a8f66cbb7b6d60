import { z } from 'zod';
import { onPlan, read, signedIn, write } from '../access/ability';
import { commaJoined, Done, del, get, Id, IdParams, OrgScope, post } from '../contract/endpoint';
import { most } from '../organization/company';
import { InviteCode } from '../team/invitation';
import { BrandSummary, LicenseSummary, ShareCandidate, SharedBrand, ShareInvite, ShareUses } from './shared-brand';

const reads = read('ITEM_OWNERS');
/** Takes back: a smaller plan keeps nobody from ending what they agreed to. */
const ends = write('ITEM_OWNERS');
const gives = onPlan('partner-network', write('ITEM_OWNERS'));
const audit = 'shared-brand';

const BASE = '/inventory/shared-brands';
const Pair = z.object({ licenseId: Id, brandId: Id });

const countGiven = (values: object) => Object.values(values).filter((value) => value !== undefined).length;

const DetailsQuery = OrgScope.extend({
  /** An own brand: the licenses of others it is shared at. */
  brandId: Id.optional(),
  /** An own license: the brands of others that are shared there. */
  licenseId: Id.optional(),
  /** A brand of others: the own licenses it is shared at. */
  partnerBrandId: Id.optional(),
}).refine(
  ({ brandId, licenseId, partnerBrandId }) => countGiven({ brandId, licenseId, partnerBrandId }) === 1,
  'Ask by a brand, a license, or a partner’s brand: exactly one of them',
);

const CandidateQuery = OrgScope.extend({
  brandId: Id.optional(),
  licenseId: Id.optional(),
  /** Without it, those that items are assigned to. */
  searchTerm: most(120).default(''),
}).refine(
  ({ brandId, licenseId }) => countGiven({ brandId, licenseId }) === 1,
  'Ask by a brand or a license: exactly one of them',
);

/** Brands of others whose packages a license’s holder shows their owners. */
export const sharedBrands = {
  list: get(BASE, {
    summary: 'Shares and requests of a brand or at a license, those not enabled first',
    query: DetailsQuery,
    returns: z.array(SharedBrand),
    requires: reads,
  }),
  brandSummaries: get(`${BASE}/brand-summaries`, {
    summary: 'The organization’s brands, and at how many licenses of others each is shared',
    query: OrgScope,
    returns: z.array(BrandSummary),
    requires: reads,
  }),
  summaries: get(`${BASE}/summaries`, {
    summary: 'The organization’s licenses, and how many brands of others are shared at each',
    query: OrgScope,
    returns: z.array(LicenseSummary),
    requires: reads,
  }),
  byLicensesAndBrand: get(`${BASE}/by-licenses-and-brand`, {
    summary: 'What a brand’s sharing is at some licenses, for either side',
    query: OrgScope.extend({
      licenseIds: z.preprocess(
        commaJoined,
        z.array(Id, 'License selection required').min(1, 'License selection required').max(200),
      ),
      brandId: Id,
    }),
    returns: z.array(SharedBrand),
    requires: reads,
  }),
  candidates: get(`${BASE}/candidates`, {
    summary: 'Brands that could be shared at a license, or licenses a brand could be asked for at',
    query: CandidateQuery,
    returns: z.array(ShareCandidate),
    requires: reads,
  }),
  create: post(BASE, {
    summary: 'Share a brand; also answers its owner’s request',
    body: OrgScope.extend({
      licenseId: Id,
      brandId: Id,
      enabled: z.boolean().default(true),
    }),
    returns: SharedBrand,
    requires: gives,
    audit,
    idempotent: true,
  }),
  enable: post(`${BASE}/:id/enable`, {
    summary: 'Enable a shared brand; its owner sees the packages',
    params: IdParams,
    returns: SharedBrand,
    requires: gives,
    audit,
  }),
  disable: post(`${BASE}/:id/disable`, {
    summary: 'Disable a shared brand; its owner sees nothing until it is enabled',
    params: IdParams,
    returns: SharedBrand,
    requires: ends,
    audit,
  }),
  remove: del(`${BASE}/:id`, {
    summary: 'End a shared brand; for either side; of a request, refuses or withdraws it',
    params: IdParams,
    returns: Done,
    requires: ends,
    audit,
  }),
  uses: get(`${BASE}/:id/uses`, {
    summary: 'What depends on a shared brand',
    params: IdParams,
    returns: ShareUses,
    requires: reads,
  }),
  request: post(`${BASE}/request`, {
    summary: 'Ask to share a brand; its owner asks the license’s holder',
    query: Pair,
    returns: SharedBrand,
    refuses: ['NOT_FOUND'],
    requires: gives,
    audit,
    idempotent: true,
  }),
  rescind: del(`${BASE}/request`, {
    summary: 'Withdraw a request to share a brand',
    query: Pair,
    returns: Done,
    refuses: ['NOT_FOUND'],
    requires: ends,
    audit,
  }),
  byCode: get(`/inventory/shared-brand-invites/:code`, {
    summary: 'What a share’s link leads to',
    params: z.object({ code: InviteCode }),
    returns: ShareInvite,
    requires: signedIn,
    limited: true,
  }),
  open: post(`/inventory/shared-brand-invites/:code`, {
    summary: 'Open a share by its link; for the brand’s owner',
    params: z.object({ code: InviteCode }),
    returns: SharedBrand,
    requires: gives,
    limited: true,
    audit,
  }),
};

/** Whether a license shares every brand its items are assigned to by itself, now and later. */
export const autoSharing = {
  enable: post('/licenses/:id/auto-sharing/enable', {
    summary: 'Share every brand of a license by itself; now and later',
    params: IdParams,
    returns: LicenseSummary,
    requires: gives,
    audit: 'license',
  }),
  disable: post('/licenses/:id/auto-sharing/disable', {
    summary: 'Stop sharing brands by itself; what is shared stays',
    params: IdParams,
    returns: LicenseSummary,
    requires: ends,
    audit: 'license',
  }),
};
