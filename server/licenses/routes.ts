import { licenses } from '../../domain/licenses/contract';
import { licenseDisputes } from '../../domain/licenses/dispute-contract';
import { licenseImports } from '../../domain/licenses/import-contract';
import { licenseProofs } from '../../domain/licenses/proof-contract';
import { registerImports } from '../../domain/licenses/register-contract';
import { licenseWatches } from '../../domain/licenses/watch-contract';
import { implement } from '../implement';
import { claimLicenses, listClaimable } from './claim-licenses';
import { attachDocument, disputeLicense, listDisputes } from './claims/disputes';
import {
  acceptProof,
  declineProof,
  enterCode,
  getProofDocument,
  listProofs,
  proofWays,
  sendCode,
  sendDocument,
} from './claims/proofs';
import { dismissDispute, getDisputeDocument, listReviewed, seeDispute, upholdDispute } from './claims/review-disputes';
import { applyLicenses, previewLicenses } from './import-licenses';
import { getLicense } from './read-licenses';
import { applyRegister } from './register/apply-register';
import { getRegister, listRegisterRows, listRegisters } from './register/read-imports';
import { addRegisterRows, beginRegister, discardRegister } from './register/stage-rows';
import { undoRegister } from './register/undo-register';
import { licenseDependents, removeLicense } from './remove-license';
import { createLicense, updateLicense } from './save-license';
import { exportLicenses, licenseFacets, searchLicenses } from './search-licenses';
import { listWatches, readWatch, unwatchLicense, watchLicense } from './watches';

export const licenseRoutes = [
  implement(licenses)({
    search: searchLicenses,
    facets: licenseFacets,
    export: exportLicenses,
    get: getLicense,
    create: createLicense,
    update: updateLicense,
    dependents: licenseDependents,
    remove: removeLicense,
    claimable: listClaimable,
    claim: claimLicenses,
  }),
  implement(licenseWatches)({ list: listWatches, of: readWatch, add: watchLicense, drop: unwatchLicense }),
  implement(licenseDisputes)({
    list: listDisputes,
    create: disputeLicense,
    attach: attachDocument,
    review: listReviewed,
    see: seeDispute,
    document: getDisputeDocument,
    uphold: upholdDispute,
    dismiss: dismissDispute,
  }),
  implement(licenseProofs)({
    ways: proofWays,
    sendCode,
    enterCode,
    sendDocument,
    review: listProofs,
    document: getProofDocument,
    accept: acceptProof,
    decline: declineProof,
  }),
  implement(licenseImports)({ preview: previewLicenses, apply: applyLicenses }),
  implement(registerImports)({
    list: listRegisters,
    get: getRegister,
    begin: beginRegister,
    addRows: addRegisterRows,
    rows: listRegisterRows,
    apply: applyRegister,
    undo: undoRegister,
    discard: discardRegister,
  }),
];
