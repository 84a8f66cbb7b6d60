import { mailIdentity } from '../../../server/identity';
import type { SendLater } from '../../../server/identity/letters';
import { openMail } from '../../../server/mail';

type Config = Parameters<typeof mailIdentity>[0]['config'];

/** Sign-in emails of a server without jobs: written at once, into the local mailbox. */
export function writesAtOnce(settings: { publicUrl: string } & Partial<Config>): SendLater {
  const config: Config = {
    signUp: 'open',
    company: { supportEmail: 'help@verdant.example' },
    oidc: { embedded: true },
    ...settings,
  };
  return async (db, { name, data }) => {
    if (name !== 'identity-letter') throw new Error(`${name} is no sign-in email`);
    const mailFrom = { name: 'Verdant', address: 'no-reply@verdant.localhost' };
    const mail = openMail({ smtpUrl: undefined, mailFrom, production: false }, db);
    await mailIdentity({ database: { db }, mail, config }, data);
  };
}
