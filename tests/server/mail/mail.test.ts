import { type AddressInfo, createServer } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMail } from '../../../server/mail';
import { resetLetter } from '../../../server/mail/letters';
import { mountMailbox } from '../../../server/sandbox/mailbox';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('with an SMTP server', () => {
  it('sends mail from the configured sender', async () => {
    const smtp = await startSmtp();
    const mail = openMail(
      { smtpUrl: smtp.url, mailFrom: 'Verdant <hello@example.com>', production: true },
      test.database.db,
    );
    await mail.send(resetLetter({ email: 'ada@example.com', firstName: 'Ada' }, 'https://verdant.example/reset'));
    mail.close();
    const said = await smtp.stop();
    expect(said).toContain('MAIL FROM:<hello@example.com>');
    expect(said).toContain('RCPT TO:<ada@example.com>');
    expect(said).toContain('Subject: Choose a new Verdant password');
    expect(said).toContain('https://verdant.example/reset');
  });

  it('sends the files of an email with it', async () => {
    const smtp = await startSmtp();
    const mail = openMail({ smtpUrl: smtp.url, mailFrom: 'hello@example.com', production: true }, test.database.db);
    const attachments = [
      { filename: 'revenue.csv', contentType: 'text/csv; charset=utf-8', content: 'Period,Revenue' },
    ];
    await mail.send({
      to: 'ada@example.com',
      subject: 'Revenue',
      text: 'Revenue',
      html: '<p>Revenue</p>',
      attachments,
    });
    mail.close();
    const said = await smtp.stop();
    expect(said).toContain('Content-Disposition: attachment; filename=revenue.csv');
    expect(said).toContain(Buffer.from('Period,Revenue').toString('base64'));
  });

  it('reports a failure when the server is gone', async () => {
    const smtp = await startSmtp();
    await smtp.stop();
    const mail = openMail({ smtpUrl: smtp.url, mailFrom: 'hello@example.com', production: true }, test.database.db);
    await expect(
      mail.send(resetLetter({ email: 'a@example.com', firstName: 'A' }, 'https://x.example')),
    ).rejects.toThrow();
    mail.close();
  });

  /** A minimal SMTP server that records what it receives. */
  async function startSmtp() {
    let said = '';
    let inLetter = false;
    const server = createServer((socket) => {
      socket.write('220 test\r\n');
      socket.on('error', () => {});
      socket.on('data', (chunk) => {
        said += chunk;
        for (const line of String(chunk).split('\r\n').slice(0, -1)) {
          if (inLetter && line !== '.') continue;
          inLetter = line === 'DATA';
          socket.write(inLetter ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
        }
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stop = () => new Promise<string>((done) => server.close(() => done(said)));
    return { url, stop };
  }
});

describe('the local mailbox', () => {
  it('shows emails and their links, escaped, and says when there are none', async () => {
    const { db } = test.database;
    const mail = openMail({ smtpUrl: undefined, mailFrom: 'x@example.com', production: false }, db);
    const app = Fastify();
    mountMailbox(app, { db, mail });
    expect((await app.inject('/sandbox/mailbox')).body).toContain('No email yet');
    await mail.send(
      resetLetter({ email: 'ada@example.com', firstName: '<b>Ada</b>' }, 'https://verdant.example/x?a=1'),
    );
    const { body } = await app.inject('/sandbox/mailbox');
    expect(body).toContain('<a href="https://verdant.example/x?a=1">');
    expect(body).toContain('&lt;b&gt;Ada&lt;/b&gt;');
    expect((await app.inject('/sandbox/mailbox.css')).statusCode).toBe(200);
    await app.close();
  });

  it('isn’t served when mail is really sent', async () => {
    const app = Fastify();
    const mail = openMail(
      { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'x@example.com', production: true },
      test.database.db,
    );
    mountMailbox(app, { db: test.database.db, mail });
    expect((await app.inject('/sandbox/mailbox')).statusCode).toBe(404);
    mail.close();
    await app.close();
  });

  it('is refused in production', () => {
    const settings = { smtpUrl: undefined, mailFrom: 'x@example.com', production: true };
    expect(() => openMail(settings, test.database.db)).toThrow('SMTP_URL');
  });
});
