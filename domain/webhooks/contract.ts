import { z } from 'zod';
import { read, write } from '../access/ability';
import { Done, del, EnteredInstant, get, Id, IdParams, post, put, Version } from '../contract/endpoint';
import { searchOrganization } from '../contract/list';
import { EventTypeSchema } from '../events/catalogue';
import { deliveryFilters, ReceivedWebhook, WebhookAttempt, WebhookDelivery } from './delivery';
import { EndpointDraft, MOST_OVERLAP_HOURS, WebhookEndpoint } from './endpoint';

const [reads, writes] = [read('MANAGE_ROLES'), write('MANAGE_ROLES')];
const audit = 'webhook-endpoint';
const OfVersion = z.object({ version: Version });

const listed = searchOrganization('/webhook-deliveries/search', {
  summary: 'Deliveries of the last 30 days; of one endpoint with its id',
  filters: deliveryFilters,
  sorts: ['created'],
  sortBy: 'created',
  row: WebhookDelivery,
  requires: reads,
});

export const webhooks = {
  list: get('/webhook-endpoints', {
    summary: 'The organization’s webhook endpoints',
    returns: z.array(WebhookEndpoint),
    requires: reads,
  }),
  detail: get('/webhook-endpoints/:id', {
    summary: 'A webhook endpoint',
    params: IdParams,
    returns: WebhookEndpoint,
    requires: reads,
  }),
  create: post('/webhook-endpoints', {
    summary: 'Add a webhook endpoint; its secret is read apart',
    body: EndpointDraft,
    returns: WebhookEndpoint,
    requires: writes,
    audit,
    idempotent: true,
    inPersonOnly: true,
  }),
  update: put('/webhook-endpoints/:id', {
    summary: 'Change a webhook endpoint; from then on by the rights of who changed it',
    params: IdParams,
    body: EndpointDraft.omit({ kind: true }).extend({ version: Version }),
    returns: WebhookEndpoint,
    requires: writes,
    audit,
    inPersonOnly: true,
  }),
  remove: del('/webhook-endpoints/:id', {
    summary: 'Delete a webhook endpoint; what waits is not sent',
    params: IdParams,
    returns: Done,
    requires: writes,
    audit,
  }),
  pause: post('/webhook-endpoints/:id/pause', {
    summary: 'Pause a webhook endpoint; what happens meanwhile can be replayed',
    params: IdParams,
    body: OfVersion,
    returns: WebhookEndpoint,
    requires: writes,
    audit,
  }),
  resume: post('/webhook-endpoints/:id/resume', {
    summary: 'Resume a webhook endpoint; optionally with what it missed',
    params: IdParams,
    body: OfVersion.extend({ replaysMissed: z.boolean() }),
    returns: WebhookEndpoint,
    requires: writes,
    audit,
  }),
  secret: post('/webhook-endpoints/:id/secret', {
    summary: 'Show a webhook endpoint’s signing secret',
    params: IdParams,
    returns: z.strictObject({ secret: z.string(), oldSecret: z.string().nullable() }),
    requires: writes,
    audit,
    inPersonOnly: true,
  }),
  rotate: post('/webhook-endpoints/:id/rotate', {
    summary: 'Replace a webhook endpoint’s secret; both sign for a while',
    params: IdParams,
    body: OfVersion.extend({
      overlapHours: z.number().int().min(0).max(MOST_OVERLAP_HOURS, `Must be ${MOST_OVERLAP_HOURS} hours or fewer`),
    }),
    returns: WebhookEndpoint,
    requires: writes,
    audit,
    inPersonOnly: true,
  }),
  ping: post('/webhook-endpoints/:id/ping', {
    summary: 'Send a webhook endpoint a test event',
    params: IdParams,
    returns: z.strictObject({ deliveryId: Id }),
    requires: writes,
    audit,
    transaction: 'each',
  }),
  deliveries: { ...listed, body: listed.body.extend({ endpointId: Id.optional() }) },
  delivery: get('/webhook-deliveries/:id', {
    summary: 'A delivery with its attempts, newest first',
    params: IdParams,
    returns: WebhookDelivery.extend({ history: z.array(WebhookAttempt) }),
    requires: reads,
  }),
  resend: post('/webhook-deliveries/:id/resend', {
    summary: 'Send a delivery again now',
    params: IdParams,
    returns: WebhookDelivery,
    requires: writes,
    audit,
  }),
  replay: post('/webhook-endpoints/:id/replay', {
    summary: 'Send the events of a time again; a dry run only counts',
    params: IdParams,
    body: z
      .object({
        from: EnteredInstant,
        until: EnteredInstant,
        types: z.array(EventTypeSchema).max(100).default([]),
        isDryRun: z.boolean(),
      })
      .refine(({ from, until }) => from < until, { path: ['until'], message: 'Must be later than the beginning' }),
    returns: z.strictObject({
      /** How many are sent, and how many not because the endpoint's maker may not see their subjects. */
      sent: z.number().int().nonnegative(),
      withheld: z.number().int().nonnegative(),
    }),
    requires: writes,
    audit,
    idempotent: true,
  }),
  received: get('/webhook-endpoints/:id/received', {
    summary: 'What Verdant’s test receiver got last, newest first',
    params: IdParams,
    returns: z.array(ReceivedWebhook).max(50),
    requires: reads,
  }),
};
