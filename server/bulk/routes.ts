import { bulkActs } from '../../domain/bulk/contract';
import { implement } from '../implement';
import type { Changing } from './bulk';
import { getBulkAct, getBulkFile, listBulkActs, stopBulkAct } from './bulk-acts';
import { undoBulkAct } from './undo-bulk-act';

/** Takes every kind of record with bulk actions, which the areas that have them declare. */
export const bulkRoutes = (kinds: readonly Changing[]) => [
  implement(bulkActs)({
    list: listBulkActs,
    get: getBulkAct,
    file: getBulkFile,
    stop: stopBulkAct,
    undo: undoBulkAct(kinds),
  }),
];
