import { customerServiceZones, customerStatuses, customers } from '../../domain/customers/contract';
import { customerImports } from '../../domain/customers/import-contract';
import { orderTerms } from '../../domain/customers/order-terms-contract';
import { serviceZoneMap } from '../../domain/customers/zone-contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { customerAgeing } from './ageing';
import { bulkCustomers } from './bulk-customers';
import { customerFacets } from './facets';
import { applyImport, previewImport, undoImport } from './import/apply-import';
import { loadImport } from './import/read-import';
import { serviceZoneVerbs, statusVerbs } from './labels';
import { listOrderTerms, removeOrderTerms, saveOrderTerms } from './order-terms';
import { loadCustomer } from './read-customers';
import { createCustomer, updateCustomer } from './save-customer';
import { searchCustomers } from './search-customers';
import { customerSpend } from './spend';
import { getZoneMap, previewArea, updateArea } from './zones/zone-map';

export const customerRoutes = [
  implement(orderTerms)({ list: listOrderTerms, save: saveOrderTerms, remove: removeOrderTerms }),
  implement(customers)({
    search: searchCustomers,
    facets: customerFacets,
    bulk: startBulkAct(bulkCustomers),
    get: (ctx, { params }) => loadCustomer(ctx, params.id),
    create: createCustomer,
    update: updateCustomer,
    ageing: customerAgeing,
    spend: customerSpend,
  }),
  implement(customerImports)({
    preview: previewImport,
    apply: applyImport,
    get: (ctx, { params }) => loadImport(ctx, params.id),
    undo: undoImport,
  }),
  implement(customerStatuses)(statusVerbs),
  implement(customerServiceZones)(serviceZoneVerbs),
  implement(serviceZoneMap)({ get: getZoneMap, previewArea, updateArea }),
];
