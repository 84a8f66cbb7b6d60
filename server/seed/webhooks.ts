import { createHash } from 'node:crypto';
import type { EventType } from '../../domain/events/catalogue';
import { openCredentialEncryption, places } from '../integrations/credential-encryption';
import { signedHeaders } from '../webhooks/signing';
import { orgIdOf } from './parties/organizations';
import { daysBefore, HOUR_MS, nextId, type World } from './world';

/** What Fernhollow's test receiver was sent, hours ago; the first was answered only when it was tried again. */
const SENT: readonly { type: EventType; hoursAgo: number; statuses: readonly number[] }[] = [
  { type: 'product.updated', hoursAgo: 70, statuses: [503, 204] },
  { type: 'product.stock_changed', hoursAgo: 52, statuses: [204] },
  { type: 'product.updated', hoursAgo: 51, statuses: [204] },
];

/** A paused test receiver and what it got, so that webhooks are to be seen before anybody adds an endpoint. */
export function addWebhooks({ now, rows }: World, credentialsKey: string): void {
  const orgId = orgIdOf('fernhollow');
  const product = rows.products.find((one) => one.orgId === orgId);
  const maker = rows.users.find(({ email }) => email === 'owner@fernhollow.example');
  if (product?.id === undefined || maker?.id === undefined) return;
  const endpointId = nextId(rows.webhookEndpoints);
  const seed = createHash('sha256').update('demo webhook').digest();
  const secret = `whsec_${seed.toString('base64')}`;
  rows.webhookEndpoints.push({
    id: endpointId,
    orgId,
    kind: 'RECEIVER',
    url: `/webhooks/receiver/${orgId}/${endpointId}/${seed.toString('base64url').slice(0, 24)}`,
    description: 'Trying it out',
    state: 'PAUSED',
    offSince: daysBefore(now, 2),
    sealedSecret: openCredentialEncryption(credentialsKey).seal(secret, places.webhook(orgId, endpointId)),
    makerUserId: maker.id,
    lastSuccessAt: new Date(now.getTime() - 51 * HOUR_MS),
    createdAt: daysBefore(now, 4),
  });
  rows.eventStreams.push({ orgId, last: SENT.length, createdAt: daysBefore(now, 4) });
  rows.eventSubjects.push({
    orgId,
    kind: 'product',
    subjectId: String(product.id),
    sequence: SENT.length,
    updatedAt: new Date(now.getTime() - 51 * HOUR_MS),
  });
  SENT.forEach(({ type, hoursAgo, statuses }, at) => {
    const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS);
    const [position, deliveryId] = [at + 1, nextId(rows.webhookDeliveries)];
    const eventId = `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`;
    const subject = { kind: 'product', id: String(product.id) };
    rows.events.push({
      orgId,
      position,
      eventId,
      type,
      subjectKind: 'product',
      subjectId: subject.id,
      sequence: position,
      createdAt,
    });
    const deliveredAt = new Date(createdAt.getTime() + (statuses.length > 1 ? 5_400 : 240));
    rows.webhookDeliveries.push({
      id: deliveryId,
      orgId,
      endpointId,
      position,
      state: 'DELIVERED',
      attempts: statuses.length,
      lastStatus: statuses.at(-1) ?? null,
      nextAt: null,
      createdAt,
      deliveredAt,
    });
    const id = `evt_${eventId}`;
    const data = { id, orgId, subject, sequence: position, url: null };
    const requestBody = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
    statuses.forEach((status, tried) => {
      const sentAt = tried === 0 ? createdAt : deliveredAt;
      rows.webhookAttempts.push({
        orgId,
        deliveryId,
        number: tried + 1,
        at: sentAt,
        milliseconds: 38,
        address: '127.0.0.1',
        requestHeaders: {
          'content-type': 'application/json',
          ...signedHeaders([secret], { id, body: requestBody, at: sentAt }),
        },
        requestBody,
        status,
        replyHeaders: {},
        replyHead: '',
        problem: status < 300 ? null : `It answered ${status}: it can’t take it now`,
      });
    });
  });
}
