import { licenses } from '../../domain/licenses/contract';
import { licenseImports } from '../../domain/licenses/import-contract';
import { registerImports } from '../../domain/licenses/register-contract';
import { implement } from '../implement';
import { claimLicenses, listClaimable } from './claim-licenses';
import { applyLicenses, previewLicenses } from './import-licenses';
import { getLicense } from './read-licenses';
import { applyRegister } from './register/apply-register';
import { getRegister, listRegisterRows, listRegisters } from './register/read-imports';
import { addRegisterRows, beginRegister, discardRegister } from './register/stage-rows';
import { undoRegister } from './register/undo-register';
import { licenseDependents, removeLicense } from './remove-license';
import { createLicense, updateLicense } from './save-license';
import { exportLicenses, licenseFacets, searchLicenses } from './search-licenses';

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
