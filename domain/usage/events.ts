import { z } from 'zod';
import { ERROR_CODES } from '../errors';

/** A screen by its route, such as `orders/:slug`: letters alone, so that no id or name of a record fits. */
export const ROUTE = /^(?:(?:[a-z-]+|:[a-zA-Z]+\??|\*)(?:\/(?:[a-z-]+|:[a-zA-Z]+\??|\*))*)?$/;
/** A call by its declaration, such as `POST /orders/:id/cancel`. */
const CALL = /^(?:GET|POST|PUT|PATCH|DELETE) (?:\/(?:[a-zA-Z-]+|:[a-zA-Z]+))+$/;

const Route = z.string().max(100).regex(ROUTE);
const CallName = z.string().max(160).regex(CALL);
const at = z.number().int().nonnegative().max(8.64e15);
const CODES: readonly number[] = Object.values(ERROR_CODES);

/** What is measured of loading and answering, as browsers define it; milliseconds, but for the layout shift. */
const VITALS = ['TTFB', 'FCP', 'LCP', 'INP', 'CLS'] as const;

/** All that is measured but for recordings. None holds what somebody typed or saw. */
export const UsageEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('screen'), at, screen: Route }),
  z.strictObject({ kind: z.literal('act'), at, act: CallName }),
  z.strictObject({
    kind: z.literal('error'),
    at,
    act: CallName,
    code: z.number().refine((code) => CODES.includes(code)),
  }),
  z.strictObject({
    kind: z.literal('vital'),
    at,
    screen: Route,
    vital: z.enum(VITALS),
    value: z.number().nonnegative().max(600_000),
  }),
]);
export type UsageEvent = z.infer<typeof UsageEvent>;

/** Events sent together at most. */
export const MOST_EVENTS = 100;
/** For how many days events and recordings are stored. */
export const USAGE_DAYS = 30;
