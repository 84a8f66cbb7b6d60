import { asc, isNull } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config';
import type { Db } from '../../db/client';
import { licenses, organizations } from '../../db/schema';
import { html } from '../../mail/html';
import { demoTrackingKey, UNCLAIMED, type UnclaimedLicense } from '../demo-keys';
import { FAULT, FAULTS, type Fault, readFaults, toggleFault, troubleMaker } from '../faults';
import { act, sendSandboxPage } from '../page';
import { OUTAGE, REVOKED, recordsOf } from '../records';
import { readSwitches, serveSwitches } from '../switches';
import { serveHarvests } from './harvests';
import { serveTransferActs, transferTable } from './incoming';
import { type Opens, serveItems } from './items';
import { serveLabs } from './labs';
import { isListSwitch, LIST_FAULTS, LIST_SWITCHES, type ListFault, miscount, spoilList } from './list-faults';
import { moveOn, movePackages } from './moves';
import { fill, servePackages, serveTags } from './packages';
import { serveTransfers } from './transfers';
import { serveUnitsOfSale } from './units-of-sale';
import { serveWrites } from './writes';

const PAGE = '/sandbox/tracking';
const API = `${PAGE}/api/:state`;
const MOST_KEYS = 200;
const MOVES_ASKED = 20;

type OfState = { Params: { state: string } };

/**
 * Replaces every state's tracking system: one key per organization and state gives access to its licenses and to
 * those it has yet to claim; the page shows the keys and can revoke them, or take the service offline.
 */
export function mountTrackingSandbox(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  if (!config.tracking.standIn) return;
  const records = recordsOf(db, 'tracking');
  const makesTrouble = troubleMaker();
  const faultsAt = new WeakMap<FastifyRequest, ReadonlySet<Fault>>();

  /** What the caller's key opens; null once the call was refused. */
  async function caller(request: FastifyRequest<OfState>, reply: FastifyReply): Promise<Facility[] | null> {
    const all = await records.ofKinds([OUTAGE, REVOKED, FAULT, UNCLAIMED]);
    const about = (kind: string) => all.filter((one) => one.kind === kind);
    if (about(OUTAGE).length > 0) {
      reply.status(503).send({ Message: 'The service is unavailable.' });
      return null;
    }
    const faults = new Set(about(FAULT).map(({ subject }) => subject as Fault));
    faultsAt.set(request, faults);
    const [vendorKey, userKey] = credentials(request);
    const unclaimed = about(UNCLAIMED).map(({ data }) => data as UnclaimedLicense);
    const found = (await listFacilities(db, unclaimed)).filter(
      ({ orgId, usState }) =>
        usState.toLowerCase() === request.params.state.toLowerCase() && demoTrackingKey(orgId, usState) === userKey,
    );
    const isRevoked = about(REVOKED).some(({ subject }) => subject === userKey);
    if (vendorKey === config.tracking.vendorKey && found.length > 0 && !isRevoked) {
      const { licenseNumber } = request.query as { licenseNumber?: string };
      if (await makesTrouble(faults, licenseNumber ?? userKey, reply)) return null;
      return spoilList(faults, request, reply) ? null : withoutRepeats(found);
    }
    reply.status(401).send({ Message: 'The API key is not valid.' });
    return null;
  }

  app.register(async (scope) => {
    serveSwitches(scope, PAGE, records);
    miscount(scope, (request) => faultsAt.get(request) ?? new Set());

    scope.get<OfState>(`${API}/facilities/v2/`, async (request, reply) => {
      const found = await caller(request, reply);
      if (!found) return reply;
      return found.map(({ name, licenseNumber, licenseType }) => ({
        Name: name,
        Alias: null,
        DisplayName: name,
        License: { Number: licenseNumber, LicenseType: licenseType },
      }));
    });

    scope.post<{ Body: { subject: string } }>(`${PAGE}/fault`, async ({ body }, reply) => {
      if (body.subject in FAULTS || isListSwitch(body.subject)) await toggleFault(records, body.subject);
      return reply.redirect(PAGE, 303);
    });

    scope.post<{ Body: { subject: string } }>(`${PAGE}/move`, async ({ body }, reply) => {
      await movePackages(db, body.subject, MOVES_ASKED);
      return reply.redirect(PAGE, 303);
    });

    serveTransferActs(scope, PAGE, db);

    const opening = {
      records,
      async opens(request, reply, licenseNumber) {
        const found = await caller(request as FastifyRequest<OfState>, reply);
        if (!found) return false;
        if (found.some((facility) => facility.licenseNumber === licenseNumber)) return true;
        reply.status(401).send({ Message: 'The API key does not open this facility.' });
        return false;
      },
      faults: (request: FastifyRequest) => faultsAt.get(request) ?? new Set<Fault>(),
    } satisfies { records: typeof records; opens: Opens; faults: unknown };
    serveItems(scope, API, opening);
    const tools = {
      ...opening,
      db,
      // Only the demo's; whoever adds a license to an empty database finds there what they put there.
      moveOn: async (licenseNumber: string) => {
        if (config.seed === 'demo') await moveOn(db, records, licenseNumber);
      },
    };
    servePackages(scope, API, tools);
    serveTags(scope, API, tools);
    serveWrites(scope, API, tools);
    serveLabs(scope, API, tools);
    serveUnitsOfSale(scope, API, tools);
    serveHarvests(scope, API, tools);
    serveTransfers(scope, API, { ...tools, fill: (licenseNumber) => fill(db, records, licenseNumber) });

    scope.get(PAGE, async (_request, reply) => {
      const [keys, switches, faults] = [
        await listKeys(db),
        await readSwitches(PAGE, records),
        await readFaults(records),
      ];
      return sendSandboxPage(
        reply,
        'Tracking system sandbox',
        html`<p>Verdant calls this sandbox instead of a state’s tracking system. Each key gives access to one organization’s licenses
in one state. Any other key is refused, and another organization’s key can’t access your licenses.</p>
${switches.outage}
<h2>Faults</h2><div class="card"><table><tbody>
${(Object.keys(FAULTS) as Fault[]).map(
  (fault) =>
    html`<tr><td>${FAULTS[fault]}</td><td>${act(`${PAGE}/fault`, faults.has(fault) ? 'Stop' : 'Start', fault)}</td></tr>`,
)}</tbody></table></div>
<h2>Faults of single lists</h2><div class="card"><table><thead><tr><th>List</th>${(
          Object.keys(LIST_FAULTS) as ListFault[]
        ).map((fault) => html`<th>${LIST_FAULTS[fault]}</th>`)}</tr></thead><tbody>
${LIST_SWITCHES.map(
  ({ list, faults: ofList }) =>
    html`<tr><td>${list}</td>${ofList.map(
      ({ subject }) => html`<td>${act(`${PAGE}/fault`, faults.has(subject as Fault) ? 'Stop' : 'Start', subject)}</td>`,
    )}</tr>`,
)}</tbody></table></div>
<h2>Keys</h2><div class="card"><table><thead><tr><th>Organization</th><th>State</th><th>Key</th><th>Licenses</th><th>Move 20 packages</th><th>Send a transfer</th><th>The same from a business here</th><th>Revoke</th></tr></thead><tbody>
${keys.map(
  ({ orgName, usState, key, facilities }) => html`<tr><td>${orgName}</td><td>${usState}</td><td><code>${key}</code></td>
<td>${facilities.map(({ licenseNumber }) => licenseNumber).join(', ')}</td>
<td>${facilities.map(({ licenseNumber }) => act(`${PAGE}/move`, licenseNumber, licenseNumber))}</td>
<td>${facilities.map(({ licenseNumber }) => act(`${PAGE}/transfer/send`, licenseNumber, licenseNumber))}</td>
<td>${facilities.map(({ licenseNumber }) => act(`${PAGE}/transfer/send-here`, licenseNumber, licenseNumber))}</td>
<td>${switches.revoke(key)}</td></tr>`,
)}</tbody></table></div>
${await transferTable(db, PAGE)}`,
      );
    });
  });
}

