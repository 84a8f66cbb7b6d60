import { z } from 'zod';
import { DomainError } from '../../domain/errors';
import type { Services } from '../context';
import { users } from '../db/schema';
import { type FoundActor, findActor } from './find-actor';

const Claims = z.object({
  email: z.email(),
  email_verified: z.boolean().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});

/**
 * Someone's first visit from an external issuer: asks it who they are and saves them. Null with the embedded provider,
 * whose people all exist. CONFLICT when the email belongs to someone from another issuer.
 */
export async function findOrProvision(
  services: Services,
  token: string,
  subject: string,
  orgId: number | null,
): Promise<FoundActor | null> {
  if (services.config.oidc.embedded) return null;
  const claims = Claims.parse(await services.identity.userInfo(token));
  const [firstName = '', ...rest] = (claims.name ?? '').split(' ');
  const [created] = await services.database.db
    .insert(users)
    .values({
      subject,
      email: claims.email,
      emailVerifiedAt: claims.email_verified ? new Date() : null,
      firstName: claims.given_name ?? firstName,
      lastName: claims.family_name ?? rest.join(' '),
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  const found = await findActor(services.database.pool, subject, orgId);
  if (!created && !found) {
    throw new DomainError('CONFLICT', 'Another account already uses this email. Sign in with that one.');
  }
  return found;
}
