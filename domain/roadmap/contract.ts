import { z } from 'zod';
import { anyOf, member, support } from '../access/ability';
import { Done, del, get, Id, IdParams, page, paging, post, put, search, Version } from '../contract/endpoint';
import { lineOfText } from '../text';
import {
  EntryDraft,
  EntryEdit,
  ROADMAP_SORTS,
  RoadmapEntry,
  RoadmapRow,
  roadmapFilters,
  SimilarEntry,
  StatusChange,
  Suggestion,
  Vote,
} from './entry';

/** Members of an organization, and support staff in none. */
const reads = anyOf(member, support);
const returns = RoadmapEntry;
const params = IdParams;
/** Of support staff. */
const staff = {
  params,
  returns,
  requires: support,
  audit: 'roadmap-entry',
  refuses: ['NOT_FOUND', 'CONFLICT'],
} as const;
/** What somebody says for themselves. */
const own = { params, returns, requires: member, inPersonOnly: true, refuses: ['NOT_FOUND', 'CONFLICT'] } as const;

/** What is planned for the product, and what its users ask for. */
export const roadmap = {
  search: search('/roadmap/search', {
    summary: 'Entries of the roadmap, and one’s own suggestions that wait for review',
    body: z.object({ filters: roadmapFilters.schema.default({}), ...paging(ROADMAP_SORTS, 'status', false) }),
    returns: page(RoadmapRow),
    requires: reads,
  }),
  similar: get('/roadmap/similar', {
    summary: 'Entries like what is about to be suggested, the likest first',
    query: z.object({ title: lineOfText().max(120) }),
    returns: z.array(SimilarEntry),
    requires: reads,
  }),
  get: get('/roadmap/:id', {
    summary: 'An entry with the reasons for it, and what was said of it',
    params,
    returns,
    requires: reads,
    refuses: ['NOT_FOUND'],
  }),
  suggest: post('/roadmap', {
    summary: 'Suggest something; support staff publish it',
    body: Suggestion,
    returns,
    requires: member,
    inPersonOnly: true,
    audit: 'roadmap-entry',
    idempotent: true,
  }),
  vote: put('/roadmap/:id/vote', {
    summary: 'Vote for an entry; or change one’s reason, and be told of changes',
    body: Vote,
    audit: 'roadmap-vote',
    ...own,
  }),
  unvote: del('/roadmap/:id/vote', {
    summary: 'Take a vote back; and stop being told of changes',
    audit: 'roadmap-vote',
    ...own,
  }),
  follow: put('/roadmap/:id/follow', {
    summary: 'Follow an entry, or stop',
    body: z.object({ isFollowing: z.boolean() }),
    unaudited: 'what one person is told of',
    ...own,
  }),
  create: post('/support/roadmap', {
    summary: 'Add an entry to the roadmap',
    body: EntryDraft,
    returns,
    requires: support,
    audit: 'roadmap-entry',
    idempotent: true,
  }),
  update: put('/support/roadmap/:id', { summary: 'Change what an entry says', body: EntryEdit, ...staff }),
  changeStatus: post('/support/roadmap/:id/status', {
    summary: 'Change an entry’s status; its followers are told',
    body: StatusChange,
    idempotent: true,
    ...staff,
  }),
  merge: post('/support/roadmap/:id/merge', {
    summary: 'Merge an entry into another; people who voted for both count once',
    body: z.object({ intoId: Id, version: Version }),
    ...staff,
  }),
  unmerge: post('/support/roadmap/:id/unmerge', { summary: 'Undo the merge of an entry', ...staff }),
  remove: del('/support/roadmap/:id', {
    summary: 'Remove an entry; with its votes',
    ...staff,
    returns: Done,
  }),
};
