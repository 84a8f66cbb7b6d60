import { type FormEvent, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { fieldErrors } from '../../domain/errors';
import { session as sessionCalls } from '../../domain/session/contract';
import { ProfileEdit } from '../../domain/session/session';
import { safePath } from '../providers/auth';
import { CallError } from '../providers/call-errors';
import { useSession } from '../providers/session';
import { userChanged } from '../providers/session-store';
import { useCall } from '../providers/use-call';
import shell from '../shell/shell.module.css';
import { Button } from '../ui/Button';
import { Field, TextInput } from '../ui/Field';
import css from './home.module.css';
import { OpenInvitations } from './OpenInvitations';

const FIELDS = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name' },
] as const;

/** The last step of joining: the name colleagues and trading partners see. */
export default function Onboarding() {
  const { user } = useSession();
  const [params] = useSearchParams();
  const next = safePath(params.get('returnTo')) ?? '/marketplace';
  const navigate = useNavigate();
  const [names, setNames] = useState({ firstName: user.firstName, lastName: user.lastName });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const update = useCall(sessionCalls.updateMe);

  if (user.onboarded) return <Navigate replace to={next} />;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const checked = ProfileEdit.safeParse(names);
    if (!checked.success) return setErrors(fieldErrors(checked.error));
    setErrors({});
    const result = await update.run({ body: { ...checked.data, onboarded: true } });
    if (!result.ok) {
      if (result.error instanceof CallError) setErrors(result.error.errors ?? {});
      return;
    }
    userChanged(result.value);
    void navigate(next, { replace: true });
  };

  return (
    <div className={`${shell.cardPage} ${css.onboarding}`}>
      <OpenInvitations />
      <form className={`${shell.card} ${css.onboardingCard}`} onSubmit={submit} noValidate>
        <p className={shell.logo}>Verdant</p>
        <h1>Welcome. What is your name?</h1>
        <p>Your team and the businesses you trade with will see it.</p>
        {FIELDS.map(({ name, label, autoComplete }) => (
          <Field key={name} label={label} error={errors[name]} required>
            <TextInput
              name={name}
              autoComplete={autoComplete}
              value={names[name]}
              onChange={(event) => setNames({ ...names, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Button tone="primary" type="submit" busy={update.isPending}>
          Done
        </Button>
      </form>
    </div>
  );
}
