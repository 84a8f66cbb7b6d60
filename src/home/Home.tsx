import { Link, Navigate } from 'react-router';
import { useSessionState } from '../providers/session';
import { LoadingScreen } from '../shell/LoadingScreen';
import css from './home.module.css';

/** What Verdant is, for a visitor; whoever is signed in goes on to the marketplace. */
export default function Home() {
  const { status } = useSessionState();
  if (status === 'loading') return <LoadingScreen />;
  if (status === 'signed-in') return <Navigate replace to="/marketplace" />;
  return (
    <div className={css.home}>
      <h1>Cannabis wholesale, in one place</h1>
      <p>
        Buyers browse the menus of the brands they trade with, fill carts and follow their purchase orders. Sellers run
        orders, inventory and prices, and see each new order the moment it is placed.
      </p>
      <div className={css.homeActions}>
        <Link className="v-button v-primary" to="/signup">
          Get Started
        </Link>
        <Link className="v-button" to="/login">
          Sign in
        </Link>
      </div>
    </div>
  );
}
