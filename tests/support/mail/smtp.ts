import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** A mail server that a test switches off and on, at one address. */
export interface SmtpServer {
  readonly url: string;
  /** The letters it took, with the addresses they are to. */
  readonly received: { to: string[]; text: string }[];
  /** Addresses it refuses for good. */
  readonly refused: Set<string>;
  up(): Promise<void>;
  down(): Promise<void>;
}

/** A mail server that is up. */
export async function openSmtp(): Promise<SmtpServer> {
  const received: SmtpServer['received'] = [];
  const refused = new Set<string>();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const listen = async (port: number) => {
    const made = createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      serve(socket, received, refused);
    });
    await new Promise<void>((done) => made.listen(port, '127.0.0.1', done));
    server = made;
    return (made.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refused,
    up: async () => void (server ?? (await listen(port))),
    down: async () => {
      const closing = server;
      server = null;
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => (closing ? closing.close(() => done()) : done()));
    },
  };
}

function serve(socket: Socket, received: SmtpServer['received'], refused: ReadonlySet<string>): void {
  let rest = '';
  let letter: { to: string[]; text: string } | null = null;
  let isText = false;
  const answer = (line: string): string | null => {
    if (isText) {
      if (line !== '.') {
        if (letter) letter.text += `${line}\n`;
        return null;
      }
      isText = false;
      if (letter) received.push(letter);
      return '250 taken';
    }
    if (/^MAIL FROM/i.test(line)) letter = { to: [], text: '' };
    const to = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
    if (to !== undefined && refused.has(to)) return '550 no such mailbox';
    if (to !== undefined) letter?.to.push(to);
    if (line === 'DATA') {
      isText = true;
      return '354 go on';
    }
    return line === 'QUIT' ? '221 bye' : '250 fine';
  };
  socket.write('220 test\r\n');
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = answer(line);
      if (said !== null) socket.write(`${said}\r\n`);
    }
  });
}
