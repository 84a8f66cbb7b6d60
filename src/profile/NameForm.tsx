import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { fieldErrors } from '../../domain/errors';
import { session as calls } from '../../domain/session/contract';
import { ProfileEdit } from '../../domain/session/session';
import { CallError, messageOf } from '../providers/call-errors';
import { useSession } from '../providers/session';
import { userChanged } from '../providers/session-store';
import { useUnsaved } from '../providers/unsaved';
import { useCall } from '../providers/use-call';
import { LeaveQuestion } from '../shell/LeaveQuestion';
import { Button } from '../ui/Button';
import { Field, FieldError, TextInput } from '../ui/Field';

type Names = { firstName: string; lastName: string };

/** The name colleagues and trading partners see. */
export function NameForm() {
  const { user } = useSession();
  const { firstName, lastName } = user;
  const form = useForm<Names>({ defaultValues: { firstName, lastName } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const update = useCall(calls.updateMe, { success: 'Your name is saved.', showsErrors: true });
  const isAtField = update.error instanceof CallError && update.error.errors !== undefined;

  const showErrors = (named: Readonly<Record<string, string>>) => {
    for (const [name, message] of Object.entries(named)) form.setError(name as keyof Names, { message });
  };
  const save = form.handleSubmit(async (names) => {
    const { data, error } = ProfileEdit.safeParse(names);
    if (error) return showErrors(fieldErrors(error));
    const result = await update.run({ body: data });
    if (result.ok) {
      userChanged(result.value);
      form.reset({ firstName: result.value.firstName, lastName: result.value.lastName });
    } else if (result.error instanceof CallError) showErrors(result.error.errors ?? {});
  });
  return (
    <form className="p-form" onSubmit={(event: FormEvent) => void save(event)} noValidate>
      <Field label="First name" error={errors.firstName?.message} required>
        <TextInput autoComplete="given-name" {...form.register('firstName')} />
      </Field>
      <Field label="Last name" error={errors.lastName?.message} required>
        <TextInput autoComplete="family-name" {...form.register('lastName')} />
      </Field>
      {update.error !== null && !isAtField && <FieldError>{messageOf(update.error)}</FieldError>}
      <div className="p-acts">
        <Button tone="primary" type="submit" busy={update.isPending} disabled={!isDirty}>
          Save name
        </Button>
        {isDirty && <Button onClick={() => form.reset()}>Discard</Button>}
      </div>
      <LeaveQuestion when={isDirty} />
    </form>
  );
}
