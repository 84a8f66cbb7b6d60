import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { encrypt } from '../mail/smtp';

/** What an outside service of a test answers; a text as it is, anything else as JSON. */
export type EchoAnswer = { status: number; body?: unknown };

/** A service that repeats in every refusal what it was sent: its headers, and its body. */
export interface EchoServer {
  readonly url: string;
  /** What came in as `Authorization`. */
  readonly authorizations: Set<string>;
  /** What it answers next, given what it was sent. */
  answer: (said: string, path: string) => EchoAnswer;
  close(): Promise<void>;
}

export async function openEchoServer(): Promise<EchoServer> {
  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    if (authorization) echo.authorizations.add(authorization);
    bodyOf(request).then((body) => {
      const said = `${JSON.stringify(request.headers)} ${body}`;
      const { status, body: answered = said } = echo.answer(said, request.url ?? '');
      const isText = typeof answered === 'string';
      response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' });
      response.end(isText ? answered : JSON.stringify(answered));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const echo: EchoServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authorizations: new Set(),
    answer: () => ({ status: 500 }),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return echo;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** An encrypted mail server that wants a sign-in and refuses it, or takes it and refuses addresses, repeating what it was told. */
export async function openRefusingSmtp(refuses: 'sign-in' | 'addresses') {
  const sockets = new Set<Socket>();
  const answer = (line: string): string => {
    if (/^(EHLO|HELO)/i.test(line)) return '250-test\r\n250 AUTH PLAIN';
    if (/^AUTH PLAIN/i.test(line)) {
      const said = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .replaceAll('\0', ' ');
      return refuses === 'sign-in' ? `535 5.7.8 Not accepted:${said} (${line})` : '235 welcome';
    }
    if (/^RCPT/i.test(line)) return `550 5.1.1 ${line.slice(8)}: no such person, said Robin Canary-Postmaster`;
    return /^QUIT/i.test(line) ? '221 bye' : '250 fine';
  };
  const server = createTcpServer((connection) => {
    sockets.add(connection);
    connection.on('error', () => {});
    const socket = encrypt(connection);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) socket.write(`${answer(line)}\r\n`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}
