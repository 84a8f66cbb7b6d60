import { createTransport } from 'nodemailer';
import type { Mail } from './mail';

const SECOND = 1000;

/** Mail through an SMTP server, with a few pooled connections. */
export function smtpMail(url: string, from: string): Mail {
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
