import { Link, Navigate } from 'react-router';
import { howToCome } from '../../../domain/session/sign-up';
import { useSessionState } from '../../providers/session';
import { settings } from '../../providers/settings';
import { LoadingScreen } from '../../shell/errors/LoadingScreen';
import css from '../home.module.css';
import { ProductPicture } from './ProductPicture';

const POINTS = [
  { title: 'For buyers', text: 'Search brands, fill a cart for each seller and track every order.' },
  { title: 'For sellers', text: 'Accept, ship and get paid from one live list.' },
  {
    title: 'For the whole team',
    text: 'Invite your team, set what each role sees and comment on orders.',
  },
];

/** The public home page. Signed-in people get a link to the app; those without a name go to onboarding first. */
export default function Home() {
  const state = useSessionState();
  if (state.status === 'loading') return <LoadingScreen />;
  const how = howToCome(settings.signUp, settings.supportEmail);
  const isSignedIn = state.status === 'signed-in';
  if (isSignedIn && !state.user.onboarded) return <Navigate replace to="/onboarding" />;
  return (
    <div className={css.home}>
      <div className={css.lead}>
        <h1>Cannabis wholesale, in one place</h1>
        <p>
          For licensed growers, brands, distributors and shops. Buyers order from live menus at their own prices.
          Sellers see every order the moment it’s placed and follow it through to payment.
        </p>
        <div className={css.homeActions}>
          {isSignedIn ? (
            <Link className="v-button v-primary" to="/marketplace">
              Go to the app
            </Link>
          ) : (
            <>
              {settings.signUp === 'open' && (
                <Link className="v-button v-primary" to="/signup">
                  Get Started
                </Link>
              )}
              <Link className={settings.signUp === 'open' ? 'v-button' : 'v-button v-primary'} to="/login">
                Sign in
              </Link>
            </>
          )}
        </div>
        {!isSignedIn && (
          <p className="v-hint">
            Buying is free. <Link to="/compare">See what selling costs</Link>
          </p>
        )}
        {!isSignedIn && how && <p className="muted">{how}</p>}
      </div>
      <ProductPicture />
      <ul className={css.points}>
        {POINTS.map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
