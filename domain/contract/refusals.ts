import { z } from 'zod';
import type { Requirement } from '../access/ability';
import { ERROR_CODES, type ErrorCode } from '../errors';
import { type Endpoint, isWrite } from './endpoint';
import { isForKeys } from './for-keys';

/** What any call can hit: bad input, an ended session, too many wrong API keys, an internal error, a busy platform. */
const ANY_CALL: readonly ErrorCode[] = [
  'BAD_INPUT',
  'SIGNED_OUT',
  'TOKEN_EXPIRED',
  'TOO_MANY',
  'INTERNAL',
  'UNAVAILABLE',
];

/**
 * Every way a call can be refused: what follows from its declaration plus its own `refuses`, in the order of the code
 * table. The API document and the tests use it.
 */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { requires, params, query, body, refuses = [] } = endpoint;
  const codes = new Set<ErrorCode>([...ANY_CALL, ...refuses]);
  const add = (isSo: boolean, code: ErrorCode) => isSo && codes.add(code);
  add(!isForKeys(endpoint) || requires.kind !== 'publicly', 'FORBIDDEN');
  add(asksForPlan(requires), 'UPGRADE_REQUIRED');
  add(
    endpoint.part !== undefined || params !== undefined || hasField(query, 'orgId') || hasField(body, 'orgId'),
    'NOT_FOUND',
  );
  add(hasField(body, 'version'), 'STALE');
  add(isWrite(endpoint), 'CONFLICT');
  add(endpoint.method !== 'GET', 'TOO_LARGE');
  add(endpoint.idempotent === true, 'KEY_REUSED');
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => codes.has(code));
}

function asksForPlan(requirement: Requirement): boolean {
  if (requirement.kind === 'on-plan') return true;
  return requirement.kind === 'any-of' && requirement.requirements.some(asksForPlan);
}

function hasField(schema: z.ZodType | undefined, name: string): boolean {
  return schema instanceof z.ZodObject && name in schema.shape;
}
