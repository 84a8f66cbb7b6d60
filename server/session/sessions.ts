import { notFound } from '../../domain/errors';
import type { session } from '../../domain/session/contract';
import type { Verb } from '../implement';

export const listMySessions: Verb<typeof session.sessions> = async ({ db, person, services }) => {
  const sessions = await services.identity.listSessions(db, person.userId);
  return sessions.map(({ id, signedInAt, lastUsedAt, expiresAt, device }) => ({
    id,
    device,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === person.sessionId,
  }));
};

export const endMySession: Verb<typeof session.endSession> = async (
  { audit, db, enqueue, person, services },
  { params },
) => {
  if (!(await services.identity.endSession(db, person.userId, params.sessionId))) throw notFound('Session');
  await enqueue({ name: 'chat-sign-out', data: { subject: person.subject } });
  await audit({ id: params.sessionId, before: { userId: person.userId } });
  return { ok: true };
};
