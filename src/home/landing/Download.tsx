import { isOffered, settings } from '../../providers/settings';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

/** Where phones are sent for desktop-only screens. */
export default function Download() {
  const { appStores, supportEmail } = settings;
  return (
    <PublicPage title="The mobile app">
      <p>
        Use the marketplace, your carts and your orders on iPhone, iPad and Android, with the same account.{' '}
        {isOffered('chat') && 'Messages, '}Fulfillment and Network need a computer.
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
          To get it, ask your contact at {settings.company.name} or email{' '}
          <a href={`mailto:${supportEmail}?subject=The%20mobile%20app`}>{supportEmail}</a>.
        </p>
      )}
    </PublicPage>
  );
}
