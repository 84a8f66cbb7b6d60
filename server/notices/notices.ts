import { randomUUID } from 'node:crypto';
import type { Notice } from '../../domain/notifications/notice';
import type { Ctx } from '../context';
import type { JobRequest } from '../queues';

/*
 * What every area says to people's feeds. It knows no other area, which `server/notifications`, where it is read and shown,
 * does.
 */

/** A job that tells whom it is for of something that happened; enqueued by the transaction it happens in. */
export const noticeOf = ({ person, now }: Pick<Ctx, 'person' | 'now'>, notice: Notice): JobRequest =>
  noticeAt(notice, { by: person.userId, now });

/** The same of what nobody does, such as a job. */
export const noticeAt = (notice: Notice, { by, now }: { by: string | null; now: Date }): JobRequest => ({
  name: 'notify',
  data: { ...notice, by, eventId: randomUUID(), at: now.toISOString() },
});

type Settled = { orgId: number | null; subjects: readonly string[] };

/** A job that settles everybody's notifications of these subjects, with a word for what became of them. */
export const settledAs = ({ orgId, subjects }: Settled, outcome: string): JobRequest => ({
  name: 'settle-notifications',
  data: { orgId, subjects: [...subjects], outcome },
});

/** A job that takes everybody's notifications of these subjects away: what they are about is withdrawn, or no more. */
export const takenBack = ({ orgId, subjects }: Settled): JobRequest => ({
  name: 'settle-notifications',
  data: { orgId, subjects: [...subjects], outcome: null },
});
