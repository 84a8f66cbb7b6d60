import type { contract } from '../calls';
import type { EventType } from './catalogue';

type Contract = typeof contract;
/** A call's area and verb. */
export type CallName = { [A in keyof Contract & string]: `${A}.${keyof Contract[A] & string}` }[keyof Contract &
  string];

/** The events each call may cause; what it only begins is told by its jobs. */
export const CALLS_TELL: { readonly [C in CallName]?: readonly EventType[] } = {};
