import { useEffect } from 'react';
import css from '../shell/shell.module.css';

/** Ends the tab that was opened to sign in again; the other one has noticed by then. */
export default function SignedInAgain() {
  useEffect(() => window.close(), []);
  return (
    <div className={css.cardPage}>
      <div className={css.card}>
        <p className={css.logo}>Verdant</p>
        <h1>You are signed in again</h1>
        <p>You can close this tab and go on in the other one.</p>
      </div>
    </div>
  );
}
