import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Db } from '../../../server/db/client';
import { openMail } from '../../../server/mail';
import type { Letter } from '../../../server/mail/mail';
import { refusalOf } from '../../../server/mail/watch-mail';
import { trustCertificate } from '../../support/mail/certificate';
import { openSmtp, type SmtpServer } from '../../support/mail/smtp';

const LETTER: Letter = { kind: 'notice', to: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const signIn = { user: 'post@green.example', password: 'p:a@s/s %' };
const PLAIN = Buffer.from(`\0${signIn.user}\0${signIn.password}`).toString('base64');

const distrust = trustCertificate();
afterAll(distrust);

function openTo(smtp: SmtpServer, smtpUrl = smtp.url) {
  const mailFrom = { name: 'Verdant', address: 'hello@example.com' };
  const mail = openMail({ smtpUrl, mailFrom, production: true }, undefined as unknown as Db);
  onTestFinished(async () => {
    mail.close();
    await smtp.down();
  });
  return mail;
}

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: unknown) => refusalOf(error),
  );

describe('signing in to the mail server', () => {
  it.each(['at-once', 'starttls'] as const)('works where the connection is encrypted: %s', async (encrypted) => {
    const smtp = await openSmtp({ encrypted, signIn });
    await openTo(smtp).send(LETTER);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.said.encrypted).toContain(`AUTH PLAIN ${PLAIN}`);
    expect(smtp.said.clear.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/);
  });

  it('never happens in the clear; it is tried again, in case the mail server learns to encrypt', async () => {
    const smtp = await openSmtp({ signIn });
    expect(await failureOf(openTo(smtp).send(LETTER))).toMatchObject({ mendedBy: 'time' });
    expect(smtp.said.clear.join('\n')).not.toMatch(/AUTH|MAIL|RCPT/);
    expect(smtp.received).toEqual([]);
  });

  it('needs a certificate this machine trusts', async () => {
    distrust();
    const smtp = await openSmtp({ encrypted: 'starttls', signIn });
    const refusal = await failureOf(openTo(smtp).send(LETTER));
    trustCertificate();
    expect(refusal).toMatchObject({ mendedBy: 'time', reason: 'We couldn’t reach the mail server.' });
    expect(smtp.said.encrypted).toEqual([]);
  });

  it('with a wrong password is the operator’s to mend, and tried again', async () => {
    const smtp = await openSmtp({ encrypted: 'at-once', signIn });
    const wrong = smtp.url.replace(/:[^:@]*@/, ':wrong@');
    expect(await failureOf(openTo(smtp, wrong).send(LETTER))).toEqual({
      reason: 'We couldn’t sign in to the mail server.',
      mendedBy: 'operator',
      isPostponed: false,
    });
  });
});
