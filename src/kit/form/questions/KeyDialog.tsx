import type { ReactNode } from 'react';
import { z } from 'zod';
import { SecretKey } from '../../../../domain/integrations/integrations';
import type { CallResult } from '../../../providers/refine/use-call';
import { FormDialog } from '../FormDrawer';
import { useActionForm } from '../useRecordForm';

export type KeyDialogProps<R> = {
  title: string;
  /** What the key is for, shown above the field. */
  children: ReactNode;
  /** The platform's name of the key's field. */
  field: string;
  hint?: ReactNode;
  saveLabel: string;
  /** Why the person may not; null when they may. */
  whyNot?: string | null;
  save: (key: string) => Promise<CallResult<R>>;
  onSaved: (result: R) => unknown;
  onClose: () => void;
};

const schema = z.object({ key: SecretKey });

/** Asks for a third party's key, which the platform tries before saving; a wrong key shows as a field error. */
export function KeyDialog<R>(props: KeyDialogProps<R>) {
  const { title, children, field, hint, saveLabel, whyNot = null, save, onSaved, onClose } = props;
  const form = useActionForm<{ key: string }, R>(({ key }) => save(key), {
    values: { key: '' },
    schema,
    names: { [field]: 'key' },
    secrets: ['key'],
    clears: true,
    onSaved,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      intro={children}
      fields={[{ name: 'key', label: 'Key', control: 'secret', required: true, hint }]}
      save={saveLabel}
      whyNot={whyNot}
      asksFirst={false}
      onClose={onClose}
    />
  );
}
