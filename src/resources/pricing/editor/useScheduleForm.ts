import { useMemo, useRef } from 'react';
import type { CallInput } from '../../../../domain/contract/endpoint';
import { priceSchedules as calls, type PriceSchedule } from '../../../../domain/pricing/contract';
import { attempt } from '../../../kit/form/attempt';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { call } from '../../../providers/call';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { useResumable } from '../../../providers/session/resume';
import { showSnack } from '../../../providers/snackbar';
import { priceSchedules } from '../resource';

export type ScheduleValues = Pick<
  PriceSchedule,
  'name' | 'enabled' | 'productRules' | 'productLineRules' | 'customers'
>;
type Body = CallInput<typeof calls.update>['body'];
type Changes = Omit<Body, 'version'>;
type Saving = { id: number; body: Body; before: Changes };

const UNDO_MS = 20_000;
/** The platform's lists by their fields here. */
const NAMES = { customerIds: 'customers', productRules: 'productRules', productLineRules: 'productLineRules' } as const;

const valuesOf = ({ name, enabled, productRules, productLineRules, customers }: ScheduleValues): ScheduleValues => ({
  name,
  enabled,
  productRules,
  productLineRules,
  customers,
});

/** The fields that changed, as the platform takes them. */
function changesOf(values: ScheduleValues, changed: ReadonlySet<keyof ScheduleValues>): Changes {
  const { name, enabled, productRules, productLineRules, customers } = values;
  return {
    ...(changed.has('name') && { name }),
    ...(changed.has('enabled') && { enabled }),
    ...(changed.has('productRules') && {
      productRules: productRules.map(({ productId, price }) => ({ productId, price })),
    }),
    ...(changed.has('productLineRules') && {
      productLineRules: productLineRules.map(({ productLine: _, ...rule }) => rule),
    }),
    ...(changed.has('customers') && { customerIds: customers.map(({ id }) => id) }),
  };
}

/** A price schedule's form: what changed is saved as one, can be undone, and resumes after an upgrade. */
export function useScheduleForm(schedule: PriceSchedule, refresh: () => unknown) {
  const { id, name, version } = schedule;
  const update = useResourceUpdate(priceSchedules, { showsErrors: true });
  const isSaved = useRef(false);
  const save = useResumable('price-schedules.save', async ({ id: saved, body, before }: Saving) => {
    const result = await update.run(saved, body);
    if (!result.ok) throw result.error;
    isSaved.current = true;
    offerUndo(saved, before, result.value);
  });
  const values = useMemo(() => valuesOf(schedule), [schedule]);
  const latest = useRef(values);
  latest.current = values;
  const send = async (sent: unknown) => {
    const { version: _, ...changes } = sent as Body;
    const changed = new Set(Object.keys(changes).map((field) => (field === 'customerIds' ? 'customers' : field)));
    const before = changesOf(latest.current, changed as Set<keyof ScheduleValues>);
    isSaved.current = false;
    const result = await attempt(() => save({ id, body: sent as Body, before }, `save the price schedule “${name}”`));
    // Held for an upgrade: it is still unsaved here.
    if (result.ok && !isSaved.current) return { ok: false as const, error: new DOMException('Held', 'AbortError') };
    return result;
  };
  const form = useActionForm<ScheduleValues, void>(send, {
    values,
    version,
    schema: calls.update.body,
    names: NAMES,
    draft: `price-schedules/${id}`,
    refresh,
    body: (typed, about) => ({ ...changesOf(typed, about.changed), version: about.version }),
  });
  /** The changes as they are now. */
  const changes = (): Changes => {
    const typed = form.rhf.getValues();
    const changed = (Object.keys(values) as (keyof ScheduleValues)[]).filter(
      (field) => JSON.stringify(typed[field]) !== JSON.stringify(values[field]),
    );
    return changesOf(typed, new Set(changed));
  };
  return { form, changes };
}

function offerUndo(id: number, before: Changes, { version, name }: PriceSchedule): void {
  const undo = async () => {
    try {
      await call(calls.update, { params: { id }, body: { ...before, version } });
      showSnack({ status: 'success', message: `“${name}” is as it was.` });
    } catch (error) {
      showSnack({ status: 'error', message: messageOf(error) });
    }
  };
  showSnack({
    key: 'price-schedule',
    status: 'success',
    message: `“${name}” saved.`,
    action: { label: 'Undo', run: () => void undo() },
    timeoutMs: UNDO_MS,
  });
}
