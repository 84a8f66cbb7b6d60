import { z } from 'zod';
import { admin } from '../access/ability';
import { get, Id, Instant, OrgScope, page, post, whole } from '../contract/endpoint';

/** How long an email that couldn't be sent is kept. */
export const UNSENT_DAYS = 30;
/** Most emails one call sends again or dismisses. */
export const UNSENT_MOST = 500;

/** An email that was tried for two days, or refused for good. */
export const UnsentEmail = z.strictObject({
  id: Id,
  /** Addresses, divided by commas; null if the email couldn't even be written. */
  recipient: z.string().nullable(),
  /** Its subject, or what kind of email it is if it couldn't be written. */
  subject: z.string(),
  /** Why, as a sentence. */
  reason: z.string(),
  tries: z.number().int(),
  failedAt: Instant,
});
export type UnsentEmail = z.infer<typeof UnsentEmail>;

/** Some by id, or all but some. */
export const UnsentSelection = z.union([
  z.strictObject({ ids: z.array(Id).min(1).max(UNSENT_MOST) }),
  z.strictObject({ except: z.array(Id).max(UNSENT_MOST) }),
]);
export type UnsentSelection = z.infer<typeof UnsentSelection>;

/** A page of such a list, newest first. */
export const UnsentPage = z.object({
  page: whole(z.number().int().min(0).max(10_000)).default(0),
  itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
});

/** How many of those chosen left the list; at most `UNSENT_MOST` at once. */
export const UnsentLeft = z.strictObject({ left: z.number().int() });
export type UnsentLeft = z.infer<typeof UnsentLeft>;

export const unsentEmails = {
  list: get('/orgs/:orgId/unsent-emails', {
    summary: 'Emails of the organization that couldn’t be sent, newest first',
    params: OrgScope,
    query: UnsentPage,
    returns: page(UnsentEmail),
    requires: admin,
  }),
  sendAgain: post('/orgs/:orgId/unsent-emails/send-again', {
    summary: 'Send unsent emails again; they leave the list',
    params: OrgScope,
    body: z.object({ selection: UnsentSelection }),
    returns: UnsentLeft,
    refuses: ['NOT_FOUND'],
    requires: admin,
    audit: 'unsent-email',
  }),
  dismiss: post('/orgs/:orgId/unsent-emails/dismiss', {
    summary: 'Dismiss unsent emails; they can’t be sent again',
    params: OrgScope,
    body: z.object({ selection: UnsentSelection }),
    returns: UnsentLeft,
    refuses: ['NOT_FOUND'],
    requires: admin,
    audit: 'unsent-email',
  }),
};
