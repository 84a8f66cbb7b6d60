import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import { CODE_MINUTES, CODE_TRIES, CODES_A_DAY, maskedEmail, type Proof } from '../../../domain/licenses/proof';
import type { licenseProofs as contract, ProofWays } from '../../../domain/licenses/proof-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx, Services } from '../../context';
import type { Db } from '../../db/client';
import { removeOld } from '../../db/remove-old';
import { lockRow } from '../../db/rows';
import { licenseCodes, licenseProofs, licenses, organizations, registeredLicenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import { asDocument } from '../../files/as-document';
import type { Verb } from '../../implement';
import { licenseCodeLetter } from '../../mail/license-letters';
import { noticeOf, settledAs } from '../../notices/notices';
import type { JobData } from '../../queues';
import { loadLicense } from '../read-licenses';
import { once } from './review-disputes';

/** How a license can be verified. NOT_FOUND for one the caller doesn’t see. */
export const proofWays: Verb<typeof contract.ways> = async (ctx, { params: { id } }) => describe(ctx, id);

/**
 * Mails a code to the address the state’s register names. CONFLICT where it names none, and after so many a day; NOT_FOUND.
 */
export const sendCode: Verb<typeof contract.sendCode> = async (ctx, { params: { id } }) => {
  const { db, membership, now } = ctx;
  await lockRow(db, licenses, and(eq(licenses.id, id), visibleLicenses(membership)), 'License');
  const { licenseNumber, provenBy } = await loadLicense(ctx, id);
  assertUnproven(licenseNumber, provenBy);
  const email = await registeredEmail(db, id);
  if (email === null) {
    throw new DomainError(
      'CONFLICT',
      'The state register names no email for this license. Use a tracking system key, or send a document.',
    );
  }
  const day = new Date(now.getTime() - 86_400_000);
  const sent = await db.$count(licenseCodes, and(eq(licenseCodes.licenseId, id), gt(licenseCodes.createdAt, day)));
  if (sent >= CODES_A_DAY) {
    throw new DomainError(
      'CONFLICT',
      `We mail at most ${CODES_A_DAY} codes a day. Try again tomorrow, or send a document.`,
    );
  }
  await db
    .update(licenseCodes)
    .set({ expiresAt: now })
    .where(and(eq(licenseCodes.licenseId, id), open(now)));
  const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
  const [made] = await db
    .insert(licenseCodes)
    .values({ orgId: membership.orgId, licenseId: id, codeHash: '', email, expiresAt, createdAt: now })
    .returning({ id: licenseCodes.id });
  await ctx.enqueue({ name: 'license-code', data: { orgId: membership.orgId, codeId: made?.id ?? 0 } });
  await ctx.audit({ id, before: null, after: { licenseNumber, code: `Sent to ${maskedEmail(email)}` } });
  return describe(ctx, id);
};

/** Mails a code, which is made here and kept as a hash alone; nothing once it ended. */
export async function mailLicenseCode(
  { database: { db }, mail }: Services,
  { codeId }: JobData<'license-code'>,
): Promise<void> {
  const [found] = await db
    .select({ email: licenseCodes.email, license: licenses, orgName: organizations.name })
    .from(licenseCodes)
    .innerJoin(licenses, eq(licenses.id, licenseCodes.licenseId))
    .innerJoin(organizations, eq(organizations.id, licenses.orgId))
    .where(and(eq(licenseCodes.id, codeId), open(new Date())));
  if (found === undefined) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await db
    .update(licenseCodes)
    .set({ codeHash: hashed(codeId, code) })
    .where(eq(licenseCodes.id, codeId));
  const { email, license, orgName } = found;
  await mail.send(licenseCodeLetter(email, { code, orgName, licenseNumber: license.licenseNumber }));
}

/** Removes codes that count no longer. */
export const purgeLicenseCodes = (db: Db) =>
  removeOld(db, licenseCodes, lt(licenseCodes.createdAt, sql`now() - interval '2 days'`));

/** Verifies a license by the code. BAD_INPUT on `code` for a wrong one, which is counted, and for one that ended. */
export const enterCode: Verb<typeof contract.enterCode> = async (ctx, { params: { id }, body: { code } }) => {
  const verdict = await ctx.step('check', async (step) => {
    const { db, membership, now } = step;
    const before = await loadLicense(step, id);
    const own = and(eq(licenseCodes.licenseId, id), eq(licenseCodes.orgId, membership.orgId), open(now));
    const [sent] = await db
      .select()
      .from(licenseCodes)
      .where(own)
      .orderBy(desc(licenseCodes.id))
      .limit(1)
      .for('update');
    if (sent === undefined) return 'ended';
    const isRight = matches(sent.codeHash, hashed(sent.id, code));
    await db
      .update(licenseCodes)
      .set(isRight ? { usedAt: now } : { tries: sent.tries + 1 })
      .where(eq(licenseCodes.id, sent.id));
    if (!isRight) return sent.tries + 1 >= CODE_TRIES ? 'tried' : 'wrong';
    await prove(step, { id, orgId: membership.orgId, by: 'MAIL', licenseNumber: before.licenseNumber });
    return 'right';
  });
  if (verdict === 'wrong') throw badInput({ code: 'This isn’t the code we mailed' });
  if (verdict === 'tried') throw badInput({ code: 'This isn’t the code. Ask for a new one: it was tried too often.' });
  if (verdict === 'ended') throw badInput({ code: 'There is no code to enter, or it ended. Ask for a new one.' });
  return { ok: true };
};

/** Sends a document for support staff to look at. NOT_FOUND, CONFLICT for a license that is verified. */
export const sendDocument: Verb<typeof contract.sendDocument> = async (ctx, { params: { id }, file }) => {
  const { services, membership, person, now } = ctx;
  const seen = await loadLicense({ db: services.database.db, membership }, id);
  assertUnproven(seen.licenseNumber, seen.provenBy);
  const document = await asDocument(file, 'file');
  return ctx.step('save', async (step) => {
    const { db } = step;
    await lockRow(db, licenses, and(eq(licenses.id, id), visibleLicenses(membership)), 'License');
    const { provenBy } = await loadLicense(step, id);
    assertUnproven(seen.licenseNumber, provenBy);
    const replaced = await db
      .delete(licenseProofs)
      .where(and(eq(licenseProofs.licenseId, id), eq(licenseProofs.state, 'OPEN')))
      .returning({ id: licenseProofs.id });
    const subjects = replaced.map((one) => subjectOf.licenseProof(one.id));
    if (subjects.length > 0) await step.enqueue(settledAs({ orgId: null, subjects }, 'Replaced'));
    const values = { orgId: membership.orgId, licenseId: id, document, sentByUserId: person.userId, sentAt: now };
    const [made] = await db.insert(licenseProofs).values(values).returning({ id: licenseProofs.id });
    const proofId = made?.id ?? 0;
    const payload = { about: 'CLAIM_WAITS' as const, what: 'PROOF' as const, id: proofId };
    const subject = subjectOf.licenseProof(proofId);
    await step.enqueue(noticeOf(step, { type: 'CUSTOM', orgId: null, subject, payload }));
    await step.audit({ id, before: null, after: { licenseNumber: seen.licenseNumber, document: 'Sent' } });
    return describe(step, id);
  });
};

/** Documents to look at, the oldest first. */
export const listProofs: Verb<typeof contract.review> = async ({ db }) => {
  const rows = await db
    .select({
      id: licenseProofs.id,
      sentAt: licenseProofs.sentAt,
      orgName: organizations.name,
      license: licenses,
      sentBy: sql<string>`(select first_name || ' ' || last_name || ' (' || email || ')' from users
        where users.id = ${licenseProofs.sentByUserId})`,
    })
    .from(licenseProofs)
    .innerJoin(licenses, eq(licenses.id, licenseProofs.licenseId))
    .innerJoin(organizations, eq(organizations.id, licenseProofs.orgId))
    .where(and(eq(licenseProofs.state, 'OPEN'), isNull(licenses.removedAt)))
    .orderBy(asc(licenseProofs.sentAt), asc(licenseProofs.id));
  return rows.map(({ id, sentAt, orgName, license, sentBy }) => ({
    id,
    orgName,
    licenseName: license.dba || license.name,
    usState: license.usState,
    licenseNumber: license.licenseNumber,
    sentBy,
    sentAt: sentAt.toISOString(),
  }));
};

export const getProofDocument: Verb<typeof contract.document> = async ({ db }, { params: { id } }) => {
  const [found] = await db
    .select({ document: licenseProofs.document })
    .from(licenseProofs)
    .where(eq(licenseProofs.id, id));
  if (found === undefined) throw notFound('Document');
  return { name: `license-proof-${id}.pdf`, text: once(found.document) };
};

/** Accepts a document: it verifies the license, if nothing did meanwhile. CONFLICT once it is decided. */
export const acceptProof: Verb<typeof contract.accept> = async (ctx, { params: { id } }) => {
  const proof = await lockOpen(ctx.db, id);
  const [license] = await ctx.db.select().from(licenses).where(eq(licenses.id, proof.licenseId));
  if (license === undefined || license.removedAt !== null) {
    throw new DomainError('CONFLICT', 'This license was removed meanwhile. Decline its document.');
  }
  const { licenseNumber } = license;
  await prove(ctx, { id: license.id, orgId: proof.orgId, by: 'DOCUMENT', licenseNumber });
  return decide(ctx, proof, { state: 'ACCEPTED', answer: '' });
};

/** Declines a document, saying why. CONFLICT once it is decided. */
export const declineProof: Verb<typeof contract.decline> = async (ctx, { params: { id }, body: { reason } }) =>
  decide(ctx, await lockOpen(ctx.db, id), { state: 'DECLINED', answer: reason });

type FoundProof = Pick<typeof licenseProofs.$inferSelect, 'id' | 'orgId' | 'licenseId'>;

async function lockOpen(db: Db, id: number): Promise<FoundProof> {
  const { orgId, licenseId, state } = await lockRow(db, licenseProofs, eq(licenseProofs.id, id), 'Document');
  if (state !== 'OPEN') throw new DomainError('CONFLICT', `This document was already ${state.toLowerCase()}.`);
  return { id, orgId, licenseId };
}

async function decide(
  ctx: Ctx,
  { id, orgId, licenseId }: FoundProof,
  decision: { state: 'ACCEPTED' | 'DECLINED'; answer: string },
): Promise<{ ok: true }> {
  await ctx.db
    .update(licenseProofs)
    .set({ ...decision, decidedByUserId: ctx.person.userId, decidedAt: ctx.now })
    .where(eq(licenseProofs.id, id));
  const outcome = decision.state === 'ACCEPTED' ? 'Accepted' : 'Declined';
  await ctx.enqueue(settledAs({ orgId: null, subjects: [subjectOf.licenseProof(id)] }, outcome));
  const payload = { about: 'CLAIM_DECIDED' as const, what: 'PROOF' as const, id };
  const subject = subjectOf.licenseProofDecided(id);
  await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, subject, payload }));
  await ctx.audit({ orgId, id: licenseId, before: null, after: { document: outcome, reason: decision.answer } });
  await ctx.publish({ topic: 'organization', kind: 'changed', id: licenseId, orgIds: [orgId] });
  return { ok: true };
}

