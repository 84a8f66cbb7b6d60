import { bulkActs } from '../../domain/bulk/contract';
import { implement } from '../implement';
import { BULKS } from './all';
import { getBulkAct, listBulkActs, stopBulkAct } from './bulk-acts';
import { undoBulkAct } from './undo-bulk-act';

export const bulkRoutes = [
  implement(bulkActs)({ list: listBulkActs, get: getBulkAct, stop: stopBulkAct, undo: undoBulkAct(BULKS) }),
];
