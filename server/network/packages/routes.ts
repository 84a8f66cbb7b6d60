import { accessLog as logContract, networkPackages } from '../../../domain/network/packages-contract';
import { implement } from '../../implement';
import { accessLog } from './access-log';
import { brandStockFacets, exportBrandStock, readBrandPackage, searchBrandStock, totalBrandStock } from './brand-stock';
import { previewPartner, previewShare } from './preview';

export const networkPackageRoutes = [
  implement(networkPackages)({
    search: searchBrandStock,
    facets: brandStockFacets,
    totals: totalBrandStock,
    export: exportBrandStock,
    previewPartner,
    previewShare,
    get: readBrandPackage,
  }),
  implement(logContract)({ search: accessLog.search }),
];
