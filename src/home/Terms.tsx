import { settings } from '../providers/settings';
import { PublicPage } from './PublicPage';

/** Where the terms stand. */
export default function Terms() {
  return (
    <PublicPage title="Terms">
      <p>
        What you and {settings.company.name} owe each other stands in the agreement your organization signed. An order
        placed here is between its buyer and its seller: {settings.company.name} carries it and is no party to it.
      </p>
      <p>
        For a copy of your agreement write to <a href={`mailto:${settings.supportEmail}`}>{settings.supportEmail}</a>.
      </p>
    </PublicPage>
  );
}