function assertUnproven(licenseNumber: string, provenBy: Proof | null): void {
  if (provenBy !== null) throw new DomainError('CONFLICT', `License ${licenseNumber} is verified already.`);
}

type Proven = { id: number; orgId: number; by: Proof; licenseNumber: string };

/** Keeps how a license was proved, unless it was before. */
async function prove(ctx: Ctx, { id, orgId, by, licenseNumber }: Proven): Promise<void> {
  const { rowCount } = await ctx.db
    .update(licenses)
    .set({ provenBy: by, provenAt: ctx.now })
    .where(and(eq(licenses.id, id), eq(licenses.orgId, orgId), isNull(licenses.provenBy)));
  const how = by === 'MAIL' ? 'By mail' : 'By document';
  const before = { licenseNumber, verified: rowCount === 0 ? 'Already' : 'No' };
  await ctx.audit({ orgId, id, before, after: { licenseNumber, verified: rowCount === 0 ? 'Already' : how } });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
}

/** Codes that can still be entered. */
const open = (now: Date) =>
  and(isNull(licenseCodes.usedAt), gt(licenseCodes.expiresAt, now), sql`${licenseCodes.tries} < ${CODE_TRIES}`);

const hashed = (codeId: number, code: string) => createHash('sha256').update(`${codeId} ${code}`).digest('hex');
const matches = (kept: string, given: string) =>
  kept.length === given.length && timingSafeEqual(Buffer.from(kept), Buffer.from(given));

