import { z } from 'zod';
import { admin } from '../access/ability';
import { get, Id, jsonFile, OrgScope, page, post, whole } from '../contract/endpoint';
import { ChatExport } from './chat-export';

/** Files of an organization's channels: each for its owner or the admin who asked, with the channels they may read. */
export const chatExports = {
  list: get('/orgs/:orgId/chat/exports', {
    summary: 'Files of channels you asked for, newest first',
    part: 'chat',
    params: OrgScope,
    query: z.object({
      page: whole(z.number().int().min(0).max(10_000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
    }),
    returns: page(ChatExport),
    requires: admin,
    inPersonOnly: true,
  }),
  request: post('/orgs/:orgId/chat/exports', {
    summary: 'Export channels; a job makes the file, one at a time for each person',
    part: 'chat',
    params: OrgScope,
    returns: ChatExport,
    requires: admin,
    audit: 'chat-export',
    idempotent: true,
    inPersonOnly: true,
  }),
  download: get('/orgs/:orgId/chat/exports/:exportId/file', {
    summary: 'Download a file of channels you asked for; gone after a week',
    part: 'chat',
    params: z.object({ orgId: Id, exportId: Id }),
    ...jsonFile,
    requires: admin,
    inPersonOnly: true,
  }),
};
