import { z } from 'zod';
import type { MarketplaceAccess } from '../../../domain/integrations/integrations';
import type { MarketplaceMove } from '../../../domain/integrations/marketplace';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import type { Db } from '../../db/client';
import { openHttpClient } from '../../http-client';
import type { Log } from '../../log';
import { acquireTurn } from '../acquire-turn';
import { KeyRefused, reasonOf } from '../answers';

/** Below both limits: 300 a minute and 8 a second. */
const GAP_MS = 200;
/** No order has this number: with write access the reply is "not found", without it "forbidden". */
const NOBODYS = '0';

/** The key can read orders but not change them. */
export class WriteRefused extends Error {
  override name = 'WriteRefused';
}

/** The wholesale marketplace rejected this change for good. `message` is its reason. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

export interface WholesaleMarketplace {
  /** A key's access to orders. Raises KeyRefused and UNAVAILABLE. */
  accessOf(key: string): Promise<MarketplaceAccess>;
  /**
   * Changes an order's status there unless already set: safe to repeat. Raises KeyRefused, WriteRefused, MoveRefused
   * and UNAVAILABLE.
   */
  move(key: string, orderNumber: string, move: MarketplaceMove): Promise<void>;
}

const Received = z.object({ status: z.string() });

/** The wholesale marketplace over HTTP, at the rate it allows all our processes together. */
export function wholesaleOverHttp({ url }: { url: string }, db: Db, log: Log): WholesaleMarketplace {
  const name = 'wholesale marketplace';
  const service = openHttpClient({ name, log, pace: () => acquireTurn(db, name, GAP_MS) });

  async function call(key: string, path: string, method: 'GET' | 'POST' = 'GET'): Promise<Response> {
    const errand = { what: method === 'GET' ? 'read order' : 'move order', tenant: key };
    const headers = { accept: 'application/json', authorization: `App ${key}` };
    const response = await service.fetch(errand, `${url}/orders-received/${path}`, { method, headers });
    if (response.status === 401) throw new KeyRefused();
    return response;
  }

  const transition = (key: string, orderNumber: string, action: string) =>
    call(key, `${encodeURIComponent(orderNumber)}/transition/${action}/`, 'POST');

  return {
    async accessOf(key) {
      const read = await call(key, '?limit=1');
      if (read.status === 403) throw new KeyRefused();
      if (!read.ok) throw service.unavailable(`it answered ${read.status}`);
      await read.body?.cancel();
      const written = await transition(key, NOBODYS, 'accept');
      await written.body?.cancel();
      return written.status === 403 ? 'READ' : 'WRITE';
    },
    async move(key, orderNumber, { action, leaves }) {
      const found = await call(key, `${encodeURIComponent(orderNumber)}/`);
      if (found.status === 403) throw new KeyRefused();
      if (!found.ok) throw new MoveRefused(await reasonOf(found));
      const { status } = await service.read(found, Received);
      if (status.toLowerCase() === ORDER_STATUSES[leaves].label.toLowerCase()) return;
      const moved = await transition(key, orderNumber, action);
      if (moved.status === 403) throw new WriteRefused();
      if (!moved.ok) throw new MoveRefused(await reasonOf(moved));
      await moved.body?.cancel();
    },
  };
}
