import { z } from 'zod';
import { write } from '../access/ability';
import { Id, post, search } from '../contract/endpoint';
import { IMPORT_BODY_LIMIT as bodyLimit, importRows, RowVerdicts } from '../import';
import { INVITE_FIELDS, MOST_INVITE_ROWS } from './invite-import';

const inviteRows = z.object({ orgId: Id, rows: importRows(INVITE_FIELDS, MOST_INVITE_ROWS) });

export const teamImports = {
  preview: search('/org-user-imports/preview', {
    summary: 'Preview the invitations of a file row by row; nothing is sent',
    body: inviteRows,
    returns: RowVerdicts,
    requires: write('MANAGE_USERS'),
    bodyLimit,
  }),
  apply: post('/org-user-imports', {
    summary: 'Import invitations; an email each, and skipped rows are left out',
    body: inviteRows,
    returns: RowVerdicts,
    requires: write('MANAGE_USERS'),
    audit: 'org-user',
    idempotent: true,
    bodyLimit,
  }),
};
