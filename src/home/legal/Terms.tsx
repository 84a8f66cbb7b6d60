import { Link } from 'react-router';
import { settings } from '../../providers/settings';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

/** The terms page. */
export default function Terms() {
  const { company, supportEmail } = settings;
  return (
    <PublicPage
      title="Terms"
      lead={`Your organization’s agreement with ${company.name} sets the terms. Here is what they are about.`}
    >
      <div className={css.prose}>
        <h2>Who may use Verdant</h2>
        <p>
          Businesses with a license to trade cannabis, and the people they invite. You’re responsible for having the
          licenses your trade needs, and for following the rules of your state.
        </p>
        <h2>Your account</h2>
        <p>
          An account is for one person. Keep your password to yourself, and end sessions you don’t know in your profile
          settings. Whoever owns your organization decides what you see and change in it.
        </p>
        <h2>Orders</h2>
        <p>
          An order is between its buyer and its seller. {company.name} is not a party to it: it doesn’t own the
          products, ship them, or guarantee payment. Prices, terms and problems are for the two of you to settle.
        </p>
        <h2>Plans and payment</h2>
        <p>
          Buying is included in every plan. What the other plans add and cost is under{' '}
          <Link to="/compare">Pricing</Link>. You see the price before you pay, and you can cancel at the end of any
          period.
        </p>
        <h2>Your data</h2>
        <p>
          What you enter is yours. The businesses you trade with see the orders they have with you, and nobody else
          does. What is kept, and how to get or delete it, is under <Link to="/privacy">Privacy</Link>.
        </p>
        <h2>Your agreement</h2>
        <p>
          Where this page and your agreement differ, the agreement applies. For a copy, or with a question, email{' '}
          <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      </div>
    </PublicPage>
  );
}
