import http from 'node:http';
import https from 'node:https';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';

export type Got = { headers: Record<string, string>; body: string };
type Answer = (response: http.ServerResponse, got: Got) => void;

export type Receiver = {
  url: string;
  /** All that arrived, in order. */
  got: Got[];
  /** How it answers from now on. */
  answers(answer: Answer): void;
  /** The ids of events it was told of, of one type. */
  ids(type?: string): string[];
};

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end('said');

/** A real server on this machine that takes webhooks for a test, and answers 200 until it is told otherwise. */
export async function openReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const got: Got[] = [];
  let answer: Answer = answering(200);
  const hear: http.RequestListener = (request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      const one = { headers: request.headers as Record<string, string>, body };
      got.push(one);
      answer(response, one);
    });
  };
  const server = tls ? https.createServer(tls, hear) : http.createServer(hear);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hooks`,
    got,
    answers: (next) => {
      answer = next;
    },
    ids: (type) => got.filter((one) => type === undefined || JSON.parse(one.body).type === type).map(idOf),
  };
}

export const idOf = ({ headers }: Got) => headers['webhook-id'] ?? '';

/** What an independent program makes of a message; raises where its signature is wrong. */
export const verified = (secret: string, { headers, body }: Got) => new Webhook(secret).verify(body, headers);
