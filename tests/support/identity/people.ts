import { sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import { credentials, users } from '../../../server/db/schema/identity';
import type { User } from '../../../server/identity/accounts';
import { hashPassword } from '../../../server/identity/passwords';

type NewUser = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly verified: boolean;
  readonly onboarded: boolean;
  readonly isSupport?: boolean;
  readonly id?: string;
  /** A password, or a hash to share among many people; with neither, the person signs in elsewhere. */
  readonly password?: string;
  readonly passwordHash?: string;
  /** The issuer's id of the person; by default the embedded provider's. */
  readonly subject?: string;
};

/** Creates a person. Raises the database's unique violation if the email is taken, ignoring case. */
export async function createUser(db: Db, person: NewUser): Promise<User> {
  const passwordHash = person.password === undefined ? person.passwordHash : await hashPassword(person.password);
  const id = person.id ?? crypto.randomUUID();
  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({
        id,
        subject: person.subject ?? id,
        email: person.email.trim(),
        firstName: person.firstName.trim(),
        lastName: person.lastName.trim(),
        emailVerifiedAt: person.verified ? sql`now()` : null,
        onboarded: person.onboarded,
        isSupport: person.isSupport ?? false,
      })
      .returning();
    if (!user) throw new Error('the new user was not returned');
    if (passwordHash) await tx.insert(credentials).values({ userId: id, passwordHash });
    return user;
  });
}
