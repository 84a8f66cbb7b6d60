import { z } from 'zod';
import { member } from '../access/ability';
import { get } from '../contract/endpoint';
import { EventTypeSchema } from './catalogue';
import { EventRecord } from './event';

/** Where a reader stands in an organization's stream: digits, to be passed back as they are; its events were before. */
const Cursor = z.string().regex(/^\d{1,18}$/, 'Pass a cursor of an earlier reply');

const EVENTS_A_PAGE = 100;
/** For how long events are kept; deliveries of webhooks are for as long. */
export const EVENT_DAYS = 30;

export const events = {
  list: get('/events', {
    summary: 'Events of the organization in the order in which they were committed, without gaps; kept for 30 days',
    query: z.object({
      /** Only later ones; from the oldest kept without it. `latest` answers no events and where the stream stands now. */
      after: z.union([Cursor, z.literal('latest')]).optional(),
      /** All by default, but those one opts in to. */
      type: EventTypeSchema.optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(EVENTS_A_PAGE),
    }),
    returns: z.strictObject({
      events: z.array(EventRecord),
      /** To be passed as `after` next; it moves past what the reader may not see. */
      cursor: Cursor,
      hasMore: z.boolean(),
    }),
    requires: member,
    byKey: true,
  }),
};
