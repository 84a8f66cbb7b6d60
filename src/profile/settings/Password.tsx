import { session as calls } from '../../../domain/session/contract';
import { usePersonOnly } from '../../access/useCan';
import { WhyNot } from '../../access/WhyNot';
import { useCall } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import css from '../profile.module.css';

/** The sign-in email, and the way to change the password. */
export function Password() {
  const { user } = useSession();
  const personOnly = usePersonOnly();
  const reset = useCall(calls.resetPassword, {
    success: `We emailed a password link to ${user.email}.`,
  });
  return (
    <>
      <Facts layout="stacked" facts={{ Email: user.email }} />
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
