import { accounting } from '../../../domain/accounting/connection-contract';
import { implement } from '../../implement';
import {
  disconnectBooks,
  listItemAccounts,
  searchRemoteCustomers,
  searchRemoteItems,
  updateBooks,
} from './change-connection';
import { authorizeBooks, connectBooks } from './connect';
import { getBooks } from './read-connection';

export const accountingRoutes = [
  implement(accounting)({
    connect: connectBooks,
    authorized: authorizeBooks,
    get: getBooks,
    disconnect: disconnectBooks,
    itemAccounts: listItemAccounts,
    update: updateBooks,
    remoteItems: searchRemoteItems,
    remoteCustomers: searchRemoteCustomers,
  }),
];
