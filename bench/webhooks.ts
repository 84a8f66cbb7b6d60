import http from 'node:http';
import { loadavg } from 'node:os';
import { sql } from 'drizzle-orm';
import { eventStreams, webhookEndpoints } from '../server/db/schema';
import { transact } from '../server/db/transact';
import { tell } from '../server/events/tell-events';
import { openCredentialEncryption, places } from '../server/integrations/credential-encryption';
import { newSecret } from '../server/webhooks/signing';
import { makeProduct, makeSeller } from '../tests/support/factories';
import { type FreshServer, withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const ENDPOINTS = 100;
const EVENTS = 20;
const PAUSE_MS = 250;
const PATIENCE_MS = 120_000;
const GOALS = { seconds: 2, ratio: 1.5 };

/**
 * From commit to delivery, 95 of 100: of events told to 100 endpoints of an organization that all answer, and beside it of
 * the same with one that never does.
 */
export async function benchWebhooks(): Promise<void> {
  await withFreshServer(
    4,
    async (server) => {
      const live = await measure(server, 0);
      const dead = await measure(server, 1);
      console.log(`\nFrom commit to delivery, 95 of 100; ${EVENTS} events to ${ENDPOINTS} endpoints`);
      console.log(`  all answer             ${(live * 1000).toFixed(0)} ms`);
      console.log(
        `  one never does         ${(dead * 1000).toFixed(0)} ms; seconds ${verdict(dead, '≤', GOALS.seconds)}`,
      );
      console.log(`  one over the other     ${verdict(dead / live, '≤', GOALS.ratio)}`);
      console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
    },
    { WEBHOOKS_LOCAL: 'true' },
  );
}

/** Seconds that 95 of 100 deliveries to those that answer took, with so many beside them that never do. */
async function measure({ database: { db }, config }: FreshServer, silent: number): Promise<number> {
  const seller = await makeSeller(db);
  const orgId = seller.org.id;
  const product = await makeProduct(db, seller);
  const answering = await listen((response) => void response.writeHead(204).end());
  const never = await listen(() => {});
  const vault = openCredentialEncryption(config.credentialsKey);
  await db.insert(eventStreams).values({ orgId });
  for (let at = 0; at < ENDPOINTS; at += 1) {
    const url = at < silent ? never.url : answering.url;
    const row = { orgId, kind: 'URL', url, sealedSecret: '', makerUserId: seller.owner.user.id } as const;
    const [made] = await db.insert(webhookEndpoints).values(row).returning({ id: webhookEndpoints.id });
    const sealed = vault.seal(newSecret(), places.webhook(orgId, made?.id ?? 0));
    await db.execute(
      sql`update webhook_endpoints set sealed_secret = ${sealed} where org_id = ${orgId} and id = ${made?.id}`,
    );
  }
  for (let at = 0; at < EVENTS; at += 1) {
    const subject = { kind: 'product', id: product.id } as const;
    await transact(db, (tx) => tell(tx, { type: 'product.updated', orgId, subject }));
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  const expected = (ENDPOINTS - silent) * EVENTS;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const { rows } = await db.execute<{ count: number; p95: number }>(sql`
      select count(*)::int as count,
             (percentile_cont(0.95) within group (order by extract(epoch from delivered_at - created_at)))::float8 as p95
        from webhook_deliveries where org_id = ${orgId} and state = 'DELIVERED'`);
    const [found] = rows;
    if (found?.count === expected) {
      await Promise.all([answering.close(), never.close()]);
      return found.p95;
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new Error('Not everything was delivered');
}

async function listen(answer: (response: http.ServerResponse) => void) {
  const server = http.createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}
