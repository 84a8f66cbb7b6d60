import { settings } from '../providers/settings';
import css from './home.module.css';
import { PublicPage } from './PublicPage';

/** Where a telephone is sent for what the browser on it does not show. */
export default function Download() {
  const { appStores, supportEmail } = settings;
  return (
    <PublicPage title="The mobile app">
      <p>
        The app brings Verdant to iPhone, iPad and Android: the marketplace, your carts and your orders, under the same
        account. Messages, fulfillment and the network stay on computers, where there is room for them.
      </p>
      {appStores.length > 0 ? (
        <div className={css.homeActions}>
          {appStores.map(({ label, address }) => (
            <a key={address} className="v-button v-primary" href={address} rel="noopener">
              {label}
            </a>
          ))}
        </div>
      ) : (
        <p>
          It is given out by your contact at {settings.company.name}. Ask for it at{' '}
          <a href={`mailto:${supportEmail}?subject=The%20mobile%20app`}>{supportEmail}</a>.
        </p>
      )}
    </PublicPage>
  );
}
