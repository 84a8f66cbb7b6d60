import { roadmap } from '../../domain/roadmap/contract';
import { implement } from '../implement';
import { loadEntry, searchRoadmap, similarEntries } from './read-entries';
import { followEntry, takeBackVote, voteFor } from './votes';
import {
  changeStatus,
  createEntry,
  mergeEntry,
  removeEntry,
  suggestEntry,
  unmergeEntry,
  updateEntry,
} from './write-entries';

export const roadmapRoutes = [
  implement(roadmap)({
    search: searchRoadmap,
    similar: similarEntries,
    get: (ctx, { params }) => loadEntry(ctx, params.id),
    suggest: suggestEntry,
    vote: voteFor,
    unvote: takeBackVote,
    follow: followEntry,
    create: createEntry,
    update: updateEntry,
    changeStatus,
    merge: mergeEntry,
    unmerge: unmergeEntry,
    remove: removeEntry,
  }),
];
