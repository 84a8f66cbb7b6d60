import { useEffect } from 'react';

/** Ends the tab that was opened to sign in again; the other one has noticed by then. */
export default function SignedInAgain() {
  useEffect(() => window.close(), []);
  return (
    <div className="s-card-page">
      <div className="s-card">
        <p className="s-logo">Verdant</p>
        <h1>You are signed in again</h1>
        <p>You can close this tab and go on in the other one.</p>
      </div>
    </div>
  );
}
