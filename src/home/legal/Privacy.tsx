import { USAGE_DAYS } from '../../../domain/usage/events';
import { isOffered, settings } from '../../providers/settings';
import { PublicPage } from '../PublicPage';

/** What we store about people, and where. */
export default function Privacy() {
  return (
    <PublicPage title="Privacy">
      <h2>What we keep</h2>
      <ul>
        <li>Your name and email, which your team and trading partners see</li>
        <li>What you enter and order, for the organizations involved</li>
        <li>A log of every change: who made it, when, and for whom if support acted for someone</li>
        <li>Where you’re signed in and with which browser, so you can end a session in your profile settings</li>
      </ul>
      <h2>In your browser</h2>
      <p>Your sign-in and your settings, such as list columns. No ads, and no ad tracking.</p>
      <h2>How you use Verdant</h2>
      {isOffered('usage') ? (
        <Measured />
      ) : (
        <p>We don’t measure how you use Verdant, and we don’t record your screen.</p>
      )}
      <h2>Questions</h2>
      <p>
        To see, correct or delete your data, email{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}

function Measured() {
  return (
    <>
      <p>
        Nothing is measured unless your organization allows it, under Setup, and you do, in your profile settings. Each
        of you can withdraw at any time, and it stops at once in every tab.
      </p>
      <ul>
        <li>
          If you allow it, we store which screens you open, which actions you take, error codes and loading times, each
          with your account and the time. Never what you type, nor which record it was about.
        </li>
        <li>
          If you allow recordings too, we store how the screen changes and where you point. “Recording” and a Stop
          button show all the while. All text is masked but a short list of our own words, such as “Orders” and “Save”.
          Names, prices, license numbers, messages, what you type, pictures and charts are never in a recording.
        </li>
        <li>
          It stays in our own database, goes to nobody else, and is deleted after {USAGE_DAYS} days. You can watch and
          delete your recordings yourself, in your profile settings.
        </li>
        <li>
          Your organization’s admins don’t see your recordings. Support staff can watch one if they give a reason; you
          see who did and why, and it is in your organization’s audit log.
        </li>
        <li>Nothing is measured while support acts for you.</li>
        <li>A browser that sends “Do Not Track” or “Global Privacy Control” is never measured or recorded.</li>
      </ul>
    </>
  );
}
