import { bulkActs } from '../../domain/bulk/contract';
import { implement } from '../implement';
import { getBulkAct, listBulkActs, stopBulkAct } from './bulk-acts';

export const bulkRoutes = [implement(bulkActs)({ list: listBulkActs, get: getBulkAct, stop: stopBulkAct })];
