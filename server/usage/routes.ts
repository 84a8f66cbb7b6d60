import { supportRecordings, usage } from '../../domain/usage/contract';
import { implement } from '../implement';
import { agree, agreeForOrganization, forget, readAgreement, readForOrganization } from './agreement';
import { add, begin, storeEvents } from './record';
import {
  listForSupport,
  listRecordings,
  readChunksForSupport,
  readOwnChunks,
  removeRecording,
  viewForSupport,
} from './watch-recordings';

export const usageRoutes = [
  implement(usage)({
    mine: readAgreement,
    agree,
    forget,
    organization: readForOrganization,
    agreeForOrganization,
    send: storeEvents,
    begin,
    add,
    recordings: listRecordings,
    chunks: readOwnChunks,
    remove: removeRecording,
  }),
  implement(supportRecordings)({
    list: listForSupport,
    view: viewForSupport,
    chunks: readChunksForSupport,
  }),
];
