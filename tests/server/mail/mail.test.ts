import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openMail } from '../../../server/mail';
import { resetLetter } from '../../../server/mail/letters';
import type { Letter } from '../../../server/mail/mail';
import { mountMailbox } from '../../../server/sandbox/mailbox';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { headOf, textsOf } from '../../support/mail/received';
import { openSmtp, type SmtpServer } from '../../support/mail/smtp';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const FROM = { name: 'Verdant', address: 'hello@example.com' };
const LETTER: Letter = {
  kind: 'notice',
  to: 'ada@example.com',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  id: '17',
};

function openTo(smtp: SmtpServer, smtpUrl = smtp.url) {
  const mail = openMail({ smtpUrl, mailFrom: FROM, production: true }, test.database.db);
  onTestFinished(async () => {
    mail.close();
    await smtp.down();
  });
  return mail;
}

/** What arrives of a letter, its head's lines unfolded. */
async function arrives(letter: Partial<Letter>) {
  const smtp = await openSmtp();
  await openTo(smtp).send({ ...LETTER, ...letter });
  const [received] = smtp.received;
  return { to: received?.to, raw: received?.text ?? '', head: headOf(received?.text ?? ''), said: smtp.said.clear };
}

describe('with an SMTP server', () => {
  it('sends mail from the configured sender', async () => {
    const letter = resetLetter({ email: 'ada@example.com', firstName: 'Ada' }, 'https://verdant.example/reset', '17');
    const { to, head, raw, said } = await arrives(letter);
    expect(said).toContain('MAIL FROM:<hello@example.com>');
    expect(to).toEqual(['ada@example.com']);
    expect(head).toMatchObject({
      from: 'Verdant <hello@example.com>',
      to: 'ada@example.com',
      subject: 'Choose a new Verdant password',
      'message-id': '<17@example.com>',
    });
    expect(raw).toContain('https://verdant.example/reset');
  });

  it('sends the files of an email with it', async () => {
    const attachments = [
      { filename: 'revenue.csv', contentType: 'text/csv; charset=utf-8', content: 'Period,Revenue' },
    ];
    const { raw } = await arrives({ attachments });
    expect(raw).toContain('Content-Disposition: attachment; filename=revenue.csv');
    expect(raw).toContain(Buffer.from('Period,Revenue').toString('base64'));
  });

  it('text and markup arrive as they were written, in short lines', async () => {
    const text = `${'Łódź, 緑の農場 = 🌿 '.repeat(300)}\n\nEnd`;
    const { raw } = await arrives({ text, html: `<p>${text}</p>` });
    expect(textsOf(raw).map((part) => ({ ...part, text: part.text.trim() }))).toEqual([
      { type: 'plain', text },
      { type: 'html', text: `<p>${text}</p>` },
    ]);
    expect(Math.max(...raw.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
  });

  it('names the company a letter is from, and where an answer goes; the address stays ours', async () => {
    const { head, said } = await arrives({ sender: 'Fernhollow', replyTo: 'rep@fernhollow.example' });
    expect(head.from).toBe('Fernhollow via Verdant <hello@example.com>');
    expect(head['reply-to']).toBe('rep@fernhollow.example');
    expect(said).toContain('MAIL FROM:<hello@example.com>');
  });

  it.each([
    ['quotes and commas', 'Green, "Inc."', 'Green, Inc. via Verdant'],
    ['a second head', 'Fern\r\nBcc: eve@example.com', 'Fern Bcc: eve example.com via Verdant'],
    ['an address', 'Bank <bank@example.com>', 'Bank bank example.com via Verdant'],
    ['other scripts', 'Łódź 緑の農場 🌿', 'Łódź 緑の農場 🌿 via Verdant'],
    ['marks that turn the direction', 'Fern\u202ehollow', 'Fern hollow via Verdant'],
    ['half a letter', 'Fern\ud83c', 'Fern� via Verdant'],
    ['200 letters', 'F'.repeat(200), `${'F'.repeat(59)}… via Verdant`],
    ['nothing that is seen', '\u200b\n', 'Verdant'],
  ])('a sender’s name with %s stays one name on one line', async (_what, sender, shown) => {
    const { head, raw } = await arrives({ sender, subject: `Order\r\nBcc: eve@example.com from ${sender}` });
    expect(head.from?.replace(/^"(.*)" </, '$1 <')).toBe(`${shown} <hello@example.com>`);
    expect(Object.keys(head)).not.toContain('bcc');
    expect(Math.max(...raw.split('\n').map(({ length }) => length))).toBeLessThan(998);
  });

  it('one letter of several names all of them, and goes to one', async () => {
    const addressees = ['ada@example.com', 'grace@example.com'];
    const { to, head } = await arrives({ addressees });
    expect(to).toEqual(['ada@example.com']);
    expect(head.to).toBe('ada@example.com, grace@example.com');
  });

  it('says that a program wrote it, and offers to stop what can be stopped', async () => {
    const stopAt = 'https://verdant.example/marketplace/following';
    const notice = await arrives({ stopAt });
    expect(notice.head).toMatchObject({ 'auto-submitted': 'auto-generated', 'list-unsubscribe': `<${stopAt}>` });
    expect(notice.head).not.toHaveProperty('list-unsubscribe-post');
    const account = await arrives({ kind: 'account', stopAt });
    expect(account.head).toHaveProperty('auto-submitted');
    expect(account.head).not.toHaveProperty('list-unsubscribe');
    const written = await arrives({ kind: 'document', stopAt, isPersonal: true });
    expect(written.head).not.toHaveProperty('auto-submitted');
    expect(written.head).not.toHaveProperty('list-unsubscribe');
    expect((await arrives({ stopAt: 'http://127.0.0.1/following' })).head).not.toHaveProperty('list-unsubscribe');
  });

  it('uses a few connections again and again', async () => {
    const smtp = await openSmtp();
    const mail = openTo(smtp);
    await Promise.all(Array.from({ length: 20 }, (_, at) => mail.send({ ...LETTER, to: `${at}@example.com` })));
    expect(smtp.received).toHaveLength(20);
    expect(smtp.connections.count).toBeLessThanOrEqual(5);
  });

  it('an address that keeps the mail server waiting holds up no other', async () => {
    const smtp = await openSmtp();
    const mail = openTo(smtp);
    smtp.answers.set('slow@example.com', null);
    const slow = mail.send({ ...LETTER, to: 'slow@example.com' });
    const failed = expect(slow).rejects.toThrow();
    await Promise.all(Array.from({ length: 8 }, (_, at) => mail.send({ ...LETTER, to: `${at}@example.com` })));
    expect(smtp.received).toHaveLength(8);
    await smtp.down();
    await failed;
  });

  it('reports a failure when the server is gone', async () => {
    const smtp = await openSmtp();
    await smtp.down();
    await expect(openTo(smtp).send(LETTER)).rejects.toThrow();
  });
});

describe('the local mailbox', () => {
  const settings = { smtpUrl: undefined, mailFrom: FROM, production: false };

  it('shows emails and their links, escaped, and says when there are none', async () => {
    const { db } = test.database;
    const mail = openMail(settings, db);
    const app = Fastify();
    mountMailbox(app, { db, mail });
    expect((await app.inject('/sandbox/mailbox')).body).toContain('No email yet');
    const ada = { email: 'ada@example.com', firstName: '<b>Ada</b>' };
    await mail.send(resetLetter(ada, 'https://verdant.example/x?a=1', '17'));
    const { body } = await app.inject('/sandbox/mailbox');
    expect(body).toContain('<a href="https://verdant.example/x?a=1">');
    expect(body).toContain('&lt;b&gt;Ada&lt;/b&gt;');
    expect((await app.inject('/sandbox/mailbox.css')).statusCode).toBe(200);
    await app.close();
  });

  it('isn’t served when mail is really sent', async () => {
    const app = Fastify();
    const mail = openMail({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: FROM, production: true }, test.database.db);
    mountMailbox(app, { db: test.database.db, mail });
    expect((await app.inject('/sandbox/mailbox')).statusCode).toBe(404);
    mail.close();
    await app.close();
  });

  it('is refused in production', () => {
    expect(() => openMail({ ...settings, production: true }, test.database.db)).toThrow('SMTP_URL');
  });
});
