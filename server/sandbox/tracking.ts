import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import type { Db } from '../db/client';
import { licenses, organizations } from '../db/schema';
import { html } from '../mail/html';
import { demoTrackingKey } from './demo-keys';
import { sendSandboxPage } from './page';
import { recordsOf } from './records';
import { readSwitches, serveSwitches } from './switches';

const PAGE = '/sandbox/tracking';
const MOST_KEYS = 200;

/**
 * Replaces every state's tracking system: one key per organization and state gives access to its licenses; the page
 * shows the keys and can revoke them, or take the service offline.
 */
export function mountTrackingSandbox(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  if (!config.tracking.standIn) return;
  const records = recordsOf(db, 'tracking');

  app.register(async (scope) => {
    serveSwitches(scope, PAGE, records);

    scope.get<{ Params: { state: string } }>(`${PAGE}/api/:state/facilities/v2/`, async (request, reply) => {
      if (await records.isOut()) return reply.status(503).send({ Message: 'The service is unavailable.' });
      const given = credentials(request);
      const [vendorKey, userKey] = given;
      const keys = await listKeys(db);
      const found = keys.find(
        ({ key, usState }) => key === userKey && usState.toLowerCase() === request.params.state.toLowerCase(),
      );
      if (vendorKey !== config.tracking.vendorKey || !found || (await records.isRevoked(found.key))) {
        return reply.status(401).send({ Message: 'The API key is not valid.' });
      }
      return found.licenses.map(({ name, licenseNumber, licenseType }) => ({
        Name: name,
        Alias: null,
        DisplayName: name,
        License: { Number: licenseNumber, LicenseType: licenseType },
      }));
    });

    scope.get(PAGE, async (_request, reply) => {
      const [keys, switches] = [await listKeys(db), await readSwitches(PAGE, records)];
      return sendSandboxPage(
        reply,
        'Tracking system sandbox',
        html`<p>Verdant calls this sandbox instead of a state’s tracking system. Each key gives access to one organization’s licenses
in one state. Any other key is refused, and another organization’s key can’t access your licenses.</p>
${switches.outage}
<h2>Keys</h2><div class="card"><table><thead><tr><th>Organization</th><th>State</th><th>Key</th><th>Licenses</th><th>Revoke</th></tr></thead><tbody>
${keys.map(
  ({
    orgName,
    usState,
    key,
    licenses: opened,
  }) => html`<tr><td>${orgName}</td><td>${usState}</td><td><code>${key}</code></td>
<td>${opened.map(({ licenseNumber }) => licenseNumber).join(', ')}</td>
<td>${switches.revoke(key)}</td></tr>`,
)}</tbody></table></div>`,
      );
    });
  });
}

function credentials({ headers }: FastifyRequest): [string, string] {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ', 2);
  if (scheme !== 'Basic') return ['', ''];
  const [vendorKey = '', ...userKey] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return [vendorKey, userKey.join(':')];
}

type Key = { orgName: string; usState: string; key: string; licenses: (typeof licenses.$inferSelect)[] };

async function listKeys(db: Db): Promise<Key[]> {
  const rows = await db
    .select({ license: licenses, orgName: organizations.name })
    .from(licenses)
    .innerJoin(organizations, eq(organizations.id, licenses.orgId))
    .orderBy(asc(organizations.id), asc(licenses.usState), asc(licenses.licenseNumber));
  const keys = new Map<string, Key>();
  for (const { license, orgName } of rows) {
    const key = demoTrackingKey(license.orgId, license.usState);
    const one = keys.get(key) ?? { orgName, usState: license.usState, key, licenses: [] };
    one.licenses.push(license);
    keys.set(key, one);
  }
  return [...keys.values()].slice(0, MOST_KEYS);
}
