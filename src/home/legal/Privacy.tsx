import { settings } from '../../providers/settings';
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
      <h2>Questions</h2>
      <p>
        To see, correct or delete your data, email{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}
