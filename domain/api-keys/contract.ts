import { z } from 'zod';
import { read, write } from '../access/ability';
import { ACCESS_LEVELS, FeatureIdSchema, FeatureMapSchema } from '../access/features';
import { get, Id, Instant, OrgScope, post, put, Version } from '../contract/endpoint';
import { ApiKey, KeyDraft, KeyEdit, MOST_OVERLAP_HOURS, NewApiKey } from './api-key';

const KeyParams = OrgScope.extend({ id: Id });
const changes = { requires: write('MANAGE_ROLES'), audit: 'api-key', byKey: false } as const;
const reads = { requires: read('MANAGE_ROLES'), byKey: false } as const;

const Use = z.strictObject({
  /** The call's name in the API, and what it does. */
  call: z.string(),
  summary: z.string(),
  calls: z.number().int(),
  refused: z.number().int(),
  lastAt: Instant,
});

/** How a key was used in the last 30 days, and which permissions that took. */
const KeyUses = z.strictObject({
  uses: z.array(Use),
  /** Permissions not used in 30 days; empty for a younger key. */
  unused: z.array(z.strictObject({ feature: FeatureIdSchema, level: z.enum(ACCESS_LEVELS) })),
  /** The smallest permissions that allow what it did; null until it was watched for a week, or if it has no others. */
  proposal: FeatureMapSchema.nullable(),
});

/** Keys by which other software calls the API for the person who made them; never with a key. */
export const apiKeys = {
  list: get('/orgs/:orgId/api-keys', {
    summary: 'The organization’s API keys, newest first',
    params: OrgScope,
    returns: z.array(ApiKey),
    ...reads,
  }),
  get: get('/orgs/:orgId/api-keys/:id', { summary: 'One API key', params: KeyParams, returns: ApiKey, ...reads }),
  uses: get('/orgs/:orgId/api-keys/:id/uses', {
    summary: 'What an API key called in the last 30 days; and which permissions it could do without',
    params: KeyParams,
    returns: KeyUses,
    ...reads,
  }),
  create: post('/orgs/:orgId/api-keys', {
    summary: 'Make an API key; the reply shows it once',
    params: OrgScope,
    body: KeyDraft,
    returns: NewApiKey,
    idempotent: true,
    shownOnce: 'secret',
    inPersonOnly: true,
    ...changes,
  }),
  update: put('/orgs/:orgId/api-keys/:id', {
    summary: 'Change an API key; only its maker can',
    params: KeyParams,
    body: KeyEdit,
    returns: ApiKey,
    inPersonOnly: true,
    ...changes,
  }),
  rotate: post('/orgs/:orgId/api-keys/:id/rotate', {
    summary: 'Replace an API key; the one before stays good for the hours given',
    params: KeyParams,
    body: z.object({
      overlapHours: z
        .number('Enter a number of hours')
        .int()
        .min(0)
        .max(MOST_OVERLAP_HOURS, 'Must be 24 hours or fewer'),
      version: Version,
    }),
    returns: NewApiKey,
    idempotent: true,
    shownOnce: 'secret',
    inPersonOnly: true,
    ...changes,
  }),
  narrow: post('/orgs/:orgId/api-keys/:id/narrow', {
    summary: 'Take an API key’s unused permissions; as proposed from its use',
    params: KeyParams,
    body: z.object({ version: Version }),
    returns: ApiKey,
    ...changes,
  }),
  revoke: post('/orgs/:orgId/api-keys/:id/revoke', {
    summary: 'Revoke an API key; it stops working at once, for good',
    params: KeyParams,
    returns: ApiKey,
    ...changes,
  }),
};
