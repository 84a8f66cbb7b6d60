import type { IntakeRow } from './intake';

/** Hours after the last confirmation here by which the tracking system should say it was received. */
export const HOURS_TO_ACCEPT = 24;

export type Todo = NonNullable<IntakeRow['todo']>;

/** What decides whether something is left to do for an intake. */
export type Watched = Pick<IntakeRow, 'isVoided'> & {
  /** Confirmed here, and still on its way there. */
  waitingThere: number;
  /** Accepted there, and neither confirmed nor missed here. */
  unconfirmedHere: number;
  lastConfirmed: Date | null;
  /** Whether we knew of it before it was received: history that is read later is no work. */
  isFollowed: boolean;
};

/** When it should be received in the tracking system; null while nothing that was confirmed here waits for that. */
export function acceptBy({ isVoided, waitingThere, lastConfirmed }: Watched): Date | null {
  if (isVoided || waitingThere === 0 || lastConfirmed === null) return null;
  return new Date(lastConfirmed.getTime() + HOURS_TO_ACCEPT * 3_600_000);
}

/** What somebody still has to do for an intake; null when nothing. */
export function todoOf(watched: Watched, now: Date): Todo | null {
  if (watched.isVoided) return null;
  const by = acceptBy(watched);
  if (by !== null && by <= now) return 'ACCEPT_THERE';
  return watched.unconfirmedHere > 0 && watched.isFollowed ? 'CONFIRM_HERE' : null;
}

/** The to-dos in a list. */
export const TODO_LABELS = { ACCEPT_THERE: 'Receive in tracking system', CONFIRM_HERE: 'Confirm what came' } as const;

/** The to-dos in words. */
export const TODO_TEXTS = {
  ACCEPT_THERE: `Confirmed here over ${HOURS_TO_ACCEPT} hours ago. Receive it in the tracking system.`,
  CONFIRM_HERE: 'Received in the tracking system. Confirm what came.',
} as const;

/** What is left to do with a delivery, as its sender reads it. */
export const sentTodoText = (todo: Todo, recipient: string): string =>
  todo === 'ACCEPT_THERE'
    ? `${recipient} confirmed it over ${HOURS_TO_ACCEPT} hours ago and hasn’t received it in the tracking system.`
    : `${recipient} received it in the tracking system and hasn’t confirmed what came.`;
