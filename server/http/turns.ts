import { DomainError } from '../../domain/errors';

/** Heavy calls of one line that run at once here, and that wait for their turn. */
export const HEAVY_AT_ONCE = 2;
export const HEAVY_WAITING = 10;

type Line = { running: number; waiting: Set<() => void> };

/**
 * Gives the next heavy call of a line its turn, as the function that ends it; null once its caller has left the line.
 * TOO_MANY when too many wait already.
 */
export type TakeTurn = (line: string, gone: AbortSignal) => Promise<(() => void) | null>;

/**
 * Heavy calls that stand in one line, a few at a time, so that nobody takes all of a process. Each process guards itself:
 * what is shared here is its own memory and connections.
 */
export function openTurns(): TakeTurn {
  const lines = new Map<string, Line>();
  return async (name, gone) => {
    if (gone.aborted) return null;
    const line = lines.get(name) ?? { running: 0, waiting: new Set() };
    lines.set(name, line);
    if (line.running < HEAVY_AT_ONCE) line.running += 1;
    else if (line.waiting.size >= HEAVY_WAITING) {
      throw new DomainError(
        'TOO_MANY',
        'You’re making many reports and files already. Wait until some are done, then try again.',
      );
    } else if (!(await itsTurn(line, gone))) return null;
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      const [next] = line.waiting;
      if (next) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(name);
    };
  };
}

/** Waits in a line; false if the caller left before its turn came. */
const itsTurn = ({ waiting }: Line, gone: AbortSignal) =>
  new Promise<boolean>((resolve) => {
    const stopWaiting = (isTurn: boolean) => {
      waiting.delete(begin);
      gone.removeEventListener('abort', leave);
      resolve(isTurn);
    };
    const begin = () => stopWaiting(true);
    const leave = () => stopWaiting(false);
    waiting.add(begin);
    gone.addEventListener('abort', leave);
  });
