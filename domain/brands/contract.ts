import { z } from 'zod';
import { anyOf, publicly, read, signedIn, support, write } from '../access/ability';
import { Done, del, get, Id, IdParams, OrgScope, patch, post, put } from '../contract/endpoint';
import { KeyPeopleEdit } from '../organization/company';
import { lineOfText } from '../text';
import { BrandEdit, BrandRecord, BrandUses, ClaimableBrand } from './brand';
import { BrandInvite, BrandInviteCode, BrandInviteDraft, ListedBrandInvite, ReceivedBrandInvite } from './invite';
import { BrandSuggestion, BrandSuggestionDraft, Rejection, ReviewedSuggestion } from './suggestion';

const OwnParams = OrgScope.extend({ id: Id });
const reads = read('MANAGE_BRANDS');
const writes = write('MANAGE_BRANDS');
const claims = write('CLAIM_BRANDS');

/** The organization's own brands. */
export const ownBrands = {
  list: get('/orgs/:orgId/brands', {
    summary: 'The brands the caller can see: own first, then those of the wholesale marketplace, each by name',
    params: OrgScope,
    returns: z.array(BrandRecord),
    requires: reads,
  }),
  get: get('/orgs/:orgId/brands/:id', {
    summary: 'One of the organization’s brands, also a disabled one',
    params: OwnParams,
    returns: BrandRecord,
    requires: reads,
  }),
  update: patch('/brands/:id', {
    summary: 'Change a brand; absent fields stay as they are',
    params: IdParams,
    body: BrandEdit,
    returns: BrandRecord,
    requires: writes,
    audit: 'brand',
  }),
  updateKeyPeople: put('/brands/:id/key-people', {
    summary: 'Change a brand’s key people; replaces them, in order',
    params: IdParams,
    body: KeyPeopleEdit,
    returns: BrandRecord,
    requires: writes,
    audit: 'brand',
  }),
  uses: get('/orgs/:orgId/brands/:id/uses', {
    summary: 'What depends on a brand',
    params: OwnParams,
    returns: BrandUses,
    requires: reads,
  }),
  release: post('/brands/:id/release', {
    summary: 'Give up a brand; only one without products, which others can then claim',
    params: IdParams,
    returns: Done,
    requires: claims,
    audit: 'brand',
  }),
  claimable: get('/brands/claimable', {
    summary: 'Brands by name, and whether they can be claimed',
    query: z.object({ searchTerm: lineOfText().min(2, 'Type at least 2 characters').max(100) }),
    returns: z.array(ClaimableBrand),
    requires: anyOf(claims, write('BRAND_INVITES')),
  }),
  claim: post('/brands/claim', {
    summary: 'Claim a brand; one that no organization has',
    body: z.object({ brandId: Id, orgId: Id }),
    returns: BrandRecord,
    requires: claims,
    audit: 'brand',
  }),
};

/** New brands, made once support staff approve them. */
export const brandSuggestions = {
  list: get('/orgs/:orgId/brand-suggestions', {
    summary: 'The brands the organization suggested, newest first',
    params: OrgScope,
    returns: z.array(BrandSuggestion),
    requires: anyOf(reads, claims),
  }),
  create: post('/brands/suggestions', {
    summary: 'Suggest a brand; to claim it or to invite its owner once it is approved',
    body: BrandSuggestionDraft,
    returns: BrandSuggestion,
    requires: claims,
    audit: 'brand-suggestion',
    idempotent: true,
  }),
  review: get('/support/brand-suggestions', {
    summary: 'Suggested brands in review, oldest first',
    returns: z.array(ReviewedSuggestion),
    requires: support,
  }),
  approve: post('/support/brand-suggestions/:id/approve', {
    summary: 'Approve a suggested brand; who suggested it is emailed',
    params: IdParams,
    returns: BrandSuggestion,
    requires: support,
    audit: 'brand-suggestion',
  }),
  reject: post('/support/brand-suggestions/:id/reject', {
    summary: 'Reject a suggested brand; who suggested it is emailed',
    params: IdParams,
    body: Rejection,
    returns: BrandSuggestion,
    requires: support,
    audit: 'brand-suggestion',
  }),
};

const InviteParams = OrgScope.extend({ id: Id });
const sends = write('BRAND_INVITES');

/** Brands offered to other businesses. */
export const brandInvites = {
  sent: get('/orgs/:orgId/brand-invites', {
    summary: 'The brand invites the organization sent, newest first',
    params: OrgScope,
    returns: z.array(BrandInvite),
    requires: read('BRAND_INVITES'),
  }),
  received: get('/brand-invites', {
    summary: 'Open brand invites sent to your email; with `past` also those answered, withdrawn or expired lately',
    query: z.object({ past: z.stringbool().optional() }),
    returns: z.array(ListedBrandInvite),
    requires: signedIn,
  }),
  byCode: get('/brand-invites/:code', {
    summary: 'A brand invite, for anyone with the link',
    params: z.object({ code: BrandInviteCode }),
    returns: ReceivedBrandInvite,
    requires: publicly,
    saysWho: true,
    limited: true,
  }),
  create: post('/orgs/:orgId/brand-invites', {
    summary: 'Invite someone to take over a brand; one of the organization’s, or one that nobody has claimed',
    params: OrgScope,
    body: BrandInviteDraft,
    returns: BrandInvite,
    requires: sends,
    audit: 'brand-invite',
    idempotent: true,
  }),
  resend: post('/orgs/:orgId/brand-invites/:id/resend', {
    summary: 'Resend a brand invite; open or expired, with a new expiry date',
    params: InviteParams,
    returns: BrandInvite,
    requires: sends,
    audit: 'brand-invite',
  }),
  remove: del('/orgs/:orgId/brand-invites/:id', {
    summary: 'Withdraw a brand invite; its link stops working',
    params: InviteParams,
    returns: Done,
    requires: sends,
    audit: 'brand-invite',
  }),
  accept: post('/brand-invites/accept/:inviteCode', {
    summary: 'Take over a brand; by an invite, for your organization',
    params: z.object({ inviteCode: BrandInviteCode }),
    returns: z.strictObject({ brandId: Id, brandName: z.string() }),
    requires: sends,
    audit: 'brand-invite',
    inPersonOnly: true,
  }),
  reject: post('/brand-invites/reject/:brandInviteId', {
    summary: 'Reject a brand invite; sent to your email',
    params: z.object({ brandInviteId: Id }),
    returns: Done,
    refuses: ['FORBIDDEN'],
    requires: signedIn,
    audit: 'brand-invite',
    inPersonOnly: true,
  }),
};
