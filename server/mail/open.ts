import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { mailbox } from '../db/schema/identity';
import { inSpan } from '../tracing';
import type { Letter, Mail } from './mail';
import { messageId, type Sender, senderOf } from './sender';

/** Sends through SMTP_URL; without it, emails stay in the local mailbox, which production refuses. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>, db: Db): Mail {
  if (config.smtpUrl) return traced(smtpMail(config.smtpUrl, config.mailFrom));
  if (config.production) throw new Error('the local mailbox can’t be used in production: set SMTP_URL');
  return traced(localMailbox(db));
}

const traced = (mail: Mail): Mail => ({
  ...mail,
  send: (letter) => inSpan('mail', 'CLIENT', {}, () => mail.send(letter)),
});

/** Stores emails in the database instead of sending them, for development and tests. */
function localMailbox(db: Db): Mail {
  return {
    standIn: true,
    send: async ({ to, subject, text, html: markup, attachments = [] }) => {
      await db.insert(mailbox).values({ recipient: to, subject, text, html: markup, attachments: [...attachments] });
    },
    close: () => undefined,
  };
}

const SECOND = 1000;

/** How much is asked of the mail server: few connections, each used again, and letters at a walking pace. */
const PACE = { maxConnections: 5, maxMessages: 100, rateDelta: SECOND, rateLimit: 10 };
/** How long a try may take, before its job runs out of time and is tried again beside it. */
const LONGEST_TRY = 120 * SECOND;

/** Mail through an SMTP server, with a few pooled connections. What signs in is never sent in the clear. */
function smtpMail(url: string, from: Sender): Mail {
  const { username, password } = new URL(url);
  const transport = createTransport({
    url,
    pool: true,
    ...PACE,
    requireTLS: username !== '' || password !== '',
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    standIn: false,
    send: async (letter) => {
      // `signal` is newer than nodemailer's types.
      const options = { ...messageOf(letter, from), signal: AbortSignal.timeout(LONGEST_TRY) };
      await transport.sendMail(options);
    },
    close: () => transport.close(),
  };
}

const named = (address: string) => ({ name: '', address });

/** A letter as it is sent: to one address, whoever else its head names. */
export function messageOf(letter: Letter, from: Sender): SendMailOptions {
  const { to, addressees = [to], sender, replyTo, subject, text, html, attachments = [], id } = letter;
  return {
    from: senderOf(from, sender),
    to: addressees.map(named),
    envelope: { from: from.address, to },
    ...(replyTo ? { replyTo: named(replyTo) } : {}),
    subject,
    text,
    html,
    attachments: [...attachments],
    textEncoding: 'quoted-printable',
    headers: headersOf(letter),
    ...(id === undefined ? {} : { messageId: messageId(from, id) }),
  };
}

function headersOf({ kind, isPersonal, stopAt, unsubscribe }: Letter): Record<string, string> {
  const page = kind === 'notice' ? stopAt : undefined;
  const isOneClick = unsubscribe?.startsWith('https://');
  const stop = isOneClick ? unsubscribe : page;
  return {
    ...(isPersonal ? {} : { 'Auto-Submitted': 'auto-generated' }),
    ...(stop?.startsWith('https://') ? { 'List-Unsubscribe': `<${stop}>` } : {}),
    // One click without a page; where a page is, its reader does it there.
    ...(isOneClick ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}
