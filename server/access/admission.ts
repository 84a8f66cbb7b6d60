import { mayCome, type SignUpMode } from '../../domain/session/sign-up';
import type { Db } from '../db/client';
import { isInvited, isStaff } from './invited';

/**
 * Whether the owner of this email may come, who has no account or hasn't confirmed its email. Whom the operator made
 * support staff always may, or nobody could be the first. `returnTo` is where in the app they came from.
 */
export async function isAdmitted(
  db: Db,
  mode: SignUpMode,
  email: string,
  returnTo: string | null = null,
): Promise<boolean> {
  if (mode === 'open') return true;
  if (mode === 'closed') return isStaff(db, email);
  return mayCome(mode, await isInvited(db, email, connectionCodeIn(returnTo)));
}

/** The code of a person's link to connect. */
function connectionCodeIn(path: string | null): string | null {
  if (path === null) return null;
  const { pathname, searchParams } = new URL(path, 'http://app.invalid');
  return pathname === '/connect' ? searchParams.get('code') : null;
}
