import { Link, Navigate } from 'react-router';
import { useSessionState } from '../providers/session';
import { LoadingScreen } from '../shell/LoadingScreen';
import css from './home.module.css';

/** What Verdant is. Whoever is signed in finds the way to the app; who has not given their name yet does that first. */
export default function Home() {
  const state = useSessionState();
  if (state.status === 'loading') return <LoadingScreen />;
  const isSignedIn = state.status === 'signed-in';
  if (isSignedIn && !state.user.onboarded) return <Navigate replace to="/onboarding" />;
  return (
    <div className={css.home}>
      <h1>Cannabis wholesale, in one place</h1>
      <p>
        Buyers browse the menus of the brands they trade with, fill carts and follow their purchase orders. Sellers run
        orders, inventory and prices, and see each new order the moment it is placed.
      </p>
      <div className={css.homeActions}>
        {isSignedIn ? (
          <Link className="v-button v-primary" to="/marketplace">
            Go to the app
          </Link>
        ) : (
          <>
            <Link className="v-button v-primary" to="/signup">
              Get Started
            </Link>
            <Link className="v-button" to="/login">
              Sign in
            </Link>
          </>
        )}
      </div>
    </div>
  );
}
