import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  CHANNEL_NAME_MAX,
  type ChannelMember,
  type ChatChannel,
  NewChannel as Schema,
  TOPIC_MAX,
} from '../../domain/chat/channel';
import { chat } from '../../domain/chat/contract';
import { CallError, messageOf } from '../providers/call-errors';
import { useSession } from '../providers/session';
import { useUnsaved } from '../providers/unsaved';
import { useCall } from '../providers/use-call';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Checkbox, Field, FieldError, TextInput } from '../ui/Field';
import css from './chat.module.css';
import { PeopleChoice } from './PeopleChoice';
import { useListedChannel } from './useChannelList';

type Values = { name: string; topic: string; isPrivate: boolean };
type Wanted = Extract<z.input<typeof Schema>, { channelType: 'TEAM' }>;
type Props = { colleagues: readonly ChannelMember[]; onMade: (channel: ChatChannel) => void; onClose: () => void };

const FORM = 'new-channel';
const FIELDS: readonly string[] = ['name', 'topic'];

/** Makes a channel; a name that is taken is said at its field. */
export function NewChannel({ colleagues, onMade, onClose }: Props) {
  const { scope, user } = useSession();
  const form = useForm<Values>({ defaultValues: { name: '', topic: '', isPrivate: false } });
  const list = useListedChannel();
  const [userIds, setUserIds] = useState<readonly string[]>([]);
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty || userIds.length > 0);
  const { run, isPending, error } = useCall(chat.create, { showsErrors: true });
  const isAtField = error instanceof CallError && Object.keys(error.errors ?? {}).some((name) => FIELDS.includes(name));

  const showErrors = (named: Readonly<Record<string, string>>) => {
    for (const [name, message] of Object.entries(named)) {
      if (FIELDS.includes(name)) form.setError(name as keyof Values, { message }, { shouldFocus: true });
    }
  };
  const save = form.handleSubmit(async (values) => {
    const body: Wanted = { channelType: 'TEAM', ...values, userIds: [...userIds] };
    const checked = Schema.safeParse(body);
    if (checked.error) {
      return showErrors(Object.fromEntries(checked.error.issues.map(({ path, message }) => [path.join('.'), message])));
    }
    const result = await run({ params: { orgId: scope?.orgId ?? 0 }, body });
    if (result.ok) {
      list(result.value.cid, result.value);
      onMade(result.value);
    } else if (result.error instanceof CallError) showErrors(result.error.errors ?? {});
  });
  return (
    <Dialog
      title="New channel"
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form={FORM} busy={isPending}>
            Create channel
          </Button>
        </>
      }
    >
      <form id={FORM} className={css.form} onSubmit={(event: FormEvent) => void save(event)} noValidate>
        <Field
          label="Name"
          error={errors.name?.message}
          hint="Different from every other channel of your organization."
          required
        >
          <TextInput autoComplete="off" maxLength={CHANNEL_NAME_MAX} {...form.register('name')} />
        </Field>
        <Field label="Topic" error={errors.topic?.message} hint="What it is for, in a line.">
          <TextInput autoComplete="off" maxLength={TOPIC_MAX} {...form.register('topic')} />
        </Field>
        <Checkbox
          label="Private: only the people in it see it, and its owners add others"
          {...form.register('isPrivate')}
        />
        <PeopleChoice
          label="People to add"
          people={colleagues.filter(({ userId }) => userId !== user.id)}
          chosen={userIds}
          onChange={setUserIds}
        />
        {error !== null && !isAtField && <FieldError>{messageOf(error)}</FieldError>}
      </form>
    </Dialog>
  );
}
