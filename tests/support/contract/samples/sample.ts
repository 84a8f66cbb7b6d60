import type { contract } from '../../../../domain/calls';
import type { CallInput } from '../../../../domain/contract/endpoint';
import type { World } from '../world';

type Contract = typeof contract;

/** A valid call of an endpoint: who makes it, and with whose records. */
export interface Sample<E> {
  as: 'seller' | 'buyer' | 'support';
  input(world: World): CallInput<E>;
  /** Set if the records are public, so another organization gets them too. */
  shared?: true;
  /** Set if the records belong to one person, so colleagues don't find them. */
  onesOwn?: true;
  /** Set if no sample can show the valid call; says why. */
  notCalled?: string;
}

/** What a call's sample lacks about the ids it takes. */
export interface Extra<E> {
  /** Who makes these calls, if not the sample's caller. */
  as?: Sample<E>['as'];
  /** More valid calls, until every id that can be given is covered. */
  calls?: ((world: World) => CallInput<E>)[];
  /** Ids that aren't private to one organization, and why. */
  common?: Record<string, string>;
  /** Of those, which name whom something is begun with, and the tables that then have it. */
  begins?: Record<string, readonly string[]>;
}

export type Samples = { [A in keyof Contract]: { [V in keyof Contract[A]]: Sample<Contract[A][V]> } };
export type Extras = { [A in keyof Contract]?: { [V in keyof Contract[A]]?: Extra<Contract[A][V]> } };
