import { type ReactNode, useState } from 'react';
import { intakes as calls } from '../../../../domain/intakes/contract';
import {
  type Intake,
  type IntakePackage,
  needsSettling,
  whyLabStops,
  whyNotConfirmed,
} from '../../../../domain/intakes/intake';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { useCall } from '../../../providers/refine/use-call';
import { showSnack } from '../../../providers/snackbar';
import { lazyDialog } from '../../../ui/lazy';
import type { MenuEntry } from '../../../ui/Menu';

const OverruleDialog = lazyDialog(async () => (await import('./IntakeDialogs')).OverruleDialog);
const SettleDialog = lazyDialog(async () => (await import('./IntakeDialogs')).SettleDialog);

type Set = { confirmed?: boolean; markNotFound?: boolean; notes?: string };

/** What a person does with packages of an intake: the entries of a package’s menu, and the same for several. */
export function usePackageActs(intake: Intake) {
  const { id: intakeId, licenseId } = intake;
  const params = { licenseId, intakeId };
  const whyNot = useCan().whyNot(calls.confirm.requires);
  const confirm = useCall(calls.confirm);
  const put = useCall(calls.setPackage);
  const remove = useCall(calls.removePackage);
  const count = useCall(calls.count, { showsErrors: true });
  const [dialog, setDialog] = useState<{ overrule: readonly string[] } | { settle: IntakePackage } | null>(null);

  const set = (
    one: IntakePackage,
    { confirmed = one.confirmed, markNotFound = one.notFound, notes = one.notes }: Set,
  ) => put.run({ params: { ...params, label: one.label }, body: { confirmed, markNotFound, notes } });

  /** Says what was done, and takes it back. */
  const withUndo = async (message: string, done: Promise<{ ok: boolean }>, undo: () => Promise<unknown>) => {
    if ((await done).ok) showSnack({ status: 'success', message, action: { label: 'Undo', run: () => void undo() } });
  };

  const confirmAll = async (packages: readonly IntakePackage[]): Promise<boolean> => {
    const labels = packages.map(({ label }) => label);
    const result = await confirm.run({ params, body: { labels } });
    if (!result.ok) return false;
    const isDone = result.value === labels.length;
    const some = `Only ${result.value} of ${labels.length} can be confirmed, so none was. Somebody may have confirmed one.`;
    showSnack(
      isDone
        ? { status: 'success', message: `${counted(labels.length, 'package')} confirmed.` }
        : { status: 'warning', message: some },
    );
    return isDone;
  };

  const entriesOf = (one: IntakePackage): MenuEntry[] => {
    if (whyNot !== null) return [];
    if (one.unknown) {
      const again = () =>
        put.run({
          params: { ...params, label: one.label },
          body: { confirmed: false, markNotFound: false, notes: one.notes },
        });
      const gone = () => remove.run({ params: { ...params, label: one.label } });
      return [
        {
          label: 'Delete',
          icon: 'trash',
          tone: 'danger',
          onSelect: () => void withUndo(`${one.label} deleted.`, gone(), again),
        },
      ];
    }
    const why = whyNotConfirmed(one, intake);
    const entries: MenuEntry[] = [];
    if (one.confirmed) {
      const back = () => set(one, { confirmed: false });
      const again = () => set(one, { confirmed: true, markNotFound: false });
      entries.push({
        label: 'Take confirmation back',
        icon: 'close',
        onSelect: () => void withUndo('No longer confirmed.', back(), again),
      });
    } else {
      entries.push({
        label: 'Confirm',
        icon: 'check',
        disabled: why !== null,
        ...(why && { note: why }),
        onSelect: () => void confirmAll([one]),
      });
    }
    if (whyLabStops(one) !== null && !one.confirmed) {
      entries.push({
        label: 'Overrule lab test',
        icon: 'warning',
        onSelect: () => setDialog({ overrule: [one.label] }),
      });
    }
    if (needsSettling(one)) {
      entries.push({
        label: 'Settle count',
        icon: 'check',
        disabled: one.countedByReader,
        ...(one.countedByReader && { note: 'You counted it. Somebody else settles the difference.' }),
        onSelect: () => setDialog({ settle: one }),
      });
    }
    if (one.notFound) {
      entries.push({
        label: 'Not missing after all',
        icon: 'check',
        onSelect: () => void set(one, { markNotFound: false }),
      });
    } else if (!one.leftManifest) {
      const mark = () => set(one, { confirmed: false, markNotFound: true });
      const back = () => set(one, {});
      entries.push({
        label: 'Mark not found',
        icon: 'close',
        separated: true,
        onSelect: () => void withUndo(`${one.label} marked not found.`, mark(), back),
      });
    }
    return entries;
  };

  const dialogs: ReactNode =
    dialog &&
    ('overrule' in dialog ? (
      <OverruleDialog.Part params={params} labels={dialog.overrule} onClose={() => setDialog(null)} />
    ) : (
      <SettleDialog.Part params={params} one={dialog.settle} onClose={() => setDialog(null)} />
    ));
  return {
    whyNot,
    isConfirming: confirm.isPending,
    confirmAll,
    entriesOf,
    overrule: (labels: readonly string[]) => setDialog({ overrule: labels }),
    /** Saves a note as typed; raises what the server says. */
    note: async (one: IntakePackage, notes: string) => {
      const done = await set(one, { notes });
      if (!done.ok) throw done.error;
    },
    /** Enters what was counted; raises what the server says. */
    count: async ({ label }: IntakePackage, quantity: string) => {
      const done = await count.run({ params: { ...params, label }, body: { quantity } });
      if (!done.ok) throw done.error;
    },
    dialogs,
  };
}
