import type { Letter, Mail } from './mail';

/** Mail that remembers the last letter it was given, and whether the mail server took it. */
export interface WatchedMail extends Mail {
  tried(): { to: string; subject: string; refusal: Refusal | null } | null;
}

/** Why a letter wasn't taken. */
export interface Refusal {
  /** As people read it. */
  reason: string;
  /** What mends it: time, whoever runs this installation, or, as trying again can't, whoever wrote the address. */
  mendedBy: 'time' | 'operator' | 'nobody';
  /** The mail server answered, and only asks for patience, as for every sender it doesn't know. */
  isPostponed: boolean;
}

/** The same mail for one job, watched. Its letter has the job's id unless it has one of its own. */
export function watchMail(mail: Mail, jobId: string): WatchedMail {
  let tried: ReturnType<WatchedMail['tried']> = null;
  return {
    ...mail,
    tried: () => tried,
    send: async (letter: Letter) => {
      const { to, subject } = letter;
      tried = { to, subject, refusal: null };
      await mail.send({ id: jobId, ...letter }).catch((error: unknown) => {
        tried = { to, subject, refusal: refusalOf(error) };
        throw error;
      });
    },
  };
}

const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS']);
/** The sign-in was refused, or is wanted. */
const SIGN_IN = new Set([530, 534, 535, 538]);
/** Of the session, not of what was sent in it; the same letter may be taken in another. */
const OUT_OF_STEP = 503;
/** More addresses at once than a mail server takes, which RFC 5321 (4.5.3.1.10) has tried again. */
const TOO_MANY = 552;

/** Why a letter wasn't taken, by nodemailer's codes and the mail server's (RFC 5321). */
export function refusalOf(error: unknown): Refusal {
  const {
    code = '',
    command = '',
    responseCode = 0,
  } = (error ?? {}) as { code?: string; command?: string; responseCode?: number };
  const isPostponed = responseCode >= 400 && responseCode < 500;
  const waits = (reason: string): Refusal => ({ reason, mendedBy: 'time', isPostponed });
  const final = (reason: string): Refusal => ({ reason, mendedBy: 'nobody', isPostponed: false });
  if (code === 'EAUTH' || code === 'ENOAUTH' || SIGN_IN.has(responseCode)) {
    if (isPostponed) return waits('The mail server asked us to come back later.');
    return { reason: 'We couldn’t sign in to the mail server.', mendedBy: 'operator', isPostponed: false };
  }
  if (isPostponed) return waits('The mail server asked us to come back later.');
  if (UNREACHED.has(code)) return waits('We couldn’t reach the mail server.');
  if (code === 'EENVELOPE' && command === 'MAIL FROM' && responseCode >= 500) {
    return { reason: 'The mail server didn’t take our own address.', mendedBy: 'operator', isPostponed: false };
  }
  const isFinal = command === 'API' || (responseCode >= 500 && responseCode !== OUT_OF_STEP);
  if (code === 'EENVELOPE' && isFinal && (command !== 'RCPT TO' || responseCode !== TOO_MANY)) {
    return final('The mail server refused this address.');
  }
  if (code === 'EMESSAGE' && isFinal) return final('The mail server didn’t take it.');
  return waits('The mail server didn’t take it.');
}
