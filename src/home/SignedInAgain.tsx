import { useEffect } from 'react';
import css from '../shell/shell.module.css';

/** Ends the tab that was opened to sign in again; the other one has noticed by then. */
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
