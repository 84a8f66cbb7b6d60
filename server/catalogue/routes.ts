import { productChanges, productDetails, products } from '../../domain/catalogue/contract';
import { productImports } from '../../domain/catalogue/import/contract';
import { productLines, strains } from '../../domain/catalogue/lines-contract';
import { productLists } from '../../domain/catalogue/lists-contract';
import { productSearches, productViews } from '../../domain/catalogue/saved-searches';
import { productItems } from '../../domain/inventory/items/items-contract';
import { packageBulk } from '../../domain/inventory/packages/bulk-contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { listLocations } from '../inventory/packages/move-packages';
import { savedViewVerbs } from '../views/saved-views';
import { applyChange, previewChange } from './changes/change-products';
import { getProductChange } from './changes/read-change';
import { undoChange } from './changes/undo-change';
import { productFacets } from './facets';
import { applyProductImport, previewProductImport } from './import/import-products';
import { listCategories, listSubcategories, listUnits } from './list-vocabulary';
import { bulkPackages } from './mapping/bulk-packages';
import { assignItems, getMappedItems, searchItems, unassignItems } from './mapping/product-items';
import { addProductImage, getProductStock, setProductImages, setProductStock } from './product-details';
import {
  createProductLine,
  removeProductLine,
  searchProductLines,
  setLinePositions,
  updateProductLine,
} from './product-lines';
import { getProductAsOf, listProductLogs } from './product-log';
import { loadProduct } from './read-products';
import { archiveProduct, createProduct, restoreProduct, updateProduct } from './save-product';
import { exportProducts, productList } from './search-products';
import { createStrain, searchStrains } from './strains';

export const catalogueRoutes = [
  implement(productLists)({
    categories: listCategories,
    subcategories: listSubcategories,
    units: listUnits,
  }),
  implement(products)({
    search: productList.search,
    facets: productFacets,
    export: exportProducts,
    get: (ctx, { params }) => loadProduct(ctx, params.id),
    create: createProduct,
    update: updateProduct,
    archive: archiveProduct,
    restore: restoreProduct,
  }),
  implement(productDetails)({
    addImage: addProductImage,
    setImages: setProductImages,
    stock: getProductStock,
    setStock: setProductStock,
    logs: listProductLogs,
    asOf: getProductAsOf,
  }),
  implement(productLines)({
    search: searchProductLines,
    create: createProductLine,
    update: updateProductLine,
    setPositions: setLinePositions,
    remove: removeProductLine,
  }),
  implement(productItems)({
    mapped: getMappedItems,
    search: searchItems,
    assign: assignItems,
    unassign: unassignItems,
  }),
  implement(packageBulk)({ locations: listLocations, start: startBulkAct(bulkPackages) }),
  implement(strains)({ search: searchStrains, create: createStrain }),
  implement(productChanges)({ preview: previewChange, apply: applyChange, undo: undoChange }),
  implement(productSearches)(savedViewVerbs(productViews)),
  implement(productImports)({ preview: previewProductImport, apply: applyProductImport, get: getProductChange }),
];
