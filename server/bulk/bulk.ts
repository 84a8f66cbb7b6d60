import { and, type Column, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Requirement } from '../../domain/access/ability';
import type { Undone } from '../../domain/bulk/bulk-act';
import type { BulkEndpoint, BulkSelection } from '../../domain/bulk/bulk-call';
import type { VerbInput } from '../../domain/contract/endpoint';
import { DomainError } from '../../domain/errors';
import type { LiveTopic } from '../../domain/live/events';
import type { Ctx } from '../context';

type Body<E> = VerbInput<E> extends { body: infer B } ? B : never;
type ActOf<E> = Body<E> extends { act: infer A } ? A : never;
type Filters<E> = Extract<Body<E> extends { selection: infer S } ? S : never, { filters: unknown }>['filters'];

/** What every list has for the caller. */
type Asker = Pick<Ctx, 'membership' | 'now' | 'timeZone'>;

/**
 * What an action did to a record: what there is to say of it, and what undoing it takes (survives JSON). An undo says what
 * it did to the record, if it didn't restore it.
 */
export type Done = { message?: string; kept?: unknown; undone?: Undone };

/** A record to act on; `kept` is what the action that is undone kept of it. */
export type Subject = { id: number; kept: unknown };

/** What became of each record: done, or why not. */
export type Outcomes = Map<number, Done | DomainError>;

/** How an action is done, made by `one` or `many`. */
export interface Work<I> {
  /** Whether it takes many records in one transaction. */
  isMany: boolean;
  run: (ctx: Ctx, subjects: readonly Subject[], input: I) => Promise<Outcomes>;
  files?: FileWork<I>;
}

/**
 * What an action makes of what it kept of its records: a file of every `most` of them, and one of the rest. Its name gets
 * a number when there are several.
 */
export interface FileWork<I> {
  most: number;
  make: (ctx: Ctx, subjects: readonly Subject[], input: I) => Promise<{ name: string; content: Buffer }>;
}

/** An action done record by record, each in its own transaction; a refusal rolls it back and becomes its result. */
export function one<I>(work: (ctx: Ctx, subject: Subject, input: I) => Promise<Done | undefined>): Work<I> {
  return {
    isMany: false,
    run: async (ctx, subjects, input) => {
      const outcomes: Outcomes = new Map();
      for (const subject of subjects) outcomes.set(subject.id, (await work(ctx, subject, input)) ?? {});
      return outcomes;
    },
  };
}

/**
 * An action done to many records in one transaction, in few statements. It locks in the order every caller does, and
 * answers a refusal for a record it leaves alone; if it raises an error, they are done one by one.
 */
export const many = <I>(run: Work<I>['run']): Work<I> => ({ isMany: true, run });

/** An action's work; with `undo` its records can be given back what they had, by what it kept of each. */
export type ActWork<I> = Work<I> & { undo?: Work<I> };

type InputOf<E extends BulkEndpoint, N> = Omit<Extract<ActOf<E>, { name: N }>, 'name'>;

/** How bulk actions on one kind of record run; a declared action missing here doesn't compile. */
export interface BulkDefinition<E extends BulkEndpoint> {
  /** The kind of record, as in the audit log and as text. */
  entity: string;
  noun: { one: string; many: string };
  from: { table: PgTable; id: PgColumn; label: Column | SQL<string> };
  /** A topic published with the progress rather than for every record, since many pages read it whole. */
  topic?: LiveTopic;
  /** The records the caller may see and the filters match, same as the list's search. */
  /** Filters that leave out nothing of what is chosen by id, where none at all would. */
  ofChosen?: Filters<E>;
  matching: (asker: Asker, search: Omit<Body<E>, 'selection' | 'act'> & { filters: Filters<E> }) => SQL;
  acts: { [N in keyof E['acts'] & string]: ActWork<InputOf<E, N>> };
}

/** The changes of one call, as the ledger runs and undoes them. */
export interface Changing {
  path: string;
  entity: string;
  topic?: LiveTopic | undefined;
  requires: (act: string) => Requirement;
  /** The action's work, or its undo. */
  work: (act: string, isUndo: boolean) => Work<unknown>;
}

/** A definition as the queue uses it, with its types erased. */
export interface Bulk extends Changing {
  noun: { one: string; many: string };
  select: (ctx: Ctx, body: object & { selection: BulkSelection }, most: number) => Promise<Selected[]>;
}

export type Selected = { id: number; label: string };

/** Joins a bulk call's declaration with its implementation. */
export function bulk<E extends BulkEndpoint>(endpoint: E, definition: BulkDefinition<E>): Bulk {
  const { entity, noun, topic, from, acts } = definition;
  const matching = definition.matching as (asker: Asker, search: object) => SQL;
  const works = acts as Record<string, ActWork<unknown>>;
  const declared = (act: string) => {
    const found = endpoint.acts[act];
    if (!found) throw new Error(`${endpoint.path} has no action ${act}`);
    return found;
  };
  return {
    path: endpoint.path,
    entity,
    noun,
    topic,
    requires: (act) => declared(act).requires,
    select: async (ctx, { selection, ...scope }, most) => {
      const byIds = 'ids' in selection;
      const chosen = byIds ? inArray(from.id, selection.ids) : except(from.id, selection.except);
      const where = and(
        matching(ctx, { ...scope, filters: byIds ? (definition.ofChosen ?? {}) : selection.filters }),
        chosen,
      );
      const { rows } = await ctx.db.execute<Selected>(
        sql`select ${from.id} as id, ${from.label} as label from ${from.table}
             where ${where} order by ${from.id} desc limit ${most}`,
      );
      return rows;
    },
    work: (act, isUndo) => {
      const work = isUndo ? works[act]?.undo : works[act];
      if (!work) throw new Error(`${endpoint.path} does not support ${isUndo ? 'undoing ' : ''}${act}`);
      const parse = (input: unknown) => declared(act).input.parse(input);
      const { isMany, files } = work;
      return {
        isMany,
        run: (ctx, subjects, input) => work.run(ctx, subjects, parse(input)),
        ...(files && {
          files: { ...files, make: (ctx, subjects, input) => files.make(ctx, subjects, parse(input)) },
        }),
      };
    },
  };
}

function except(id: PgColumn, ids: readonly number[]): SQL | undefined {
  return ids.length === 0 ? undefined : notInArray(id, [...ids]);
}

/** Does something to each of these, where a refusal is that record's alone and comes before it writes anything. */
export async function eachOf<T>(
  subjects: Iterable<readonly [number, T]>,
  work: (subject: T, id: number) => Promise<Done | DomainError | undefined> | Done | DomainError | undefined,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (const [id, subject] of subjects) {
    try {
      outcomes.set(id, (await work(subject, id)) ?? {});
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcomes.set(id, error);
    }
  }
  return outcomes;
}
