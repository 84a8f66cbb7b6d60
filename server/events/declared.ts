import { AsyncLocalStorage } from 'node:async_hooks';
import type { EventType } from '../../domain/events/catalogue';
import type { Config } from '../config';
import type { Log } from '../log';

/** What runs: a call or a job, and the events it says it may cause. */
type Teller = { name: string; tells: readonly EventType[]; isStrict: boolean; log: Pick<Log, 'error'> };

const tellers = new AsyncLocalStorage<Teller>();

/** Runs a call or job, whose events must be among those it declares. */
export const asTeller = <T>(
  name: string,
  tells: readonly EventType[] = [],
  { config, log }: { config: Pick<Config, 'production'>; log: Teller['log'] },
  work: () => Promise<T>,
): Promise<T> => tellers.run({ name, tells, isStrict: !config.production, log }, work);

/** Raises if what runs doesn't declare an event; in production it is logged, since nobody's order is worth a missing word. */
export function assertDeclared(type: EventType): void {
  const teller = tellers.getStore();
  if (teller === undefined || teller.tells.includes(type)) return;
  const told = `${teller.name} tells ${type} without declaring it`;
  if (teller.isStrict) throw new Error(told);
  teller.log.error({ event: type, by: teller.name }, 'an event was told that isn’t declared');
}
