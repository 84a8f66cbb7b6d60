import { Link } from 'react-router';
import { settings } from '../providers/settings';

type Props = {
  /** Where signing in leads back to. */
  returnTo: string;
  /** What it is good for: "to unlock filters/sorting". */
  what: string;
};

/** The ways in, for a visitor. */
export function WaysIn({ returnTo, what }: Props) {
  return (
    <>
      {settings.signUp === 'open' && (
        <>
          <Link to="/signup">Sign up</Link> or{' '}
        </>
      )}
      <Link to={`/login?returnTo=${encodeURIComponent(returnTo)}`}>Login</Link> {what}
    </>
  );
}
