import { isOffered, settings } from '../../providers/settings';
import { isInMobileApp } from '../../providers/wrapper/client-type';
import { useInstall } from '../../shell/install';
import { Button } from '../../ui/Button';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

/** Where phones are sent for desktop-only screens. */
export default function Download() {
  const { appStores, supportEmail } = settings;
  const install = useInstall();
  const onComputers = ['Fulfillment', 'Network', ...(isOffered('chat') ? ['Messages'] : [])];
  return (
    <PublicPage title="The mobile app" lead="Sell and buy from the road, with the same account as on your computer.">
      {isInMobileApp() ? (
        <p>You’re in the app now.</p>
      ) : appStores.length > 0 ? (
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
      <div className={css.cards}>
        <section>
          <h2>On your phone or tablet</h2>
          <ul>
            <li>Browse menus and search at your prices</li>
            <li>Fill carts with your team and place orders</li>
            <li>See sales orders as they come in, and accept them</li>
            <li>Look up products and stock in front of a customer</li>
          </ul>
        </section>
        <section>
          <h2>On a computer</h2>
          <p>These need a larger screen:</p>
          <ul>
            {onComputers.map((app) => (
              <li key={app}>{app}</li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Without the app</h2>
          <p>Verdant runs in your phone’s browser. To keep it at hand, add it to your home screen:</p>
          {install && (
            <p>
              <Button onClick={install}>Install app</Button>
            </p>
          )}
          <ul>
            <li>iPhone and iPad: Share, then Add to Home Screen</li>
            <li>Android: menu, then Add to Home screen</li>
          </ul>
        </section>
      </div>
    </PublicPage>
  );
}
