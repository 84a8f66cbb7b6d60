import { bookPushes } from '../../../domain/accounting/push/contract';
import { startBulkAct } from '../../bulk/start-bulk-act';
import { implement } from '../../implement';
import { previewRange } from './back-fill';
import { mendDocument, retryAll, searchProblems } from './problems';
import { bulkPushes, preflight, pushOrders } from './push-orders';
import { readPushed, undoPush } from './pushed-order';

export const bookPushRoutes = [
  implement(bookPushes)({
    push: pushOrders,
    preflight,
    documents: readPushed,
    undo: undoPush,
    problems: searchProblems,
    mend: mendDocument,
    retryAll,
    previewRange,
    bulk: startBulkAct(bulkPushes),
  }),
];
