import { and, eq, isNull, lte } from 'drizzle-orm';
import { acceptBy, type Todo, todoOf } from '../../domain/intakes/todo';
import type { Notice } from '../../domain/notifications/notice';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { intakeTodos, licenseSyncs, licenses, transferPackages, transfers } from '../db/schema';
import { transact } from '../db/transact';
import { noticeAt, settledAs, takenBack } from '../notices/notices';
import type { JobData, JobRequest } from '../queues';
import { figuresOf, NONE } from './list-intakes';
import { senderOf, type Transfer, watchedOf } from './read-intakes';

type Place = JobData<'follow-intake'>;
type Told = { told: Todo | null; senderOrgId: number | null };

/** Has the intakes looked at for which something may be left to do by now, in every organization. */
export async function findIntakeTodos({ database: { db }, jobs }: Services): Promise<void> {
  const due = await db
    .select({ orgId: intakeTodos.orgId, transferId: intakeTodos.transferId })
    .from(intakeTodos)
    .where(lte(intakeTodos.dueAt, new Date()));
  for (const data of due) await jobs.enqueue(db, { name: 'follow-intake', data });
}

/**
 * Tells people once of what is left to do for an intake, those of its sender as well if that is here, and settles what they
 * were told once it is done. Of a license that was removed or isn't read anymore nothing is to be done: nobody would see it
 * done.
 */
export async function followIntake({ database: { db }, jobs }: Services, place: Place): Promise<void> {
  const now = new Date();
  await transact(db, async (tx) => {
    const enqueue = (job: JobRequest) => jobs.enqueue(tx, job);
    const { orgId, transferId } = place;
    const own = and(eq(transfers.orgId, orgId), eq(transfers.id, transferId));
    // Of two jobs at once the second sees what the first told.
    const [transfer] = await tx.select().from(transfers).where(own).for('no key update');
    if (transfer === undefined) return;
    const [figures = NONE] = await figuresOf(tx, orgId, [transferId]);
    const watched = watchedOf({ ...transfer, ...figures });
    const isRead = await isLicenseRead(tx, transfer);
    const todo = isRead ? todoOf(watched, now) : null;
    const before = await readTold(tx, place);
    // What would be left to do is looked at again once the license is read again.
    const isKept = !isRead && (todoOf(watched, now) ?? acceptBy(watched)) !== null;
    const dueAt = isRead && todo === null ? acceptBy(watched) : null;
    if (todo === before.told) return saveTodo(tx, place, { ...before, dueAt, isKept });
    if (before.told !== null) {
      const subjects = [subjectOf.intakeTodo(orgId, transferId, before.told)];
      for (const told of [orgId, before.senderOrgId]) {
        if (told === null) continue;
        const about = { orgId: told, subjects };
        await enqueue(transfer.isVoided || !isRead ? takenBack(about) : settledAs(about, 'Done'));
      }
    }
    const sender = todo === null ? null : await findSender(tx, transfer);
    if (todo !== null) {
      for (const notice of noticesOf(place, todo, sender)) await enqueue(noticeAt(notice, { by: null, now }));
    }
    await saveTodo(tx, place, { told: todo, senderOrgId: sender?.orgId ?? null, dueAt, isKept });
  });
}

function noticesOf({ orgId, transferId }: Place, todo: Todo, sender: Sender | null): Notice[] {
  const subject = subjectOf.intakeTodo(orgId, transferId, todo);
  const here: Notice = {
    type: 'CUSTOM',
    orgId,
    subject,
    payload: { about: 'INTAKE_TODO', transferId, todo },
  };
  if (sender === null) return [here];
  const { orgId: senderOrgId, licenseId, sentId } = sender;
  const payload = { about: 'SENT_TODO' as const, toOrgId: orgId, transferId, licenseId, sentId, todo };
  return [here, { type: 'CUSTOM', orgId: senderOrgId, subject, payload }];
}

type Sender = { orgId: number; licenseId: number; sentId: number | null };

/** The other organization here that sent it, and its own transfer. */
async function findSender(db: Db, transfer: Transfer): Promise<Sender | null> {
  const { orgId, licenseId } = transfer;
  const [receiving] = await db.select({ usState: licenses.usState }).from(licenses).where(eq(licenses.id, licenseId));
  const found = await senderOf(db, { ...transfer, usState: receiving?.usState ?? '' });
  if (found === null || found.orgId === orgId) return null;
  return { ...found, sentId: await sentIdOf(db, transfer, found) };
}

/** The sender’s own transfer of the same manifest, found by a tag it carries; null while it isn’t read. */
async function sentIdOf(db: Db, { orgId, id, manifestNumber }: Transfer, sender: Omit<Sender, 'sentId'>) {
  const carried = and(eq(transferPackages.orgId, orgId), eq(transferPackages.transferId, id));
  const [first] = await db
    .select({ label: transferPackages.label })
    .from(transferPackages)
    .where(and(carried, isNull(transferPackages.leftAt)))
    .limit(1);
  const [found] = await db
    .select({ id: transfers.id })
    .from(transferPackages)
    .innerJoin(
      transfers,
      and(eq(transfers.orgId, transferPackages.orgId), eq(transfers.id, transferPackages.transferId)),
    )
    .where(
      and(
        eq(transferPackages.orgId, sender.orgId),
        eq(transferPackages.label, first?.label ?? ''),
        eq(transfers.orgId, sender.orgId),
        eq(transfers.licenseId, sender.licenseId),
        eq(transfers.direction, 'OUTGOING'),
        eq(transfers.manifestNumber, manifestNumber),
      ),
    );
  return found?.id ?? null;
}

/** Whether the tracking system is read for a transfer's license. */
async function isLicenseRead(db: Db, { orgId, licenseId }: Transfer): Promise<boolean> {
  const [found] = await db
    .select({ id: licenses.id })
    .from(licenses)
    .innerJoin(licenseSyncs, and(eq(licenseSyncs.orgId, orgId), eq(licenseSyncs.licenseId, licenseId)))
    .where(and(eq(licenses.id, licenseId), isNull(licenses.removedAt)));
  return found !== undefined;
}

const ofTransfer = ({ orgId, transferId }: Place) =>
  and(eq(intakeTodos.orgId, orgId), eq(intakeTodos.transferId, transferId));

async function readTold(db: Db, place: Place): Promise<Told> {
  const [found] = await db.select().from(intakeTodos).where(ofTransfer(place));
  return { told: (found?.told ?? null) as Todo | null, senderOrgId: found?.senderOrgId ?? null };
}

type Kept = Told & { dueAt: Date | null; isKept: boolean };

/** Keeps what people were told and when to look again; nothing where there is neither, unless it is kept. */
async function saveTodo(db: Db, place: Place, { isKept, ...values }: Kept): Promise<void> {
  if (values.told === null && values.dueAt === null && !isKept) {
    await db.delete(intakeTodos).where(ofTransfer(place));
    return;
  }
  await db
    .insert(intakeTodos)
    .values({ ...place, ...values })
    .onConflictDoUpdate({ target: [intakeTodos.orgId, intakeTodos.transferId], set: values });
}
