import { useMemo, useRef, useState } from 'react';
import type { Harvest, PlantWeight } from '../../../../domain/harvests/harvest';
import { useKeptActs } from '../../../providers/kept/acts';
import { useUnsaved } from '../../../providers/unsaved';
import { weighPlant } from './weigh-plant';

/** A weight as it is sent. */
export type Weight = { params: { id: number }; body: PlantWeight & { label: string } };

const shownOf = ({ body: { weight, unitOfMeasureAbbreviation } }: Weight) => ({
  weight,
  unit: unitOfMeasureAbbreviation,
});

/** The weights of a harvest that the platform doesn’t have yet: stored in this browser, just being stored, or not stored. */
export function useKeptWeights({ id, name }: Pick<Harvest, 'id' | 'name'>) {
  const kept = useKeptActs(weighPlant, { path: `/harvest/${id}/weigh`, place: name });
  const underWay = useRef(new Map<string, ReturnType<typeof shownOf>>());
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
    here: () => new Map([...waiting, ...underWay.current]),
    /** Stores a weight; false if the browser can’t. */
    async store(weight: Weight): Promise<boolean> {
      const { label } = weight.body;
      const refused = kept.acts.filter(({ subject, problem }) => subject === label && problem !== null);
      underWay.current.set(label, shownOf(weight));
      try {
        await kept.keep(label, weight);
      } catch {
        setUnstored((all) => [...all.filter(({ body }) => body.label !== label), weight]);
        return false;
      } finally {
        underWay.current.delete(label);
      }
      forget(label);
      // What was refused of this plant before is settled by its new weight.
      for (const act of refused) await kept.drop(act).catch(() => undefined);
      return true;
    },
  };
}
