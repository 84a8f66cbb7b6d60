import { settings } from '../providers/settings';
import { PublicPage } from './PublicPage';

/** What is kept about people, and where. */
export default function Privacy() {
  return (
    <PublicPage title="Privacy">
      <h2>What is kept</h2>
      <ul>
        <li>Your name and e-mail address, which your team and your trading partners see</li>
        <li>What you enter and order, for the organizations it concerns</li>
        <li>A record of every change: who made it, when, and for whom where support acted for somebody</li>
        <li>Where you are signed in, so that you can end it under your profile’s settings</li>
      </ul>
      <h2>In your browser</h2>
      <p>
        Your sign-in and your own settings, such as the columns of a list. There are no advertisements here and nobody
        follows you for them.
      </p>
      <h2>Questions</h2>
      <p>
        To see, correct or delete what is kept about you, write to{' '}
        <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}
