import { type SQL, sql } from 'drizzle-orm';
import type { ChangeKind } from '../../domain/bulk/bulk-act';
import { type Chosen, FIXED, RECORDED } from '../../domain/retention/periods';
import {
  apiKeyUses,
  auditLog,
  changeFiles,
  changes,
  eventStreams,
  events,
  marketplaceMoves,
  orderMails,
  sharedReads,
  trackingDifferences,
  trackingWrites,
} from '../db/schema';
import { isAmong } from '../db/schema/columns';

/** Rows a statement removes at most, so that none holds its locks for long. */
const PORTION = 1_000;
/** The same of rows with files, which are large. */
const FILES = 100;

/** What is removed of an organization's rows once it is old. */
export type Sweep = {
  readonly table: string;
  /** How long it is kept: as the installation says, or days. */
  readonly kept: Chosen | number;
  /** The statement that removes a portion of an organization's, from before the moment; nothing once none is left. */
  readonly removeSome: (orgId: number, before: SQL) => SQL;
};

/** Each finds its rows by an index that has none but those it may remove. */
export const SWEEPS: readonly Sweep[] = [
  {
    table: 'audit_log',
    kept: 'audit',
    removeSome: (orgId, before) => sql`
      delete from ${auditLog} where org_id = ${orgId} and id in (
        select id from ${auditLog} where org_id = ${orgId} and not ${isAmong(auditLog.entity, RECORDED)}
           and created_at < ${before} order by created_at limit ${PORTION})`,
  },
  {
    table: 'shared_reads',
    kept: 'audit',
    removeSome: (orgId, before) => sql`
      delete from ${sharedReads} where org_id = ${orgId} and id in (
        select id from ${sharedReads} where org_id = ${orgId} and hour < ${before} order by hour limit ${PORTION})`,
  },
  {
    table: 'api_key_uses',
    kept: FIXED.apiKeyUses,
    removeSome: (orgId, before) => sql`
      delete from ${apiKeyUses} where org_id = ${orgId} and (api_key_id, call, day) in (
        select api_key_id, call, day from ${apiKeyUses} where org_id = ${orgId} and day < ${before} order by day
         limit ${PORTION})`,
  },
  {
    // A refused one stays: it says that its tag is free.
    table: 'tracking_writes',
    kept: 'tracking',
    removeSome: (orgId, before) => sql`
      delete from ${trackingWrites} where org_id = ${orgId} and id in (
        select id from ${trackingWrites} where org_id = ${orgId} and state = 'SENT'
           and updated_at < ${before} order by updated_at limit ${PORTION})`,
  },
  {
    table: 'tracking_differences',
    kept: 'tracking',
    removeSome: (orgId, before) => sql`
      delete from ${trackingDifferences} where org_id = ${orgId} and id in (
        select id from ${trackingDifferences} where org_id = ${orgId} and settled_at is not null
           and settled_at < ${before} order by settled_at limit ${PORTION})`,
  },
  {
    // One that was sent says that those refused before it are settled.
    table: 'marketplace_moves',
    kept: 'tracking',
    removeSome: (orgId, before) => sql`
      delete from ${marketplaceMoves} where org_id = ${orgId} and id in (
        select id from ${marketplaceMoves} done where org_id = ${orgId} and state in ('SENT', 'DROPPED')
           and updated_at < ${before} and not exists (
             select from ${marketplaceMoves} open where open.org_id = ${orgId} and open.order_id = done.order_id
                and open.state in ('PENDING', 'REFUSED'))
         order by updated_at limit ${PORTION})`,
  },
  {
    // That it was mailed, and to whom, stays with the order. One that wasn't sent may be sent again.
    table: 'order_mails',
    kept: 'mail',
    removeSome: (orgId, before) => sql`
      update ${orderMails} set files_removed_at = now(),
             files = (select coalesce(jsonb_agg(file - 'content'), '[]') from jsonb_array_elements(files) file)
       where org_id = ${orgId} and id in (
        select id from ${orderMails} where org_id = ${orgId} and files_removed_at is null and sent_at is not null
           and created_at < ${before} order by created_at limit ${FILES})`,
  },
  {
    // The first ones: who reads on from before them is told that they are gone.
    table: 'events',
    kept: FIXED.events,
    removeSome: (orgId, before) => sql`
      with gone as (
        delete from ${events} where org_id = ${orgId} and position in (
          select position from ${events} where org_id = ${orgId} and created_at < ${before}
           order by created_at, position limit ${PORTION})
        returning position)
      update ${eventStreams} set removed_until = greatest(removed_until, (select max(position) from gone))
       where org_id = ${orgId} and exists (select from gone)`,
  },
  { table: 'changes', kept: FIXED.bulkActs, removeSome: changesOf('BULK') },
  { table: 'changes', kept: 'changes', removeSome: changesOf('EDIT') },
  { table: 'changes', kept: 'changes', removeSome: changesOf('IMPORT') },
  {
    table: 'change_files',
    kept: FIXED.bulkFiles,
    removeSome: (orgId, before) => sql`
      delete from ${changeFiles} where org_id = ${orgId} and (change_id, number) in (
        select change_id, number from ${changeFiles} where org_id = ${orgId} and created_at < ${before} limit ${FILES})`,
  },
];

/** Changes with their rows, as many as have a portion of them together, or one; not while one is being undone. */
function changesOf(kind: ChangeKind): Sweep['removeSome'] {
  return (orgId, before) => sql`
    delete from ${changes} where org_id = ${orgId} and id in (
      select id from (
        select id, sum(total) over (order by finished_at, id) - total as earlier from ${changes} old
         where org_id = ${orgId} and kind = ${kind} and finished_at < ${before} and not exists (
           select from ${changes} undo where undo.org_id = ${orgId} and undo.undoes_id = old.id and undo.state = 'RUNNING')
         order by finished_at, id limit ${PORTION}) as next
       where earlier < ${PORTION})`;
}
