import { and, type Column, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Requirement } from '../../domain/access/ability';
import type { BulkEndpoint, BulkSelection } from '../../domain/bulk/bulk-call';
import type { VerbInput } from '../../domain/contract/endpoint';
import type { LiveTopic } from '../../domain/live/events';
import type { Ctx } from '../context';

type Body<E> = VerbInput<E> extends { body: infer B } ? B : never;
type ActOf<E> = Body<E> extends { act: infer A } ? A : never;
type Filters<E> = Extract<Body<E> extends { selection: infer S } ? S : never, { filters: unknown }>['filters'];

/** What every list has for the caller. */
type Asker = Pick<Ctx, 'membership' | 'now' | 'timeZone'>;

/** How bulk actions on one kind of record run; a declared action missing here doesn't compile. */
export interface BulkDefinition<E extends BulkEndpoint> {
  /** The kind of record, as in the audit log and as text. */
  entity: string;
  noun: { one: string; many: string };
  from: { table: PgTable; id: PgColumn; label: Column | SQL<string> };
  /** A topic published with the progress rather than for every record, since many pages read it whole. */
  topic?: LiveTopic;
  /** The records the caller may see and the filters match, same as the list's search. */
  matching: (asker: Asker, search: Omit<Body<E>, 'selection' | 'act'> & { filters: Filters<E> }) => SQL;
  /** Performs the action on one record, in its own transaction; a refusal becomes the record's result. */
  acts: {
    [N in keyof E['acts'] & string]: (
      ctx: Ctx,
      id: number,
      input: Omit<Extract<ActOf<E>, { name: N }>, 'name'>,
    ) => Promise<unknown>;
  };
}

/** A definition as the queue uses it, with its types erased. */
export interface Bulk {
  path: string;
  entity: string;
  noun: { one: string; many: string };
  topic: LiveTopic | undefined;
  requires: (act: string) => Requirement;
  select: (ctx: Ctx, body: object & { selection: BulkSelection }, most: number) => Promise<Selected[]>;
  run: (ctx: Ctx, act: string, id: number, input: unknown) => Promise<unknown>;
}

export type Selected = { id: number; label: string };

/** Joins a bulk call's declaration with its implementation. */
export function bulk<E extends BulkEndpoint>(endpoint: E, definition: BulkDefinition<E>): Bulk {
  const { entity, noun, topic, from, acts } = definition;
  const matching = definition.matching as (asker: Asker, search: object) => SQL;
  const run = acts as Record<string, (ctx: Ctx, id: number, input: unknown) => Promise<unknown>>;
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
      const where = and(matching(ctx, { ...scope, filters: byIds ? {} : selection.filters }), chosen);
      const { rows } = await ctx.db.execute<Selected>(
        sql`select ${from.id} as id, ${from.label} as label from ${from.table}
             where ${where} order by ${from.id} desc limit ${most}`,
      );
      return rows;
    },
    run: (ctx, act, id, input) => {
      const work = run[act];
      if (!work) throw new Error(`${endpoint.path} does not support ${act}`);
      return work(ctx, id, declared(act).input.parse(input));
    },
  };
}

function except(id: PgColumn, ids: readonly number[]): SQL | undefined {
  return ids.length === 0 ? undefined : notInArray(id, [...ids]);
}
