import { licenses } from '../../domain/licenses/contract';
import { licenseImports } from '../../domain/licenses/import-contract';
import { implement } from '../implement';
import { claimLicenses, listClaimable } from './claim-licenses';
import { applyLicenses, previewLicenses } from './import-licenses';
import { findProfile } from './read-licenses';
import { licenseDependents, removeLicense } from './remove-license';
import { createLicense, updateLicense } from './save-license';
import { exportLicenses, licenseFacets, searchLicenses } from './search-licenses';

export const licenseRoutes = [
  implement(licenses)({
    search: searchLicenses,
    facets: licenseFacets,
    export: exportLicenses,
    get: ({ db, membershipOrNull }, { params }) => findProfile(db, membershipOrNull, params.id),
    create: createLicense,
    update: updateLicense,
    dependents: licenseDependents,
    remove: removeLicense,
    claimable: listClaimable,
    claim: claimLicenses,
  }),
  implement(licenseImports)({ preview: previewLicenses, apply: applyLicenses }),
];
