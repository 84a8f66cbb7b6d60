import { accountingChanges } from '../../../domain/accounting/changes-contract';
import { implement } from '../../implement';
import { readAutomatic, searchChanges, setAutomatic } from './search-changes';
import { acceptChanges, dismissChanges, restoreOurs } from './settle-changes';

export const changeRoutes = implement(accountingChanges)({
  search: searchChanges,
  accept: acceptChanges,
  dismiss: dismissChanges,
  restore: restoreOurs,
  automatic: readAutomatic,
  setAutomatic,
});
