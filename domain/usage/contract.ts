import { z } from 'zod';
import { member, read, signedIn, support as supportStaff, write } from '../access/ability';
import { Done, del, get, Id, IdParams, post, put, whole } from '../contract/endpoint';
import { UsageLevelSchema, UsageState } from './agreement';
import { MOST_EVENTS, UsageEvent } from './events';
import { RECORDING_LIMITS, Recording, RecordingChunks } from './recording';

/** The number of the first chunk that is read. */
const From = z.object({ from: whole(z.number().int().min(0).max(100_000)).default(0) });
const Level = z.object({ level: UsageLevelSchema });
const part = 'usage';
/** Nobody else's use is measured as the person's, and nothing of a browser that asks for that. */
const measuring = { part, requires: member, inPersonOnly: true, isTracking: true, refuses: ['FORBIDDEN'] } as const;

/** How somebody works with the app, measured where they and their organization agreed. */
export const usage = {
  mine: get('/users/me/usage', {
    summary: 'What you and your organization agreed to have measured',
    part,
    returns: UsageState,
    requires: signedIn,
  }),
  agree: put('/users/me/usage', {
    summary: 'Agree to be measured; or withdraw that',
    part,
    body: Level,
    returns: UsageState,
    requires: signedIn,
    audit: 'usage',
    inPersonOnly: true,
  }),
  forget: del('/users/me/usage', {
    summary: 'Delete all that was measured of you; and your recordings',
    part,
    returns: Done,
    requires: signedIn,
    audit: 'usage',
    inPersonOnly: true,
  }),
  organization: get('/usage/organization', {
    summary: 'What the organization lets its people agree to',
    part,
    returns: z.strictObject({ level: UsageLevelSchema }),
    requires: read('EDIT_ORGANIZATION'),
  }),
  agreeForOrganization: put('/usage/organization', {
    summary: 'Let people agree to be measured; or withdraw that',
    part,
    body: Level,
    returns: z.strictObject({ level: UsageLevelSchema }),
    requires: write('EDIT_ORGANIZATION'),
    audit: 'usage',
    inPersonOnly: true,
  }),
  send: post('/usage/events', {
    summary: 'Store what the app measured',
    body: z.object({ events: z.array(UsageEvent).min(1).max(MOST_EVENTS) }),
    returns: Done,
    unaudited: 'what the app measures by itself, which nobody does',
    ...measuring,
  }),
  begin: post('/usage/recordings', {
    summary: 'Begin a recording',
    returns: z.strictObject({ id: Id }),
    unaudited: 'what the app measures by itself, which nobody does',
    ...measuring,
  }),
  add: post('/usage/recordings/:id/chunks', {
    summary: 'Add to your recording; its events as JSON, compressed with gzip, in base64',
    params: IdParams,
    body: z.object({
      number: z.number().int().min(0).max(10_000),
      events: z
        .base64()
        .min(1)
        .max(Math.ceil((RECORDING_LIMITS.chunk * 4) / 3)),
    }),
    returns: Done,
    unaudited: 'what the app measures by itself, which nobody does',
    ...measuring,
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'TOO_LARGE', 'BAD_INPUT'],
  }),
  recordings: get('/users/me/recordings', {
    summary: 'Your recordings, newest first, and who of support watched them',
    part,
    returns: z.array(Recording),
    requires: signedIn,
    inPersonOnly: true,
  }),
  chunks: get('/users/me/recordings/:id/chunks', {
    summary: 'A portion of your recording',
    part,
    params: IdParams,
    query: From,
    returns: RecordingChunks,
    refuses: ['NOT_FOUND'],
    requires: signedIn,
    inPersonOnly: true,
  }),
  remove: del('/users/me/recordings/:id', {
    summary: 'Delete your recording',
    part,
    params: IdParams,
    returns: Done,
    refuses: ['NOT_FOUND'],
    requires: signedIn,
    audit: 'recording',
    inPersonOnly: true,
  }),
};

/** Minutes in which support staff may watch a recording after they said why. */
export const VIEW_MINUTES = 60;

/** Recordings as support staff find them. */
export const supportRecordings = {
  list: get('/support/recordings', {
    summary: 'Recordings of a person, newest first',
    part,
    query: z.object({ userId: z.uuid() }),
    returns: z.array(Recording),
    requires: supportStaff,
    inPersonOnly: true,
  }),
  view: post('/support/recordings/:id/views', {
    summary: 'Watch a recording; the person sees who did, and why',
    part,
    params: IdParams,
    body: z.object({
      reason: z.string().trim().min(10, 'Enter a reason').max(500, 'Must be 500 characters or fewer'),
    }),
    returns: z.strictObject({ viewId: Id }),
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    audit: 'recording',
    inPersonOnly: true,
  }),
  chunks: get('/support/recordings/:id/chunks', {
    summary: 'A portion of a recording that you said why you watch',
    part,
    params: IdParams,
    query: From.extend({ viewId: Id }),
    returns: RecordingChunks,
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    inPersonOnly: true,
  }),
};
