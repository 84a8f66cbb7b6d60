import { useEffect, useMemo, useRef, useState } from 'react';
import type { Harvest, HarvestPlant, PlantWeight } from '../../../../domain/harvests/harvest';
import { useKeptActs } from '../../../providers/kept/acts';
import { useUnsaved } from '../../../providers/unsaved';
import { weighPlant } from './weigh-plant';

/** A weight as it is sent. */
export type Weight = { params: { id: number }; body: PlantWeight & { label: string } };

const shownOf = ({ body: { weight, unitOfMeasureAbbreviation } }: Weight) => ({
  weight,
  unit: unitOfMeasureAbbreviation,
});

type Plants = ReadonlyMap<string, HarvestPlant>;
type GivenHere = { weight: Weight; plant: HarvestPlant | undefined };

/**
 * The weights of a harvest that its `plants` don’t show yet: stored in this browser, just being stored, sent a moment ago, or
 * not stored.
 */
export function useKeptWeights({ id, name }: Pick<Harvest, 'id' | 'name'>, plants: Plants) {
  const kept = useKeptActs(weighPlant, { path: `/harvest/${id}/weigh`, place: name });
  /** What was weighed on this page, each with the plant as it was then. */
  const given = useRef(new Map<string, GivenHere>());
  useEffect(() => {
    for (const { subject, problem, input } of kept.acts) {
      const isThis = given.current.get(subject)?.weight.body.weighed === (input as Weight).body.weighed;
      if (problem !== null && isThis) given.current.delete(subject);
    }
  }, [kept.acts]);
  /** What the browser couldn’t store is on this page alone. */
  const [unstored, setUnstored] = useState<readonly Weight[]>([]);
  useUnsaved(unstored.length > 0);
  const forget = (label: string) => setUnstored((all) => all.filter(({ body }) => body.label !== label));
  const waiting = useMemo(
    () =>
      new Map(
        kept.acts
          .filter(({ problem }) => problem === null)
          .map(({ subject, input }) => [subject, shownOf(input as Weight)] as const),
      ),
    [kept.acts],
  );
  return {
    kept,
    unstored,
    forget,
    /** What was weighed here, by tag. */
    here() {
      const shown = [...given.current].filter(([label, { plant }]) => plants.get(label) === plant);
      return new Map([...waiting, ...shown.map(([label, { weight }]) => [label, shownOf(weight)] as const)]);
    },
    /** Stores a weight; false if the browser can’t. */
    async store(weight: Weight): Promise<boolean> {
      const { label } = weight.body;
      const refused = kept.acts.filter(({ subject, problem }) => subject === label && problem !== null);
      given.current.set(label, { weight, plant: plants.get(label) });
      try {
        await kept.keep(label, weight);
      } catch {
        given.current.delete(label);
        setUnstored((all) => [...all.filter(({ body }) => body.label !== label), weight]);
        return false;
      }
      forget(label);
      // What was refused of this plant before is settled by its new weight.
      for (const act of refused) await kept.drop(act).catch(() => undefined);
      return true;
    },
  };
}
