import { customerServiceZones, customerStatuses, customers } from '../../domain/customers/contract';
import { customerImports } from '../../domain/customers/import-contract';
import { orderTerms } from '../../domain/customers/order-terms-contract';
import { serviceZoneMap } from '../../domain/customers/zone-contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { customerAgeing } from './ageing';
import { applyImport, previewImport } from './apply-import';
import { bulkCustomers } from './bulk-customers';
import { loadCustomer } from './customer-rows';
import { customerFacets } from './facets';
import { loadImport } from './find-import';
import { serviceZoneVerbs, statusVerbs } from './labels';
import { listOrderTerms, removeOrderTerms, saveOrderTerms } from './order-terms';
import { createCustomer, updateCustomer } from './save-customer';
import { searchCustomers } from './search-customers';
import { customerSpend } from './spend';
import { undoImport } from './undo-import';
import { getZoneMap, previewArea, updateArea } from './zone-map';

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
