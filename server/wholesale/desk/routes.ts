import { wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { startBulkAct } from '../../bulk/start-bulk-act';
import { implement } from '../../implement';
import { searchConflicts } from './conflict-list';
import { listRules, setRule } from './field-rules';
import { readHealth } from './read-health';
import { bulkConflicts, settleConflict } from './settle-conflicts';

export const wholesaleDeskRoutes = [
  implement(wholesaleDesk)({
    conflicts: searchConflicts,
    settle: settleConflict,
    bulk: startBulkAct(bulkConflicts),
    rules: listRules,
    setRule,
    health: readHealth,
  }),
];
