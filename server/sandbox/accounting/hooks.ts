import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config';
import type { Log } from '../../log';
import { type Fault, PAUSES } from './faults';
import type { Entity } from './store';

const PATIENCE_MS = 3_000;
const ATTEMPTS = 3;

/** Where the accounting service's webhooks arrive. */
const PLACE = '/webhooks/accounting';

const VERBS = { Create: 'created', Update: 'updated', Void: 'voided', Delete: 'deleted' } as const;
export type Change = keyof typeof VERBS;

/** A webhook of a change, in the older or the newer format. */
export function hookOf({ realm, kind, entityId, modifiedAt }: Entity, operation: Change, isNew: boolean): unknown {
  const at = modifiedAt.toISOString();
  if (!isNew) {
    const entities = [{ name: kind, id: entityId, operation, lastUpdated: at }];
    return { eventNotifications: [{ realmId: realm, dataChangeEvent: { entities } }] };
  }
  return [
    {
      specversion: '1.0',
      id: randomUUID(),
      source: 'intuit.accounting',
      type: `qbo.${kind.toLowerCase()}.${VERBS[operation]}.v1`,
      datacontenttype: 'application/json',
      time: at,
      intuitentityid: entityId,
      intuitaccountid: realm,
      data: {},
    },
  ];
}

/** Sends a webhook as the faults say; nobody waits for it. */
export function sendHook(
  { config, log }: { config: Config; log: Log },
  faults: ReadonlySet<Fault>,
  entity: Entity,
  operation: Change,
): void {
  const body = JSON.stringify(hookOf(entity, operation, faults.has('newHooks')));
  const key = faults.has('forgedHooks') ? 'somebody else’s key' : config.accounting.webhookKey;
  const signature = createHmac('sha256', key).update(body).digest('base64');
  // To this process, wherever people find the installation.
  const address = new URL(PLACE, config.accounting.url).toString();
  const send = async () => {
    if (faults.has('lateHooks')) await pause(PAUSES.lateMs, undefined, { ref: false });
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const headers = { 'content-type': 'application/json', 'intuit-signature': signature };
      const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) };
      const isTaken = await fetch(address, init).then(
        (response) => response.ok,
        () => false,
      );
      if (isTaken) return;
      await pause(1_000, undefined, { ref: false });
    }
    log.info({ kind: entity.kind }, 'a webhook of the accounting sandbox was not taken');
  };
  for (let times = faults.has('twiceHooks') ? 2 : 1; times > 0; times -= 1) void send();
}
