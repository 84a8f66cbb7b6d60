import { brandInvites, brandSuggestions, ownBrands } from '../../domain/brands/contract';
import { implement } from '../implement';
import { acceptBrandInvite, rejectBrandInvite } from './answer-invite';
import { claimBrand, getBrandUses, listClaimableBrands, releaseBrand } from './claim-brand';
import { resendBrandInvite, sendBrandInvite, withdrawBrandInvite } from './invites';
import { loadBrand, loadBrands } from './read-brands';
import { getBrandInvite, listReceivedInvites, listSentInvites } from './read-invites';
import { approveSuggestion, listInReview, rejectSuggestion } from './review';
import { updateBrand, updateBrandPeople } from './save-brand';
import { listSuggestions, suggestBrand } from './suggest-brand';

export const brandRoutes = [
  implement(ownBrands)({
    list: (ctx) => loadBrands(ctx),
    get: (ctx, { params }) => loadBrand(ctx, params.id),
    update: updateBrand,
    updateKeyPeople: updateBrandPeople,
    uses: getBrandUses,
    release: releaseBrand,
    claimable: listClaimableBrands,
    claim: claimBrand,
  }),
  implement(brandSuggestions)({
    list: listSuggestions,
    create: suggestBrand,
    review: listInReview,
    approve: approveSuggestion,
    reject: rejectSuggestion,
  }),
  implement(brandInvites)({
    sent: listSentInvites,
    received: listReceivedInvites,
    byCode: getBrandInvite,
    create: sendBrandInvite,
    resend: resendBrandInvite,
    remove: withdrawBrandInvite,
    accept: acceptBrandInvite,
    reject: rejectBrandInvite,
  }),
];
