import { settings } from '../../providers/settings';
import { PublicPage } from '../PublicPage';

/** The terms page. */
export default function Terms() {
  return (
    <PublicPage title="Terms">
      <p>
        Your organization’s agreement with {settings.company.name} sets the terms. An order is between its buyer and its
        seller. {settings.company.name} is not a party to it.
      </p>
      <p>
        For a copy of your agreement, email <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}