async function registeredEmail(db: Db, licenseId: number): Promise<string | null> {
  const [found] = await db
    .select({ email: registeredLicenses.email })
    .from(licenses)
    .innerJoin(
      registeredLicenses,
      and(
        eq(registeredLicenses.usState, licenses.usState),
        eq(registeredLicenses.licenseNumber, licenses.licenseNumber),
      ),
    )
    .where(and(eq(licenses.id, licenseId), isNull(registeredLicenses.notListedSince)));
  return found?.email?.includes('@') ? found.email : null;
}

async function describe(ctx: Ctx, id: number): Promise<ProofWays> {
  const { db, now } = ctx;
  await loadLicense(ctx, id);
  const email = await registeredEmail(db, id);
  const [document] = await db
    .select({ state: licenseProofs.state, answer: licenseProofs.answer, sentAt: licenseProofs.sentAt })
    .from(licenseProofs)
    .where(eq(licenseProofs.licenseId, id))
    .orderBy(desc(licenseProofs.id))
    .limit(1);
  return {
    registeredEmail: email === null ? null : maskedEmail(email),
    isCodeSent: (await db.$count(licenseCodes, and(eq(licenseCodes.licenseId, id), open(now)))) > 0,
    document: document ? { ...document, sentAt: document.sentAt.toISOString() } : null,
  };
}
