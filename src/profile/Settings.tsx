import { lazy, Suspense } from 'react';
import { session as calls } from '../../domain/session/contract';
import { usePersonOnly } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { FormSheet } from '../kit/form/FormSheet';
import { useCallForm } from '../kit/form/useRecordForm';
import { useCall } from '../providers/refine/use-call';
import { useSession } from '../providers/session';
import { userChanged } from '../providers/session/session-store';
import { isOffered, settings } from '../providers/settings';
import { AccountEmailProblem } from '../shell/session/ResendVerification';
import { APPEARANCES, useAppearance } from '../shell/useAppearance';
import { Button } from '../ui/Button';
import { Facts } from '../ui/Facts';
import { PageFrame } from '../ui/PageFrame';
import { Skeleton } from '../ui/states';
import type { ThemeMode } from '../ui/theme';
import css from './profile.module.css';
import { Notifications } from './settings/Notifications';
import { OrderEmails } from './settings/OrderEmails';
import { OwnData } from './settings/OwnData';
import { Pictures } from './settings/Pictures';
import { Sessions } from './settings/Sessions';
import { TrackingKeys } from './settings/TrackingKeys';

/** Not loaded where the part is switched off. */
const UsageSettings = lazy(() => import('../usage/UsageSettings'));
const MODES = Object.entries(APPEARANCES) as [ThemeMode, string][];

/** The person's pictures, name, password, notifications, emails, keys, appearance, sessions, what is measured of them, and data. */
export default function Settings() {
  const [mode, setMode] = useAppearance();
  return (
    <PageFrame title="Profile settings">
      <div className={css.settings}>
        <section className={css.section} aria-labelledby="p-pictures">
          <h2 id="p-pictures">Your pictures</h2>
          <Pictures />
        </section>
        <section className={css.section} aria-labelledby="p-name">
          <h2 id="p-name">Your name</h2>
          <NameForm />
        </section>
        <section className={css.section} aria-labelledby="p-sign-in">
          <h2 id="p-sign-in">Sign-in</h2>
          {settings.signsInOutside ? <SignInElsewhere /> : <Password />}
        </section>
        {isOffered('feed') && <Notifications />}
        <OrderEmails />
        {isOffered('tracking') && <TrackingKeys />}
        <section className={css.section} aria-labelledby="p-appearance">
          <h2 id="p-appearance">Appearance</h2>
          <fieldset className={css.modes}>
            <legend>In this browser</legend>
            {MODES.map(([value, label]) => (
              <label key={value} className="v-check">
                <input type="radio" name="appearance" checked={mode === value} onChange={() => setMode(value)} />
                {label}
              </label>
            ))}
          </fieldset>
        </section>
        <section className={css.section} aria-labelledby={css.sessions}>
          <h2 id={css.sessions}>Where you’re signed in</h2>
          {settings.signsInOutside ? (
            <p className="muted">
              Your sign-in provider knows where you’re signed in. To end a session, sign out there.
            </p>
          ) : (
            <Sessions />
          )}
        </section>
        {isOffered('usage') && (
          <section className={css.section} aria-labelledby="p-usage">
            <h2 id="p-usage">Recording and use</h2>
            <Suspense fallback={<Skeleton height="200px" />}>
              <UsageSettings />
            </Suspense>
          </section>
        )}
        <section className={css.section} aria-labelledby="p-own-data">
          <h2 id="p-own-data">Your data</h2>
          <OwnData />
        </section>
      </div>
    </PageFrame>
  );
}

/** The name colleagues and trading partners see. */
function NameForm() {
  const { firstName, lastName } = useSession().user;
  const form = useCallForm<typeof calls.updateMe, { firstName: string; lastName: string }>(calls.updateMe, {
    values: { firstName, lastName },
    success: 'Name saved.',
    onSaved: userChanged,
  });
  return (
    <FormSheet
      form={form}
      className={css.form}
      save="Save name"
      fields={[
        { name: 'firstName', label: 'First name', required: true, half: true, autoComplete: 'given-name' },
        { name: 'lastName', label: 'Last name', required: true, half: true, autoComplete: 'family-name' },
      ]}
    />
  );
}

/** The sign-in email, and the way to change the password. */
function Password() {
  const { user } = useSession();
  const personOnly = usePersonOnly();
  const reset = useCall(calls.resetPassword, {
    success: `We emailed a password link to ${user.email}.`,
  });
  return (
    <>
      <Facts layout="stacked" facts={{ Email: user.email }} />
      <AccountEmailProblem user={user} />
      <p className="muted">To change your password, use a link we email you.</p>
      <div className={css.acts}>
        <Button busy={reset.isPending} disabled={personOnly !== null} onClick={() => void reset.run({})}>
          Email me a link
        </Button>
        {personOnly && <WhyNot reason={personOnly} />}
      </div>
    </>
  );
}

/** The sign-in email, which an outside provider has, with the password. */
function SignInElsewhere() {
  return (
    <>
      <Facts layout="stacked" facts={{ Email: useSession().user.email }} />
      <p className="muted">
        Your email and password are at your sign-in provider. Change them there: a new email or name shows here the next
        time you sign in.
      </p>
    </>
  );
}
