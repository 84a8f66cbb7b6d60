import { Link } from 'react-router';
import { howToCome } from '../../../domain/session/sign-up';
import { settings } from '../../providers/settings';
import css from '../../shell/shell.module.css';

/** Instead of the sign-up page, where nobody new may sign up. */
export function SignUpClosed() {
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You can’t sign up here</h1>
        <p>{howToCome(settings.signUp, settings.supportEmail)}</p>
        <Link className="v-button v-primary" to="/login">
          Sign in
        </Link>
      </div>
    </div>
  );
}
