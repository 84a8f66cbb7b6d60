import { createTransport } from 'nodemailer';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { mailbox } from '../db/schema/identity';
import { inSpan } from '../tracing';
import type { Mail } from './mail';

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

/** Mail through an SMTP server, with a few pooled connections. */
function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
  return {
    standIn: false,
    send: async ({ attachments = [], ...letter }) => {
      await transport.sendMail({ from, ...letter, attachments: [...attachments] });
    },
    close: () => transport.close(),
  };
}
