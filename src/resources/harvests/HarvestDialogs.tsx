import { weightIn } from '../../../domain/harvests/balance';
import { harvests as calls } from '../../../domain/harvests/contract';
import type { Harvest, HarvestPackage, HarvestPlant, HarvestRow, HarvestWaste } from '../../../domain/harvests/harvest';
import { whyNotDelete } from '../../../domain/harvests/rules';
import { formatAmount, sum } from '../../../domain/money';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useCall } from '../../providers/refine/use-call';
import { useResourceDelete } from '../../providers/refine/use-resource';
import { today } from '../../ui/reader-dates';
import { weightText } from './harvests.text';
import { harvests } from './resource';

type About<T> = T & { harvest: Harvest; onClose: () => void };

/** Deletes a harvest that wasn't submitted. */
export function DeleteHarvest({
  harvest,
  onDone,
  onClose,
}: {
  harvest: HarvestRow;
  onDone?: () => unknown;
  onClose: () => void;
}) {
  const remove = useResourceDelete(harvests, { showsErrors: true });
  const { id, name, plantCount, packageCount } = harvest;
  return (
    <Confirm
      title={`Delete “${name}”?`}
      act="Delete harvest"
      whyNot={whyNotDelete(harvest)}
      run={() => remove.run(id)}
      success={`“${name}” deleted.`}
      onClose={onClose}
      {...(onDone && { onDone })}
    >
      <p>
        The weights of {counted(plantCount, 'plant')} and {counted(packageCount, 'planned package')} go with it. The
        plants can be harvested again. Nothing was sent to the tracking system. You can’t undo this.
      </p>
    </Confirm>
  );
}

/** Finishes a harvest: what is left of its weight was moisture. */
export function FinishHarvest({ harvest, onClose }: About<object>) {
  const { run } = useCall(calls.finish, { showsErrors: true });
  const { id, name, balance } = harvest;
  return (
    <Confirm<{ finishedDate: string }, Harvest>
      title={`Finish “${name}”?`}
      act="Finish harvest"
      tone="primary"
      values={{ finishedDate: today() }}
      fields={[{ name: 'finishedDate', label: 'Finished on', control: 'date', isNative: true, required: true }]}
      schema={calls.finish.body}
      run={(body) => run({ params: { id }, body })}
      success={`“${name}” finished.`}
      onClose={onClose}
    >
      <p>
        {weightText(harvest, balance.current)} is left and becomes moisture loss. Record waste and packages that are
        still missing first. You can reopen it later.
      </p>
    </Confirm>
  );
}

/** Reopens a finished harvest. */
export function UnfinishHarvest({ harvest, onClose }: About<object>) {
  const { run } = useCall(calls.unfinish, { showsErrors: true });
  const { id, name, balance } = harvest;
  return (
    <Confirm
      title={`Reopen “${name}”?`}
      act="Reopen harvest"
      tone="primary"
      run={() => run({ params: { id } })}
      success={`“${name}” reopened.`}
      onClose={onClose}
    >
      <p>
        {weightText(harvest, balance.moisture)} of moisture loss can become packages or waste again. We reopen it at the
        tracking system too.
      </p>
    </Confirm>
  );
}

/** Puts a submitted plant back to flowering. */
export function RestorePlant({ harvest, plant, onClose }: About<{ plant: HarvestPlant }>) {
  const { run } = useCall(calls.restorePlant, { showsErrors: true });
  const { label, weight, unitOfMeasureAbbreviation: unit } = plant;
  return (
    <Confirm
      title={`Put ${label} back to flowering?`}
      act="Put back"
      run={() => run({ params: { id: harvest.id, plantId: plant.id } })}
      success={`We’re putting ${label} back to flowering.`}
      onClose={onClose}
    >
      <p>
        The harvest loses its {weight === null ? 'weight' : `${formatAmount(weight)} ${unit}`}. We change it at the
        tracking system too.
      </p>
    </Confirm>
  );
}

