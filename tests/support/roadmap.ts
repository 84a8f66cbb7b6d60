import type { Db } from '../../server/db/client';
import { roadmapEntries } from '../../server/db/schema';
import { only, unique } from './factories';

type Values = Partial<typeof roadmapEntries.$inferInsert>;

/** An entry of the platform's own that members see. */
export const makeEntry = async (db: Db, values: Values = {}) =>
  only(
    await db
      .insert(roadmapEntries)
      .values({ title: `Labels ${unique()}`, status: 'OPEN', isOurs: true, publishedAt: new Date(), ...values })
      .returning(),
  );

/** Entries for each thing that is done with one. */
export interface RoadmapWorld {
  roadmap: Record<'votedId' | 'changedId' | 'statusId' | 'mergedId' | 'mergingId' | 'intoId' | 'removedId', number>;
}

export async function makeRoadmapWorld(db: Db): Promise<RoadmapWorld> {
  const make = async (values?: Values) => (await makeEntry(db, values)).id;
  const intoId = await make();
  const mergedId = await make({ mergedIntoId: intoId });
  const [votedId, changedId, statusId] = [await make(), await make(), await make()];
  const [mergingId, removedId] = [await make(), await make()];
  return { roadmap: { votedId, changedId, statusId, mergedId, mergingId, intoId, removedId } };
}
