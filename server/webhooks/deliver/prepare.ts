import { and, eq } from 'drizzle-orm';
import { type EventRecord, subjectUrl } from '../../../domain/events/event';
import { readWebhookAddress } from '../../../domain/webhooks/address';
import type { Services } from '../../context';
import { isOneOf } from '../../db/page';
import { events as eventRows, webhookEndpoints } from '../../db/schema';
import { seesEvents } from '../../events/sees-event';
import { places } from '../../integrations/credential-encryption';
import { activeMembers } from '../../team/members';
import type { EndpointRow } from '../read-endpoints';
import { signedHeaders } from '../signing';
import type { Claimed } from './claim';

/** What a claimed delivery comes to: a message to an address, or why it isn't sent. */
export type Prepared = { claimed: Claimed; endpoint: EndpointRow } & (
  | { withheld: string }
  | { withheld: null; url: URL; isLocal: boolean; body: string; headers: Record<string, string>; at: Date }
);

type Needs = Pick<Services, 'config' | 'database' | 'integrations'>;

/** Why nothing is sent to an endpoint until somebody takes it over. */
export const MAKER_LEFT = 'Its maker is no longer on the team';

/** Reads what claimed deliveries of an organization tell, and judges by the rights of now whether they may. */
export async function prepare(services: Needs, orgId: number, claims: readonly Claimed[]): Promise<Prepared[]> {
  const { db } = services.database;
  const unique = (of: (claimed: Claimed) => number) => [...new Set(claims.map(of))];
  const [rows, endpoints, members] = await Promise.all([
    db
      .select()
      .from(eventRows)
      .where(
        and(
          eq(eventRows.orgId, orgId),
          isOneOf(
            eventRows.position,
            unique(({ position }) => position),
          ),
        ),
      ),
    db
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.orgId, orgId),
          isOneOf(
            webhookEndpoints.id,
            unique(({ endpointId }) => endpointId),
          ),
        ),
      ),
    activeMembers(db, orgId),
  ]);
  const eventAt = new Map(rows.map((row) => [row.position, recordOf(row)]));
  const endpointOf = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const found = claims.flatMap((claimed) => {
    const [event, endpoint] = [eventAt.get(claimed.position), endpointOf.get(claimed.endpointId)];
    return event && endpoint ? [{ claimed, event, endpoint }] : [];
  });
  const byMaker = Map.groupBy(found, ({ endpoint }) => endpoint.makerUserId);
  const judged = await Promise.all(
    [...byMaker].map(async ([userId, theirs]) => {
      const maker = members.find((member) => member.userId === userId) ?? null;
      const reason = maker ? 'Its maker may not see what it is about' : MAKER_LEFT;
      const actor = maker && { userId, isSupport: false, membership: maker.membership };
      const seen = await seesEvents(
        services,
        actor,
        theirs.map(({ event }) => event),
      );
      return theirs.map(({ claimed, event, endpoint }): Prepared => {
        if (!isAbout(endpoint, event) && !seen.has(event)) return { claimed, endpoint, withheld: reason };
        return { claimed, endpoint, withheld: null, ...messageOf(services, endpoint, event) };
      });
    }),
  );
  return judged.flat();
}

/** A test of an endpoint is its own to get. */
const isAbout = ({ id }: EndpointRow, { type, subject }: EventRecord) => type === 'ping' && subject.id === String(id);

function recordOf(row: typeof eventRows.$inferSelect): EventRecord {
  const { eventId, type, createdAt, orgId, subjectKind, subjectId, sequence } = row;
  const subject = { kind: subjectKind, id: subjectId };
  return { id: `evt_${eventId}`, type, timestamp: createdAt.toISOString(), orgId, subject, sequence };
}

function messageOf({ config, integrations: { vault } }: Needs, endpoint: EndpointRow, event: EventRecord) {
  const { type, timestamp, ...data } = event;
  const url = subjectUrl(`${config.publicUrl}/api`, event.subject);
  const body = JSON.stringify({ type, timestamp, data: { ...data, url } });
  const at = new Date();
  const { sealedOldSecret, oldSecretUntil } = endpoint;
  const isOldValid = sealedOldSecret !== null && oldSecretUntil !== null && oldSecretUntil > at;
  const secrets = [endpoint.sealedSecret, ...(isOldValid ? [sealedOldSecret] : [])].map((sealed) =>
    vault.open(sealed, places.webhook(endpoint.orgId, endpoint.id)),
  );
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Verdant-Webhooks/${config.version}`,
    ...signedHeaders(secrets, { id: event.id, body, at }),
  };
  return { ...addressOf(config, endpoint), body, headers, at };
}

/** The test receiver is reached at this process's own port. What may be sent to may have changed since it was saved. */
function addressOf(
  { ownUrl, webhooksLocal }: Services['config'],
  { kind, url }: EndpointRow,
): { url: URL; isLocal: boolean } {
  if (kind === 'RECEIVER') return { url: new URL(url, ownUrl), isLocal: true };
  const read = readWebhookAddress(url, { isLocal: webhooksLocal });
  return { url: read.url ?? new URL('https://refused.invalid'), isLocal: webhooksLocal };
}
