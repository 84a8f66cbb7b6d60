import { wholesaleMatches } from '../../../domain/wholesale/match-contract';
import { implement } from '../../implement';
import { acceptCertain, decideMatches } from './decide-matches';
import { listMatches, matchOptions } from './list-matches';
import { listProblems, retryRecord } from './problems';
import { dryRun, startSyncing } from './start-syncing';
import { readNow, saveSettings } from './sync-settings';

export const wholesaleMatchRoutes = [
  implement(wholesaleMatches)({
    settings: saveSettings,
    readNow,
    list: listMatches,
    options: matchOptions,
    decide: decideMatches,
    acceptCertain,
    dryRun,
    start: startSyncing,
    problems: listProblems,
    retry: retryRecord,
  }),
];
