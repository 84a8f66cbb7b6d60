import type { Config } from '../config';
import type { Db } from '../db/client';
import { localMailbox } from './mailbox';
import { smtpMail } from './smtp';

export type Letter = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Where mail leaves from. `send` raises when the letter could not be handed over. */
export type Mail = {
  /** Whether letters stay in the local mailbox, readable at /sandbox/mailbox. */
  readonly standIn: boolean;
  send(letter: Letter): Promise<void>;
  close(): void;
};

/** Sends through SMTP_URL; without one letters stay in the local mailbox, which production refuses. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>, db: Db): Mail {
  if (config.smtpUrl) return smtpMail(config.smtpUrl, config.mailFrom);
  if (config.production) throw new Error('the local mailbox is not for production: set SMTP_URL');
  return localMailbox(db);
}
