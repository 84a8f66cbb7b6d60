import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The older format: notices by company. */
const Notifications = z.object({
  eventNotifications: z.array(z.object({ realmId: z.string() })),
});
/** The newer one: an event each, alone or in a list. */
const CloudEvent = z.object({ specversion: z.string(), intuitaccountid: z.string() });
const CloudEvents = z.union([z.array(CloudEvent), CloudEvent.transform((event) => [event])]);

/** Whether the raw body was signed with our key; told in constant time. */
export function isSigned(key: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', key).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The companies, by their ids in the books, that a webhook is about; none of a body that says nothing we know. */
export function realmsOf(body: Buffer): ReadonlySet<string> {
  const json = readJson(body);
  const older = Notifications.safeParse(json);
  if (older.success) return new Set(older.data.eventNotifications.map(({ realmId }) => realmId));
  const newer = CloudEvents.safeParse(json);
  return new Set(newer.success ? newer.data.map(({ intuitaccountid }) => intuitaccountid) : []);
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
