import { wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { startBulkAct } from '../../bulk/start-bulk-act';
import { implement } from '../../implement';
import { listStock } from './list-stock';
import { bulkStock, pushAll, pushInventory, syncInventory } from './stock-acts';

export const wholesaleStockRoutes = [
  implement(wholesaleStock)({
    sync: syncInventory,
    push: pushInventory,
    bulk: startBulkAct(bulkStock),
    pushAll,
    list: listStock,
  }),
];
