import type { Letter, Mail } from './mail';

/** Mail that remembers the last letter it was given, and whether the mail server took it. */
export interface WatchedMail extends Mail {
  tried(): { to: string; subject: string; refusal: Refusal | null } | null;
}

/** Why a letter wasn't taken, as people read it; `isFinal` when trying again can't help. */
export interface Refusal {
  reason: string;
  isFinal: boolean;
}

/** The same mail for one job, watched. */
export function watchMail(mail: Mail): WatchedMail {
  let tried: ReturnType<WatchedMail['tried']> = null;
  return {
    ...mail,
    tried: () => tried,
    send: async (letter: Letter) => {
      const { to, subject } = letter;
      tried = { to, subject, refusal: null };
      await mail.send(letter).catch((error: unknown) => {
        tried = { to, subject, refusal: refusalOf(error) };
        throw error;
      });
    },
  };
}

const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS']);
/** What concerns this letter alone, by nodemailer's codes: its addresses, or what it says. */
const OWN = new Set(['EENVELOPE', 'EMESSAGE']);
/** From here on a mail server's answer (RFC 5321) is final. */
const FINAL = 500;

function refusalOf(error: unknown): Refusal {
  const { code = '', responseCode = 0 } = (error ?? {}) as { code?: string; responseCode?: number };
  if (UNREACHED.has(code)) return { reason: 'We couldn’t reach the mail server.', isFinal: false };
  const isFinal = OWN.has(code) && responseCode >= FINAL;
  if (isFinal && code === 'EENVELOPE') return { reason: 'The mail server refused this address.', isFinal };
  return { reason: 'The mail server didn’t take it.', isFinal };
}
