import { Link } from 'react-router';
import { isInMobileApp } from '../providers/wrapper/client-type';
import { EmptyState } from '../ui/states';

/** Where Android leads to while a payment is confirmed: it says where to go on. */
export default function ConfirmTransaction() {
  return (
    <div className="page">
      <h1 tabIndex={-1}>Confirm your payment</h1>
      <EmptyState
        icon="certificate"
        title={isInMobileApp() ? 'Confirm the payment on your phone' : 'Go back to the Verdant app'}
        hint="Your plan changes as soon as the payment is confirmed. Nothing is charged before that."
        action={
          <Link className="v-button v-primary" to="/logged-in">
            Continue to Verdant
          </Link>
        }
      />
    </div>
  );
}
