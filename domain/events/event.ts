import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import {
  EVENT_SUBJECT_KINDS,
  EVENT_SUBJECTS,
  EVENTS,
  type EventSubjectKind,
  type EventType,
  EventTypeSchema,
} from './catalogue';

/**
 * What happened to a record of an organization, by its id alone: who is told reads the current state, by their own rights.
 */
export const EventRecord = z.strictObject({
  /** The same wherever it is told: `evt_` and a UUID. */
  id: z.string(),
  type: EventTypeSchema,
  /** When its transaction was about to commit. */
  timestamp: Instant,
  orgId: Id,
  subject: z.strictObject({ kind: z.enum(EVENT_SUBJECT_KINDS), id: z.string() }),
  /** Counts the events of its subject from 1, without gaps: a later one is newer. */
  sequence: z.number().int().positive(),
});
export type EventRecord = z.infer<typeof EventRecord>;

/** What a webhook carries of an event; the type and time stand beside it. */
export const webhookPayload = (type: EventType) => {
  const kind = EVENTS[type].subject;
  return z.strictObject({
    type: z.literal(type),
    timestamp: Instant,
    data: EventRecord.omit({ type: true, timestamp: true }).extend({
      subject: z.strictObject({ kind: z.literal(kind), id: z.string() }),
      /** Where the subject's current state is read; null where no call takes its id alone. */
      url: EVENT_SUBJECTS[kind] === null ? z.null() : z.url(),
    }),
  });
};

/** The full address of a subject's current state, of an installation whose calls are below `api`; null where there is none. */
export function subjectUrl(api: string, { kind, id }: EventRecord['subject']): string | null {
  const path = EVENT_SUBJECTS[kind];
  return path === null ? null : `${api}${path.replace(/:\w+/, encodeURIComponent(id))}`;
}

/** An event as a verb or job tells it, in the transaction in which it happens. */
export type Told = { type: EventType; orgId: number; subject: { kind: EventSubjectKind; id: string | number } };
