import type { Config } from '../config';
import type { Db } from '../db/client';
import type { Mail } from './mail';
import { localMailbox } from './mailbox';
import { smtpMail } from './smtp';

/** Sends through SMTP_URL; without it, emails stay in the local mailbox, which production refuses. */
export function openMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>, db: Db): Mail {
  if (config.smtpUrl) return smtpMail(config.smtpUrl, config.mailFrom);
  if (config.production) throw new Error('the local mailbox can’t be used in production: set SMTP_URL');
  return localMailbox(db);
}
