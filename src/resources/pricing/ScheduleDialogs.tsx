import type { PriceScheduleRow } from '../../../domain/pricing/contract';
import { useResourceDelete, useResourceUpdate } from '../../providers/refine/use-resource';
import { PreviewDialog } from './PreviewDialog';
import { priceSchedules } from './resource';

type Schedule = Pick<PriceScheduleRow, 'id' | 'name' | 'enabled'>;
type DialogProps = { schedule: Schedule; onDone?: () => unknown; onClose: () => void };

/** Turns a price schedule on or off, once its effect is seen. */
export function ScheduleSwitch({ schedule, onClose }: DialogProps) {
  const { id, name, enabled } = schedule;
  const update = useResourceUpdate(priceSchedules, { showsErrors: true });
  const verb = enabled ? 'off' : 'on';
  return (
    <PreviewDialog
      id={id}
      change={{ enabled: !enabled }}
      title={`Turn ${verb} “${name}”?`}
      act={`Turn ${verb}`}
      run={(version) => update.run(id, { enabled: !enabled, version })}
      success={`“${name}” is ${verb}.`}
      onClose={onClose}
    />
  );
}

/** Deletes a price schedule, once its effect is seen. */
export function DeleteSchedule({ schedule, onDone, onClose }: DialogProps) {
  const { id, name } = schedule;
  const remove = useResourceDelete(priceSchedules, { showsErrors: true });
  return (
    <PreviewDialog
      id={id}
      change={{ enabled: false }}
      title={`Delete “${name}”?`}
      act="Delete price schedule"
      tone="danger"
      note="Its rules and its list of customers are deleted too. You can’t undo this. To keep them, turn it off instead."
      run={() => remove.run(id)}
      success={`“${name}” deleted.`}
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    />
  );
}