/** Removes plants that weren't sent. */
export function RemovePlants({
  harvest,
  plants,
  onDone,
  onClose,
}: About<{ plants: readonly HarvestPlant[]; onDone?: () => void }>) {
  const { run } = useCall(calls.removePlant, { showsErrors: true });
  const [first] = plants;
  const what = plants.length === 1 && first ? first.label : counted(plants.length, 'plant');
  const weighed = plants.filter(({ weight }) => weight !== null).length;
  const removeAll = async () => {
    for (const { id } of plants) {
      const result = await run({ params: { id: harvest.id, plantId: id } });
      if (!result.ok) return result;
    }
    return { ok: true as const, value: null };
  };
  return (
    <Confirm
      title={`Remove ${what} from this harvest?`}
      act={plants.length === 1 ? 'Remove plant' : 'Remove plants'}
      run={removeAll}
      success={`${what} removed.`}
      onClose={onClose}
      {...(onDone && { onDone })}
    >
      <p>{weighed === 0 ? 'None has a weight yet.' : `The weight of ${counted(weighed, 'plant')} is lost.`}</p>
    </Confirm>
  );
}

/** Removes a package that wasn't sent. */
export function RemovePackage({ harvest, one, onClose }: About<{ one: HarvestPackage }>) {
  const { run } = useCall(calls.removePackage, { showsErrors: true });
  return (
    <Confirm
      title={`Remove package ${one.label}?`}
      act="Remove package"
      run={() => run({ params: { id: harvest.id, packageId: one.id } })}
      success={`Package ${one.label} removed.`}
      onClose={onClose}
    >
      <p>
        Its {formatAmount(one.weight)} {one.unitOfMeasureAbbreviation} of {one.itemName} can be packaged again.
      </p>
    </Confirm>
  );
}

/** Discontinues a package at the tracking system, which gives its weight back to the harvest. */
export function DiscontinuePackage({ harvest, one, onClose }: About<{ one: HarvestPackage }>) {
  const { run } = useCall(calls.discontinuePackage, { showsErrors: true });
  const { current } = harvest.balance;
  const unit = harvest.defaultUnitOfMeasureAbbreviation;
  const back = one.ingredients
    .filter(({ harvestId }) => harvestId === harvest.id)
    .map(({ weight, unitOfMeasureAbbreviation }) => weightIn(weight, unitOfMeasureAbbreviation, unit));
  const others = one.ingredients.length - back.length;
  return (
    <Confirm
      title={`Discontinue package ${one.label}?`}
      act="Discontinue package"
      run={() => run({ params: { id: harvest.id, packageId: one.id } })}
      success={`We’re discontinuing package ${one.label}.`}
      onClose={onClose}
    >
      <p>
        Left of this harvest: {weightText(harvest, current)} before, {weightText(harvest, sum([current, ...back]))}{' '}
        after.{others > 0 && ` ${counted(others, 'other harvest gets', 'other harvests get')} its part back too.`}
      </p>
      <p>We discontinue it at the tracking system too. Its tag can’t be used again.</p>
    </Confirm>
  );
}

/** Deletes waste, also at the tracking system if it was sent. */
export function RemoveWaste({ harvest, one, onClose }: About<{ one: HarvestWaste }>) {
  const { run } = useCall(calls.removeWaste, { showsErrors: true });
  return (
    <Confirm
      title={`Delete ${formatAmount(one.wasteWeight)} ${one.unitOfMeasureAbbreviation} of waste?`}
      act="Delete waste"
      run={() => run({ params: { id: harvest.id, wasteId: one.id } })}
      success="Waste deleted."
      onClose={onClose}
    >
      <p>
        {one.wasteType}.{' '}
        {one.state === 'SENT'
          ? 'We delete it at the tracking system too.'
          : 'It wasn’t sent to the tracking system yet.'}
      </p>
    </Confirm>
  );
}
