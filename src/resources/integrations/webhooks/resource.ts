import { webhooks as calls } from '../../../../domain/webhooks/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Where the organization's events are sent. */
export const endpoints = resourceOf({
  name: 'webhook-endpoints',
  topics: ['webhooks'],
  list: calls.list,
  one: calls.detail,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

/** What was sent to them, or waits to be. */
export const deliveries = resourceOf({
  name: 'webhook-deliveries',
  topics: ['webhooks'],
  list: calls.deliveries,
  one: calls.delivery,
});
