import { userInfo } from 'node:os';
import { StartError } from '../config';
import { emailProblem } from '../identity/scene';
import type { Command } from './command';
import { addStaff, listStaff, removeStaff } from './staff';

const USAGE = 'npm run support -- add EMAIL, remove EMAIL or list';

/** `add EMAIL`, `remove EMAIL` or `list`. Raises StartError with one line for anything else. */
export function readSupport([act, email, ...more]: readonly string[]): Command {
  if (act === 'list' && email === undefined) return list;
  if (act !== 'add' && act !== 'remove') {
    throw new StartError(`${act === undefined ? 'Say what to do' : `"${act}" can’t be done`}: ${USAGE}.`);
  }
  if (email === undefined || more.length > 0) throw new StartError(`Give one email: npm run support -- ${act} EMAIL.`);
  if (emailProblem(email)) throw new StartError(`"${email}" is not an email: give one such as name@example.com.`);
  return act === 'add' ? add(email) : remove(email);
}

function add(given: string): Command {
  return async ({ db, config: { publicUrl, oidc } }) => {
    const { email, changed, isWaiting } = await addStaff(db, given, operator());
    if (!isWaiting) return [changed ? `${email} is support staff now.` : `${email} is support staff already.`];
    const way = oidc.embedded
      ? `To begin, they open ${publicUrl}/oidc/forgot-password and choose a password with the link we email them.`
      : `To begin, they sign in at ${publicUrl}/login; ${oidc.issuer} must say that this email is confirmed.`;
    return [`${email} is support staff from their first sign-in with a confirmed email.`, way];
  };
}

function remove(given: string): Command {
  return async ({ db }) => {
    const removed = await removeStaff(db, given, operator());
    if (removed === null) throw new StartError(`${given} is not support staff: see npm run support -- list.`);
    return [`${removed.email} is no longer support staff. What they did for other people has ended.`];
  };
}

const list: Command = async ({ db }) => {
  const staff = await listStaff(db);
  if (staff.length === 0) return ['There is no support staff yet: npm run support -- add EMAIL.'];
  return staff.map(({ email, name, isWaiting }) => {
    const about = [name === email ? null : name, isWaiting ? 'has not signed in yet' : null].filter(Boolean).join(', ');
    return about ? `${email} (${about})` : email;
  });
};

/** Who ran the command, for the audit log: their name on this machine. */
function operator(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no name.
    return String(process.getuid?.() ?? '');
  }
}
