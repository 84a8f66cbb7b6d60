import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { CHANNEL_NAME_MAX, ChannelName, type ChatChannel } from '../../domain/chat/channel';
import { CallError, messageOf } from '../providers/call-errors';
import { useUnsaved } from '../providers/unsaved';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Field, FieldError, TextInput } from '../ui/Field';
import css from './chat.module.css';
import { useChannelEdit } from './useChannelEdit';

const FORM = 'rename-channel';

/** Gives a channel another name; one that is taken is said at the field. */
export function RenameChannel({ channel, onClose }: { channel: ChatChannel; onClose: () => void }) {
  const form = useForm({ defaultValues: { name: channel.name } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const { edit, isPending, error } = useChannelEdit(channel, { showsErrors: true });
  const save = form.handleSubmit(async ({ name }) => {
    const checked = ChannelName.safeParse(name);
    if (!checked.success) return form.setError('name', { message: checked.error.issues[0]?.message ?? '' });
    const result = await edit({ channelName: name });
    if (result.ok) return onClose();
    const message = result.error instanceof CallError ? result.error.errors?.channelName : undefined;
    if (message) form.setError('name', { message }, { shouldFocus: true });
  });
  const isAtField = error instanceof CallError && error.errors?.channelName !== undefined;
  return (
    <Dialog
      title={`Rename ${channel.name}`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={FORM} busy={isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={FORM} className={css.form} onSubmit={(event: FormEvent) => void save(event)} noValidate>
        <Field label="Name" error={errors.name?.message} required>
          <TextInput autoComplete="off" maxLength={CHANNEL_NAME_MAX} {...form.register('name')} />
        </Field>
        {error !== null && !isAtField && <FieldError>{messageOf(error)}</FieldError>}
      </form>
    </Dialog>
  );
}
