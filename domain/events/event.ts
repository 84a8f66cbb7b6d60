import { z } from 'zod';
import { Id, Instant } from '../contract/endpoint';
import {
  EVENT_SUBJECT_KINDS,
  EVENT_SUBJECTS,
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

/** An event as a verb or job tells it, in the transaction in which it happens. */
export type Told = { type: EventType; orgId: number; subject: { kind: EventSubjectKind; id: string | number } };

/** The full address of a subject's current state, of an installation whose calls are below `api`; null where there is none. */
export function subjectUrl(api: string, { kind, id }: EventRecord['subject']): string | null {
  const path = EVENT_SUBJECTS[kind];
  return path === null ? null : `${api}${path.replace(/:\w+/, encodeURIComponent(id))}`;
}
