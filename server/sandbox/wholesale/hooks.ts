import { createHmac, randomUUID } from 'node:crypto';
import type { Db } from '../../db/client';
import { demoHookKey } from '../demo-keys';
import type { recordsOf } from '../records';
import { renderOrders, renderProduct } from './render';
import { shopOf } from './shop';
import { readModes } from './trouble';

/** How late what is told comes in the mode of that name; tests shorten it. */
export const HOOK_PAUSES = { lateMs: 30_000 };

type Told = { url: string; body: string; signature: string };

/** What tells whoever asked for it of changes in a shop, once, at once and without a second try. */
export function hookTeller(db: Db, records: ReturnType<typeof recordsOf>) {
  const held = new Map<string, Told>();

  function post({ url, body, signature }: Told): void {
    const headers = { 'content-type': 'application/json', 'll-signature': signature, 'user-agent': 'wholesale/1' };
    // Nobody hears of what isn't taken: they publish no retries.
    fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  }

  return async (realm: string, type: 'order' | 'product', id: string, action: 'created' | 'updated'): Promise<void> => {
    const shop = shopOf(db, realm);
    const hook = await shop.get('hook', 'hook');
    const modes = await readModes(records);
    if (!hook?.data.url || modes.has('lost')) return;
    const entity = await shop.get(type, id);
    if (!entity) return;
    const data =
      type === 'order'
        ? (await renderOrders(shop, [entity as never], new Set(['line_items', 'customer', 'sales_reps'])))[0]
        : renderProduct(entity as never);
    const body = JSON.stringify({ type, action, data });
    const key = modes.has('forged') ? randomUUID() : demoHookKey(realm);
    const told = { url: hook.data.url, body, signature: createHmac('sha256', key).update(body).digest('base64') };
    const before = held.get(realm);
    held.delete(realm);
    if (modes.has('reordered') && !before) {
      held.set(realm, told);
      return;
    }
    const all = [told, ...(modes.has('doubled') ? [told] : []), ...(before ? [before] : [])];
    if (modes.has('late')) setTimeout(() => all.forEach(post), HOOK_PAUSES.lateMs).unref();
    else all.forEach(post);
  };
}
