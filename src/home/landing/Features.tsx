import { Link } from 'react-router';
import css from '../home.module.css';
import { PublicPage } from '../PublicPage';

const FEATURES = [
  {
    title: 'Marketplace',
    text: 'Search brands, see menus with your prices and live stock, and order for each license.',
  },
  {
    title: 'Carts and checkout',
    text: 'One cart per seller, shared with your team. We check prices and stock as you type and again when you order.',
  },
  {
    title: 'Sales orders',
    text: 'New orders show up the moment they’re placed. Accept, fulfill and ship them, record payments and comment with your team.',
  },
  {
    title: 'Purchase orders',
    text: 'Track every order, and cancel one until the seller accepts it.',
  },
  {
    title: 'Team and roles',
    text: 'Invite people by email and set what each role can see and change. Changes apply right away.',
  },
];

/** Verdant's features, for visitors. */
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
        See plans under <Link to="/compare">Pricing</Link> and more under <Link to="/benefits">Benefits</Link>.
      </p>
    </PublicPage>
  );
}
