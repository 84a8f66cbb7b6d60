import { z } from 'zod';
import { signedIn, support as supportStaff } from '../access/ability';
import { PlanTypeSchema } from '../access/vocabulary';
import { Done, get, Id, IdParams, Instant, page, post, whole } from '../contract/endpoint';
import { UnsentEmail, UnsentLeft, UnsentPage, UnsentSelection } from '../mail/contract';
import { lineOfText } from '../text';

/** Minutes an impersonation lasts unless stopped. */
export const IMPERSONATION_MINUTES = 30;

export const SupportedOrganization = z.strictObject({ id: Id, name: z.string(), plan: PlanTypeSchema });
export type SupportedOrganization = z.infer<typeof SupportedOrganization>;

export const SupportedUser = z.strictObject({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isSupport: z.boolean(),
  orgs: z.array(SupportedOrganization.extend({ roleName: z.string() })),
});
export type SupportedUser = z.infer<typeof SupportedUser>;

/** Why staff did what people will ask about; kept in the audit log. */
const Reason = z.string().trim().min(10, 'Enter a reason').max(500, 'Must be 500 characters or fewer');

/** A job that was given up, and isn't an organization's email. */
export const FailedJob = UnsentEmail.extend({
  /** What kind of job, as `mail-report`. */
  queue: z.string(),
  /** Null for a job of no organization. */
  orgName: z.string().nullable(),
});
export type FailedJob = z.infer<typeof FailedJob>;

export const support = {
  users: get('/support/users', {
    summary: 'Find people by name, email or organization',
    query: z.object({
      searchTerm: lineOfText().max(100).default(''),
      page: whole(z.number().int().min(0).max(10_000)).default(0),
    }),
    returns: page(SupportedUser),
    requires: supportStaff,
  }),
  setPlan: post('/support/organizations/:id/plan', {
    summary: 'Change the plan; of an organization that pays for none',
    params: IdParams,
    body: z.object({ plan: PlanTypeSchema, reason: Reason }),
    returns: SupportedOrganization,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: supportStaff,
    audit: 'subscription',
    inPersonOnly: true,
  }),
  impersonate: post('/support/impersonations', {
    summary: 'Act for someone; for 30 minutes, and every change names both people',
    body: z.object({
      userId: z.uuid(),
      reason: Reason,
    }),
    returns: z.strictObject({ token: z.string(), expiresAt: Instant, user: SupportedUser }),
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    audit: 'impersonation',
    inPersonOnly: true,
  }),
  stop: post('/support/impersonations/stop', {
    summary: 'Stop acting for someone; the token stops working',
    returns: Done,
    requires: signedIn,
    audit: 'impersonation',
  }),
  failedJobs: get('/support/failed-jobs', {
    summary: 'Emails of no organization that couldn’t be sent, and other jobs that were given up, newest first',
    query: UnsentPage,
    returns: page(FailedJob),
    requires: supportStaff,
  }),
  tryAgain: post('/support/failed-jobs/try-again', {
    summary: 'Try failed jobs again; they leave the list',
    body: z.object({ selection: UnsentSelection }),
    returns: UnsentLeft,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: supportStaff,
    audit: 'failed-job',
  }),
  dismissJobs: post('/support/failed-jobs/dismiss', {
    summary: 'Dismiss failed jobs; they can’t be tried again',
    body: z.object({ selection: UnsentSelection }),
    returns: UnsentLeft,
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    audit: 'failed-job',
  }),
};
