import type { World } from '../world';
import { org } from './inputs';
import type { Samples } from './sample';

const one = (w: World) => ({ params: { id: w.webhooks.endpointId } });
const draft = { url: 'https://hooks.example.com/verdant', description: 'Warehouse', types: ['order.created' as const] };

/** Valid calls of webhooks. */
export const webhookSamples = {
  webhooks: {
    list: { as: 'seller', input: () => ({}), shared: true },
    detail: { as: 'seller', input: one },
    create: { as: 'seller', input: () => ({ body: draft }), shared: true },
    update: { as: 'seller', input: (w) => ({ ...one(w), body: { ...draft, version: 0 } }) },
    secret: { as: 'seller', input: one },
    rotate: {
      as: 'seller',
      input: (w) => ({ params: { id: w.webhooks.rotatedId }, body: { version: 0, overlapHours: 24 } }),
    },
    ping: { as: 'seller', input: one },
    deliveries: { as: 'seller', input: (w) => ({ body: { ...org(w), endpointId: w.webhooks.endpointId } }) },
    delivery: { as: 'seller', input: (w) => ({ params: { id: w.webhooks.deliveryId } }) },
    resend: { as: 'seller', input: (w) => ({ params: { id: w.webhooks.deliveryId } }) },
    replay: {
      as: 'seller',
      input: (w) => ({
        ...one(w),
        body: { from: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z', types: [], isDryRun: true },
      }),
    },
    received: { as: 'seller', input: one },
    pause: { as: 'seller', input: (w) => ({ params: { id: w.webhooks.activeId }, body: { version: 0 } }) },
    resume: {
      as: 'seller',
      input: (w) => ({ params: { id: w.webhooks.pausedId }, body: { version: 0, replaysMissed: true } }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.webhooks.otherId } }) },
  },
} satisfies Partial<Samples>;
