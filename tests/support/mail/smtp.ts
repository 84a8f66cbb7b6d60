import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { CERTIFICATE } from './certificate';

/** A mail server that a test switches off and on, at one address. */
export interface SmtpServer {
  /** Its address, with what signs in if it wants that. */
  readonly url: string;
  readonly host: string;
  /** The letters it took, with the addresses they are to. */
  readonly received: { to: string[]; text: string }[];
  /** Addresses it refuses for good. */
  readonly refused: Set<string>;
  /** What it answers for an address instead of taking it, such as `451 4.7.1 later`; null for never. */
  readonly answers: Map<string, string | null>;
  /** What it does next: takes letters, takes one and loses the connection before it says so, or says nothing at all. */
  mood: 'takes' | 'loses-reply' | 'silent';
  /** All that was said to it, before and after it was encrypted. */
  readonly said: { clear: string[]; encrypted: string[] };
  /** How many connections it had, and how many at once. */
  readonly connections: { count: number; most: number };
  up(): Promise<void>;
  down(): Promise<void>;
}

type Options = {
  /** Encrypted from the start, or after STARTTLS, which it offers. */
  encrypted?: 'at-once' | 'starttls';
  /** Whom it wants to sign in. */
  signIn?: { user: string; password: string };
};

/** A mail server that is up. */
export async function openSmtp(options: Options = {}): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (port: number) => {
    const made = createServer((socket) => {
      sockets.add(socket);
      smtp.connections.count += 1;
      smtp.connections.most = Math.max(smtp.connections.most, sockets.size);
      socket.once('close', () => sockets.delete(socket));
      socket.on('error', () => {});
      if (smtp.mood !== 'silent') serve(options.encrypted === 'at-once' ? encrypt(socket) : socket, smtp, options);
    });
    await new Promise<void>((done) => made.listen(port, '127.0.0.1', done));
    server = made;
    return (made.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const { signIn } = options;
  const who = signIn ? `${encodeURIComponent(signIn.user)}:${encodeURIComponent(signIn.password)}@` : '';
  const host = `127.0.0.1:${port}`;
  const smtp: SmtpServer = {
    url: `${options.encrypted === 'at-once' ? 'smtps' : 'smtp'}://${who}${host}`,
    host,
    received: [],
    refused: new Set(),
    answers: new Map(),
    mood: 'takes',
    said: { clear: [], encrypted: [] },
    connections: { count: 0, most: 0 },
    up: async () => void (server ?? (await listen(port))),
    down: async () => {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => (closing ? closing.close(() => done()) : done()));
    },
  };
  return smtp;
}

/** The same connection, encrypted. */
export function encrypt(socket: Socket): TLSSocket {
  const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(CERTIFICATE) });
  secured.on('error', () => {});
  return secured;
}

function serve(socket: Socket, smtp: SmtpServer, { encrypted, signIn }: Options, isSecured = false): void {
  let rest = '';
  let letter = { to: [] as string[], text: '' };
  let isText = false;
  let isSignedIn = signIn === undefined;
  const answer = (line: string): string | null => {
    if (isText) return read(line);
    smtp.said[socket instanceof TLSSocket ? 'encrypted' : 'clear'].push(line);
    const to = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
    if (/^EHLO/i.test(line)) return greet();
    if (/^AUTH PLAIN/i.test(line)) return admit(line.split(' ')[2] ?? '');
    if (/^(MAIL|RCPT|DATA)/i.test(line) && !isSignedIn) return '530 5.7.0 sign in first';
    if (/^MAIL FROM/i.test(line)) letter = { to: [], text: '' };
    if (to !== undefined) return address(to);
    if (line === 'DATA') {
      isText = true;
      return '354 go on';
    }
    if (line === 'STARTTLS') return '502 not here';
    return line === 'QUIT' ? '221 bye' : '250 fine';
  };
  const greet = () => {
    const offers = [
      ...(encrypted === 'starttls' && !isSecured ? ['STARTTLS'] : []),
      ...(signIn ? ['AUTH PLAIN'] : []),
      'SMTPUTF8',
    ];
    return ['250-test', ...offers.map((offer, at) => `250${at === offers.length - 1 ? ' ' : '-'}${offer}`)].join(
      '\r\n',
    );
  };
  const admit = (given: string) => {
    isSignedIn = Buffer.from(given, 'base64').toString() === `\0${signIn?.user}\0${signIn?.password}`;
    return isSignedIn ? '235 welcome' : '535 5.7.8 wrong';
  };
  const address = (to: string) => {
    if (smtp.refused.has(to)) return '550 5.1.1 no such mailbox';
    const given = smtp.answers.get(to);
    if (given !== undefined) return given;
    letter.to.push(to);
    return '250 fine';
  };
  const read = (line: string) => {
    if (line !== '.') {
      letter.text += `${line}\n`;
      return null;
    }
    isText = false;
    smtp.received.push(letter);
    if (smtp.mood !== 'loses-reply') return '250 taken';
    smtp.mood = 'takes';
    socket.destroy();
    return null;
  };
  socket.on('data', function hear(chunk) {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (/^STARTTLS/i.test(line) && encrypted === 'starttls' && !isSecured) {
        socket.off('data', hear);
        socket.write('220 go on\r\n');
        serve(encrypt(socket), smtp, { encrypted, ...(signIn && { signIn }) }, true);
        return;
      }
      const said = answer(line);
      if (said !== null) socket.write(`${said}\r\n`);
    }
  });
  if (!isSecured) socket.write('220 test\r\n');
}
