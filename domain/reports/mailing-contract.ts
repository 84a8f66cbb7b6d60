import { z } from 'zod';
import { Done, del, get, Id, IdParams, OrgScope, post, put, Version } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { orders } from '../orders/contract';
import { readsReports } from './access';
import { MailedSearch, Mailing, MailingDraft, MailingPeople, MailingTimes } from './mailing';

const PATH = '/leaflink/orders/report/mailings';
const ONE = `${PATH}/:id` as const;
/** Without the plan, what is mailed can still be seen, paused and removed. */
const requires = orders.search.requires;
const mails = readsReports;
const audit = 'report-mailing';

/** Order reports and saved searches of orders emailed on a schedule: each person's own, and those emailed to them. */
export const reportMailings = {
  list: get(PATH, {
    summary: 'Reports and saved searches you have emailed, and those emailed to you, by name',
    query: OrgScope,
    returns: z.array(Mailing),
    requires,
    byKey: false,
  }),
  people: get(`${PATH}/people`, {
    summary: 'The people who may get order reports, by name',
    query: OrgScope,
    returns: MailingPeople,
    requires: mails,
    byKey: false,
  }),
  create: post(PATH, {
    summary: 'Schedule a report email',
    body: MailingDraft.extend({ ...ListScope.shape, search: MailedSearch }),
    returns: Mailing,
    requires: mails,
    audit,
    idempotent: true,
    byKey: false,
  }),
  subscribe: post(`${PATH}/saved-searches`, {
    summary: 'Schedule a saved search email',
    body: MailingTimes.extend({ orgId: Id, savedSearchId: Id }),
    returns: Mailing,
    requires: mails,
    audit,
    idempotent: true,
    byKey: false,
  }),
  update: put(ONE, {
    summary: 'Change a scheduled email; when and to whom',
    params: IdParams,
    body: MailingDraft.extend({ version: Version }),
    returns: Mailing,
    requires: mails,
    audit,
    byKey: false,
  }),
  pause: put(`${ONE}/paused`, {
    summary: 'Pause or resume a scheduled email',
    params: IdParams,
    body: z.object({ isPaused: z.boolean(), version: Version }),
    returns: Mailing,
    requires,
    audit,
    byKey: false,
  }),
  sendNow: post(`${ONE}/send`, {
    summary: 'Send yourself a scheduled email now',
    params: IdParams,
    returns: Done,
    requires: mails,
    audit,
    idempotent: true,
    byKey: false,
  }),
  leave: post(`${ONE}/leave`, {
    summary: 'Stop getting a scheduled email; one that someone else has emailed to you',
    params: IdParams,
    returns: Done,
    requires,
    audit,
    byKey: false,
  }),
  remove: del(ONE, {
    summary: 'Remove a scheduled email',
    params: IdParams,
    returns: Done,
    requires,
    audit,
    byKey: false,
  }),
};
