import type { Contract, VerbInput, VerbOutput } from '../domain/contract/endpoint';
import type { Ctx } from './context';

/** An endpoint's verb: context and parsed input in, reply out; refusals are raised as `DomainError`. */
export type Verb<E> = (ctx: Ctx, input: VerbInput<E>) => Promise<VerbOutput<E>>;

export interface Implemented {
  area: Contract;
  verbs: Record<string, (ctx: Ctx, input: never) => Promise<unknown>>;
}

/** Joins an area's contract with its verbs; a missing, unknown or wrongly typed verb doesn't compile. */
export function implement<C extends Contract>(area: C) {
  return (verbs: { [K in keyof C]: Verb<C[K]> }): Implemented => ({ area, verbs: verbs as Implemented['verbs'] });
}