function credentials({ headers }: Pick<FastifyRequest, 'headers'>): [string, string] {
  const [scheme, value = ''] = (headers.authorization ?? '').split(' ', 2);
  if (scheme !== 'Basic') return ['', ''];
  const [vendorKey = '', ...userKey] = Buffer.from(value, 'base64').toString('utf8').split(':');
  return [vendorKey, userKey.join(':')];
}

type Facility = Pick<typeof licenses.$inferSelect, 'name' | 'licenseNumber' | 'licenseType'>;
type Key = { orgName: string; usState: string; key: string; facilities: Facility[] };

/** Licenses that organizations have, and those they have yet to claim. */
async function listFacilities(db: Db, unclaimed: readonly UnclaimedLicense[]) {
  const { orgId, usState, licenseNumber, name, licenseType } = licenses;
  const held = await db
    .select({ orgId, usState, licenseNumber, name, licenseType })
    .from(licenses)
    .where(isNull(licenses.removedAt))
    .orderBy(asc(usState), asc(licenseNumber));
  return [...held, ...unclaimed];
}

/** Each license once. */
const withoutRepeats = (all: readonly Facility[]): Facility[] =>
  [...new Map([...all].reverse().map((facility) => [facility.licenseNumber, facility])).values()].reverse();

/** Each organization's key of a state, with its licenses there and those it has yet to claim. */
async function listKeys(db: Db): Promise<Key[]> {
  const unclaimed = await recordsOf(db, 'tracking').newest(UNCLAIMED, MOST_KEYS);
  const facilities = await listFacilities(
    db,
    unclaimed.map(({ data }) => data as UnclaimedLicense),
  );
  const names = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  const keys = new Map<string, Key>();
  for (const { id, name: orgName } of names.sort((a, b) => a.id - b.id)) {
    for (const facility of facilities.filter(({ orgId }) => orgId === id)) {
      const key = demoTrackingKey(id, facility.usState);
      const one = keys.get(key) ?? { orgName, usState: facility.usState, key, facilities: [] };
      const isListed = one.facilities.some(({ licenseNumber }) => licenseNumber === facility.licenseNumber);
      if (!isListed) one.facilities.push(facility);
      keys.set(key, one);
    }
  }
  return [...keys.values()].slice(0, MOST_KEYS);
}
