import { and, asc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { companies, organizations } from '../../db/schema';
import { transact } from '../../db/transact';
import { demoWholesaleKey } from '../demo-keys';
import { recordsOf } from '../records';
import { serveSwitches } from '../switches';
import { type Key, realmOf, serveShopCalls } from './api';
import { fillShop } from './demo';
import { hookTeller } from './hooks';
import { serveShopPages } from './page';
import { shopOf } from './shop';
import { limiter, MODE, MODES, readModes } from './trouble';

const PAGE = '/sandbox/wholesale';
const ACCESS = ['READ', 'WRITE'] as const;

/**
 * Replaces the wholesale marketplace: every seller has a shop in each of its states, with a read-only and a write key. What
 * is in it lies in the database; its page shows it, lets a person buy there and change it, and makes it misbehave.
 */
export function mountWholesaleSandbox(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  if (!config.wholesale.standIn) return;
  const records = recordsOf(db, 'wholesale');
  const isRefused = limiter();

  /** A shop as it is, in the demo with something in it. */
  async function open(key: Pick<Key, 'orgId' | 'orgName' | 'usState'>) {
    if (config.seed === 'demo')
      await transact(db, (tx) => fillShop(tx, shopOf(tx, realmOf(key)), key, recordsOf(tx, 'wholesale')));
    return shopOf(db, realmOf(key));
  }

  /** The caller; null once the call was refused. */
  async function caller(request: FastifyRequest, reply: FastifyReply): Promise<Key | null> {
    if (await records.isOut()) {
      reply.status(503).send({ detail: 'Service unavailable.' });
      return null;
    }
    if (!request.url.split('?')[0]?.endsWith('/')) {
      reply.status(400).send({ detail: 'The path must end in a slash.' });
      return null;
    }
    const modes = await readModes(records);
    const given = /^App (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (await isRefused(modes, given ?? '', request, reply)) return null;
    const key = (await listKeys(db)).find((one) => one.key === given);
    if (key && !modes.has('keyless') && !(await records.isRevoked(key.key))) {
      await open(key);
      return key;
    }
    reply.status(401).send({ detail: 'Invalid key.' });
    return null;
  }

  app.register(async (scope) => {
    serveSwitches(scope, PAGE, records);
    scope.post<{ Body: { subject: string } }>(`${PAGE}/mode`, async ({ body }, reply) => {
      if (body.subject in MODES) await records.toggle(MODE, body.subject);
      return reply.redirect(PAGE, 303);
    });
    const tell = hookTeller(db, records);
    serveShopCalls(scope, `${PAGE}/api`, { db, records, caller, tell });
    serveShopPages(scope, PAGE, { db, records, tell, open, listKeys: () => listKeys(db) });
  });
}

async function listKeys(db: Db): Promise<Key[]> {
  const sold = await db
    .selectDistinct({ orgId: companies.orgId, orgName: organizations.name, usState: companies.usState })
    .from(companies)
    .innerJoin(organizations, eq(organizations.id, companies.orgId))
    .where(and(isNull(companies.removedAt)))
    .orderBy(asc(companies.orgId), asc(companies.usState));
  return sold.flatMap((one) =>
    ACCESS.map((access) => ({ ...one, access, key: demoWholesaleKey(one.orgId, one.usState, access) })),
  );
}
