import type { Db } from '../db/client';
import { mailbox } from '../db/schema/identity';
import type { Mail } from './mail';

/** Stores emails in the database instead of sending them, for development and tests. */
export function localMailbox(db: Db): Mail {
  return {
    standIn: true,
    send: async ({ to, subject, text, html: markup, attachments = [] }) => {
      await db.insert(mailbox).values({ recipient: to, subject, text, html: markup, attachments: [...attachments] });
    },
    close: () => undefined,
  };
}
