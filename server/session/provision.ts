import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import { howToCome } from '../../domain/session/sign-up';
import { isAdmitted } from '../access/admission';
import { type FoundActor, findActor } from '../access/find-actor';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { users } from '../db/schema';
import { subjectHash } from './delete-account';

const Claims = z.object({
  email: z.email(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});

/**
 * Someone's first visit from an external issuer: asks it who they are and saves them. Null with the embedded provider,
 * whose people all exist, and for a token from before its account was deleted. SIGNED_OUT with what to do for whom
 * `SIGN_UP` leaves out, CONFLICT when the email belongs to someone from another issuer.
 */
export async function findOrProvision(
  services: Services,
  token: string,
  { subject, issuedAt }: { subject: string; issuedAt: Date },
  orgId: number | null,
): Promise<FoundActor | null> {
  if (services.config.oidc.embedded || (await wasDeletedSince(services, subject, issuedAt))) return null;
  const claims = Claims.parse(await services.identity.userInfo(token));
  const [firstName = '', ...rest] = (claims.name ?? '').split(' ');
  const person = {
    subject,
    email: claims.email,
    emailVerifiedAt: claims.email_verified ? new Date() : null,
    firstName: claims.given_name ?? firstName,
    lastName: claims.family_name ?? rest.join(' '),
  };
  const { signUp, company } = services.config;
  // An email that the issuer hasn't confirmed may be anybody's.
  const admitted =
    signUp === 'open' ||
    (claims.email_verified === true && (await isAdmitted(services.database.db, signUp, claims.email)));
  if (!admitted) throw new DomainError('SIGNED_OUT', howToCome(signUp, company.supportEmail) ?? '');
  if (claims.email_verified) await claimWaiting(services.database.db, person);
  const [created] = await services.database.db
    .insert(users)
    .values(person)
    .onConflictDoNothing()
    .returning({ id: users.id });
  const found = await findActor(services.database.pool, subject, orgId);
  if (!created && !found) {
    throw new DomainError('CONFLICT', 'Another account already uses this email. Sign in with that one.');
  }
  return found;
}

/**
 * Gives somebody the account that waits for their email, as `npm run support` makes one: nobody has ever signed in with
 * it, since the embedded provider, whose subjects are its own ids, asks for a confirmed email.
 */
async function claimWaiting(db: Db, person: typeof users.$inferInsert): Promise<void> {
  await db
    .update(users)
    .set({ ...person, updatedAt: new Date() })
    .where(
      and(
        sql`lower(${users.email}) = lower(${person.email})`,
        isNull(users.emailVerifiedAt),
        sql`${users.subject} = ${users.id}::text`,
      ),
    );
}

/** Whether an account with this subject was deleted after the token was issued. */
async function wasDeletedSince({ database: { db } }: Services, subject: string, issuedAt: Date): Promise<boolean> {
  const since = and(eq(users.formerSubject, subjectHash(subject)), gte(users.deletedAt, issuedAt));
  return (await db.$count(users, since)) > 0;
}
