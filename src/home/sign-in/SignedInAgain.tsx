import { useEffect } from 'react';
import css from '../../shell/shell.module.css';

/** The end of the tab opened to sign in again; the other tab has already noticed. */
export default function SignedInAgain() {
  useEffect(() => window.close(), []);
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You’re signed in again</h1>
        <p>Close this tab and go back to the other one.</p>
      </div>
    </div>
  );
}
