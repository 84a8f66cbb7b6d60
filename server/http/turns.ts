import { DomainError } from '../../domain/errors';

/** Heavy calls of one person that run at once here, and that wait for their turn. */
export const HEAVY_AT_ONCE = 2;
export const HEAVY_WAITING = 10;

type Line = { running: number; waiting: (() => void)[] };

/** Gives a person's next heavy call its turn, and the function that ends it. TOO_MANY when too many wait already. */
export type TakeTurn = (who: string) => Promise<() => void>;

/**
 * One person's heavy calls, a few at a time, so that nobody takes all of a process. Each process guards itself: what is
 * shared here is its own memory and connections.
 */
export function openTurns(): TakeTurn {
  const lines = new Map<string, Line>();
  return async (who) => {
    const line = lines.get(who) ?? { running: 0, waiting: [] };
    lines.set(who, line);
    if (line.running < HEAVY_AT_ONCE) line.running += 1;
    else if (line.waiting.length >= HEAVY_WAITING) {
      throw new DomainError(
        'TOO_MANY',
        'You’re making many reports and files already. Wait until some are done, then try again.',
      );
    } else await new Promise<void>((resolve) => line.waiting.push(resolve));
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const next = line.waiting.shift();
      if (next) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(who);
    };
  };
}
