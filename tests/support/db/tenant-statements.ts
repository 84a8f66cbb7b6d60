import type pg from 'pg';
import { NamingClient } from '../../../server/db/connection/naming-client';
import { DISTRIBUTION } from '../../../server/db/distribution';
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

const LOCKS = /\bfor (no key )?update\b/;
const ORGANIZATIONS = /"(\w+)"\."org_id" = \$(\d+)/g;

/** Whether a statement that locks rows names several organizations' tenant rows, which may be on different machines. */
function locksSeveral(text: string, values: readonly unknown[]): boolean {
  if (!LOCKS.test(text)) return false;
  const named = [...text.matchAll(ORGANIZATIONS)].filter(([, table]) => DISTRIBUTION.tenant.has(table ?? ''));
  return new Set(named.map(([, , at]) => String(values[Number(at) - 1]))).size > 1;
}

type Query = (config: unknown, values?: unknown, done?: unknown) => unknown;

class CheckedClient extends NamingClient {
  static {
    CheckedClient.prototype.query = function (this: pg.Client, config: unknown, values?: unknown, done?: unknown) {
      const text = textOf(config);
      const faults = text === undefined ? [] : [...statementFaults(text)];
      if (text !== undefined && locksSeveral(text, valuesOf(config, values))) faults.push('locks in two organizations');
      if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${text}`);
      return (NamingClient.prototype.query as Query).call(this, config, values, done);
    } as pg.Client['query'];
  }
}

const textOf = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config;
  const { text } = (config ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : undefined;
};

const valuesOf = (config: unknown, values: unknown): readonly unknown[] => {
  const own = (config as { values?: unknown }).values ?? values;
  return Array.isArray(own) ? own : [];
};

/** Has a pool refuse statements on tenants' tables that do not say their organization. */
export async function refuseUntenanted(pool: pg.Pool): Promise<void> {
  await ready;
  (pool as unknown as { Client: typeof pg.Client }).Client = CheckedClient;
}
