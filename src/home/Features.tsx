import { Link } from 'react-router';
import css from './home.module.css';
import { PublicPage } from './PublicPage';

const FEATURES = [
  {
    title: 'Marketplace',
    text: 'Search brands, open their menus with your own prices and what is in stock, and order for each of your licenses.',
  },
  {
    title: 'Carts and checkout',
    text: 'One cart for each seller, shared with your team. Prices and stock are checked as you type and once more as you order.',
  },
  {
    title: 'Sales orders',
    text: 'A new order is on the seller’s screen the moment it is placed. Take it through its statuses, record payments and talk it over with your team.',
  },
  {
    title: 'Purchase orders',
    text: 'Follow every order you placed, and cancel one while it waits for its answer.',
  },
  {
    title: 'Team and roles',
    text: 'Invite people by mail and decide by area what each role may read and change. A change counts at once.',
  },
];

/** What Verdant does, for a visitor. */
export default function Features() {
  return (
    <PublicPage title="Features">
      <div className={css.cards}>
        {FEATURES.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <p>
        See what each plan holds under <Link to="/compare">Pricing</Link>, and what it is good for under{' '}
        <Link to="/benefits">Benefits</Link>.
      </p>
    </PublicPage>
  );
}
