import { sql } from 'drizzle-orm';
import type { VerbInput } from '../../domain/contract/endpoint';
import { badInput } from '../../domain/errors';
import { type EventSubjectKind, type EventType, OPT_IN_EVENTS } from '../../domain/events/catalogue';
import type { events as contract } from '../../domain/events/contract';
import type { EventRecord } from '../../domain/events/event';
import type { Ctx } from '../context';
import type { Verb } from '../implement';
import { seesEvents } from './sees-event';

/** How far one call looks for events of a type, so that none reads a month of others. */
const MOST_PASSED = 10_000;

type Row = {
  last: number;
  removed_until: number;
  upto: number;
  found: {
    position: number;
    event_id: string;
    type: EventType;
    created_at: string;
    subject_kind: EventSubjectKind;
    subject_id: string;
    sequence: number;
  }[];
};

/**
 * A page of the organization's events after a cursor, of those the caller may be told of now. BAD_INPUT for a cursor whose
 * events were removed since, or that no reply named.
 */
export const listEvents: Verb<typeof contract.list> = async (ctx, { query }) => {
  const { membership, person, services } = ctx;
  const { orgId } = membership;
  const stream = await readStream(ctx, query);
  // Nothing is kept before somebody listens.
  if (!stream) return { events: [], cursor: '0', hasMore: false };
  const { last, removed_until: removedUntil, found } = stream;
  if (query.after === 'latest') return { events: [], cursor: String(last), hasMore: false };
  const after = query.after === undefined ? removedUntil : Number(query.after);
  if (after > last) throw badInput({ after: 'Pass a cursor of an earlier reply' });
  if (after < removedUntil) throw badInput({ after: removed(removedUntil) });
  const records = found.map(
    (row): EventRecord => ({
      id: `evt_${row.event_id}`,
      type: row.type,
      timestamp: new Date(row.created_at).toISOString(),
      orgId,
      subject: { kind: row.subject_kind, id: row.subject_id },
      sequence: row.sequence,
    }),
  );
  const seen = await seesEvents(
    services,
    { ...person, membership, isApplication: person.application !== null },
    records,
  );
  const isFull = found.length === query.limit;
  const upto = isFull ? (found.at(-1)?.position ?? last) : Number(stream.upto);
  return { events: records.filter((record) => seen.has(record)), cursor: String(upto), hasMore: upto < last };
};

const removed = (until: number) =>
  `Events before ${until + 1} were removed. Read the records anew, and go on with the cursor of “latest”.`;

/** The stream and a page of it, as one moment has them: what commits meanwhile is on the next. */
async function readStream(
  { db, membership: { orgId } }: Ctx,
  { after, type, limit }: VerbInput<typeof contract.list>['query'],
): Promise<Row | undefined> {
  const from = after === undefined || after === 'latest' ? sql`stream.removed_until` : sql`${after}::bigint`;
  const passed = type === undefined ? limit : Math.max(limit, MOST_PASSED);
  const most = after === 'latest' ? 0 : limit;
  const { rows } = await db.execute<Row>(sql`
    select stream.last, stream.removed_until, least(stream.last, ${from} + ${passed}::bigint) as upto,
           coalesce((select json_agg(event order by position) from (
             select event.position, event.event_id, event.type, event.created_at, event.subject_kind, event.subject_id,
                    event.sequence
               from events event
              where event.org_id = ${orgId} and event.position > ${from}
                and event.position <= least(stream.last, ${from} + ${passed}::bigint)
                and ${type === undefined ? sql`event.type <> all (${sql.param(OPT_IN_EVENTS)}::text[])` : sql`event.type = ${type}`}
              order by event.position limit ${most}) event), '[]') as found
      from event_streams stream where stream.org_id = ${orgId}`);
  return rows[0];
}
