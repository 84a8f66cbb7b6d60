import { licenses } from '../../domain/licenses/contract';
import { licenseImports } from '../../domain/licenses/import-contract';
import { licenseWatches } from '../../domain/licenses/watch-contract';
import { implement } from '../implement';
import { claimLicenses, listClaimable } from './claim-licenses';
import { applyLicenses, previewLicenses } from './import-licenses';
import { getLicense } from './read-licenses';
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
  implement(licenseImports)({ preview: previewLicenses, apply: applyLicenses }),
];
