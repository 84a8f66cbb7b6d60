import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { roadmapEntries } from '../db/schema';

/** The ids of an entry and of all that was merged into it. */
export const familyOf = (id: number | SQL): SQL => sql`(
  with recursive family as (
    select ${id}::bigint as id
    union select merged.id from roadmap_entries merged join family on merged.merged_into_id = family.id)
  select id from family)`;

/** The ids of the entries with a supporter for whom a condition is true, named `said`, and of all they were merged into. */
export const upwardsFrom = (condition: SQL): SQL => sql`(
  with recursive upwards as (
    select entry.id, entry.merged_into_id from roadmap_entries entry
      join roadmap_supporters said on said.entry_id = entry.id where ${condition}
    union select above.id, above.merged_into_id from roadmap_entries above join upwards on above.id = upwards.merged_into_id)
  select id from upwards)`;

/** Counts an entry's votes anew: everybody in its family once. The entry on top of the family must be locked. */
export async function countVotes(db: Db, id: number): Promise<void> {
  const votes = sql`(select count(distinct said.user_id)::int from roadmap_supporters said
    where said.voted_at is not null and said.entry_id in ${familyOf(id)})`;
  await db.update(roadmapEntries).set({ votes }).where(eq(roadmapEntries.id, id));
}
