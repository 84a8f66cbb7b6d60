import { autoSharing, sharedBrands } from '../../../domain/network/shares-contract';
import { implement } from '../../implement';
import { disableAutoSharing, enableAutoSharing } from './auto-share';
import { findCandidates } from './find-candidates';
import { getShareUses, listShares, sharesAtLicenses, summarizeBrands, summarizeShares } from './list-shares';
import { requestShare, rescindShare } from './request-share';
import { createShare, disableShare, enableShare, endShare } from './share';
import { getShareInvite, openByLink } from './share-link';

export const shareRoutes = [
  implement(sharedBrands)({
    list: listShares,
    brandSummaries: summarizeBrands,
    summaries: summarizeShares,
    byLicensesAndBrand: sharesAtLicenses,
    candidates: findCandidates,
    create: createShare,
    enable: enableShare,
    disable: disableShare,
    remove: endShare,
    uses: getShareUses,
    request: requestShare,
    rescind: rescindShare,
    byCode: getShareInvite,
    open: openByLink,
  }),
  implement(autoSharing)({ enable: enableAutoSharing, disable: disableAutoSharing }),
];
